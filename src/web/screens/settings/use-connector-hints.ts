import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ConnectorCard } from "#contract/integrations.ts";

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
