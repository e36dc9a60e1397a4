import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";

import { apiQuery } from "#web/lib/api.ts";

const noFields: PersonField[] = [];

/** The custom fields in use, in their order. */
export const usePersonFields = (): PersonField[] => {
  const { data } = useQuery(apiQuery(personFieldsApi.list));
  return useMemo(() => data?.fields.filter(({ archivedAt }) => archivedAt === null) ?? noFields, [data]);
};

/** Any custom field by its key, also an archived one, because people may still have values of it. */
export const useFieldByKey = (): ((key: string) => PersonField | undefined) => {
  const { data } = useQuery(apiQuery(personFieldsApi.list));
  return useCallback((key) => data?.fields.find((field) => field.key === key), [data]);
};

/** The label of a field by its key; the key where there is no such field. */
export const useFieldLabelByKey = (): ((key: string) => string) => {
  const findField = useFieldByKey();
  const labelOf = useFieldLabel();
  return useCallback(
    (key) => {
      const field = findField(key);
      return field ? labelOf(field) : key;
    },
    [findField, labelOf],
  );
};

/** The label of a field in the language of the interface. */
export const useFieldLabel = (): ((field: Pick<PersonField, "label">) => string) => {
  const { i18n } = useTranslation();
  return useCallback(({ label }) => (i18n.language === "es" ? label.es : label.en), [i18n.language]);
};
