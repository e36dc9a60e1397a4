import { useTranslation } from "react-i18next";
import { consentChannels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import {
  consentChannelOf,
  customKeyOf,
  optOutScopeOf,
  optOutScopes,
  personSyncFields,
} from "#domain/sync/field-map.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { useWorded } from "#web/lib/worded.ts";

type OwnValue = { value: string; label: string };

export type SyncFieldNames = {
  /** Every field of a person that can be synced, in the order of the list. */
  fields: readonly string[];
  nameOf: (ours: string) => string;
  typeOf: (ours: string) => string;
  /** The values that a field of ours can have; undefined where any text or number is one. */
  valuesOf: (ours: string) => readonly OwnValue[] | undefined;
};

const builtInTypes: Record<string, "email" | "phone" | "choice" | "choices"> = {
  email: "email",
  phone: "phone",
  language: "choice",
  type: "choice",
  status: "choice",
  tags: "choices",
};

export const useSyncFieldNames = (): SyncFieldNames => {
  const { t } = useTranslation();
  const translateValue = useWorded();
  const custom = usePersonFields();
  const labelOf = useFieldLabel();
  const findCustom = (ours: string) => custom.find(({ key }) => key === customKeyOf(ours));
  const isYesNo = (ours: string): boolean =>
    optOutScopeOf(ours) !== undefined || consentChannelOf(ours) !== undefined;
  const yesNo = [
    { value: "true", label: t("sync.yes") },
    { value: "false", label: t("sync.no") },
  ];
  return {
    fields: [
      ...personSyncFields,
      ...custom.map(({ key }) => `fields.${key}`),
      ...consentChannels.map((channel) => `consent.${channel}`),
      ...optOutScopes.map((scope) => `optOut.${scope}`),
    ],
    nameOf: (ours) => {
      const key = customKeyOf(ours);
      const field = findCustom(ours);
      if (key !== undefined && field) return labelOf(field);
      if (ours.startsWith("optOut.")) return translateValue("sync.optOut", ours.slice("optOut.".length));
      if (ours.startsWith("consent.")) return translateValue("sync.consent", ours.slice("consent.".length));
      return key ?? (ours === "contact" ? t("sync.contact") : translateValue("sync.field", ours));
    },
    typeOf: (ours) => {
      const field = customKeyOf(ours) === undefined ? undefined : findCustom(ours);
      if (field) return t(`personFields.kind.${field.kind}`).toLowerCase();
      return t(`sync.type.${isYesNo(ours) ? "boolean" : (builtInTypes[ours] ?? "text")}`);
    },
    valuesOf: (ours) => {
      if (ours === "status")
        return personStatuses.map((value) => ({ value, label: t(`people.status.${value}`) }));
      if (ours === "type") return personTypes.map((value) => ({ value, label: t(`people.type.${value}`) }));
      if (ours === "language")
        return languages.map((value) => ({ value, label: translateValue("language", value) }));
      if (isYesNo(ours)) return yesNo;
      const field = customKeyOf(ours) === undefined ? undefined : findCustom(ours);
      if (field?.kind === "yes_no") return yesNo;
      if (field?.kind === "choice" || field?.kind === "choices")
        return field.choices.map((value) => ({ value, label: value }));
      return undefined;
    },
  };
};
