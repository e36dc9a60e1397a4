import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrationsApi } from "#contract/integrations.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { apiQuery } from "#web/lib/api.ts";
import type { FieldOptions } from "#web/lib/json-schema.ts";

type Properties = Record<string, Record<string, unknown>>;

/** Adds the translated hints to the fields of a connector's form. */
export const useConnectorHints = (): ((card: ConnectorCard) => ConnectorCard) => {
  const { t, i18n } = useTranslation();
  return useCallback(
    (card) => {
      const properties = Object.entries((card.form.properties ?? {}) as Properties).map(([name, field]) => {
        const key = `connectorHint.${card.id}.${name}`;
        return [name, i18n.exists(key) ? { ...field, description: String(t(key as never)) } : field];
      });
      return { ...card, form: { ...card.form, properties: Object.fromEntries(properties) } };
    },
    [t, i18n],
  );
};

/** The numbers of the messaging account, to choose from. Without known numbers the field is a text input. */
export const useOfferedNumbers = (): Record<string, FieldOptions> => {
  const { data: numbers } = useQuery(apiQuery(integrationsApi.phoneNumbers));
  return useMemo(
    () =>
      numbers && numbers.length > 0
        ? {
            fromNumber: numbers.map(({ phoneNumber, label }) => ({
              value: phoneNumber,
              label:
                label && label !== phoneNumber
                  ? `${formatPhone(phoneNumber)} · ${label}`
                  : formatPhone(phoneNumber),
            })),
          }
        : {},
    [numbers],
  );
};
