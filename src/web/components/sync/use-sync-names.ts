import { useTranslation } from "react-i18next";
import { customKeyOf, optOutScopes, personSyncFields } from "#domain/sync/field-map.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { useWorded } from "#web/lib/worded.ts";

export type SyncFieldNames = {
  /** Every field of a person that can be synced, in the order of the list. */
  fields: readonly string[];
  nameOf: (ours: string) => string;
};

export const useSyncFieldNames = (): SyncFieldNames => {
  const { t } = useTranslation();
  const translateValue = useWorded();
  const custom = usePersonFields();
  const labelOf = useFieldLabel();
  return {
    fields: [
      ...personSyncFields,
      ...custom.map(({ key }) => `fields.${key}`),
      ...optOutScopes.map((scope) => `optOut.${scope}`),
    ],
    nameOf: (ours) => {
      const key = customKeyOf(ours);
      const field = custom.find((candidate) => candidate.key === key);
      if (field) return labelOf(field);
      if (ours.startsWith("optOut.")) return translateValue("sync.optOut", ours.slice("optOut.".length));
      return key ?? (ours === "contact" ? t("sync.contact") : translateValue("sync.field", ours));
    },
  };
};
