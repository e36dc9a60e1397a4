import type { ValueLabels } from "#domain/texts/value-labels.ts";
import { type ExportColumn, exportColumns } from "./export-columns.ts";

/** The headings of an export in words. An import recognises them as it does the names. */
export const exportTitles: ValueLabels<ExportColumn> = {
  id: { en: "Faro id", es: "Id de Faro" },
  firstName: { en: "First name", es: "Nombre" },
  lastName: { en: "Last name", es: "Apellido" },
  email: { en: "Email", es: "Correo electrónico" },
  phone: { en: "Phone", es: "Teléfono" },
  language: { en: "Language", es: "Idioma" },
  zip: { en: "Postal code", es: "Código postal" },
  region: { en: "State or region", es: "Estado o región" },
  town: { en: "Town", es: "Municipio" },
  timezone: { en: "Timezone", es: "Zona horaria" },
  type: { en: "Type", es: "Tipo" },
  status: { en: "Stage", es: "Etapa" },
  tags: { en: "Tags", es: "Etiquetas" },
  furtherEmails: { en: "Further emails", es: "Otros correos" },
  furtherPhones: { en: "Further phones", es: "Otros teléfonos" },
  source: { en: "Source", es: "Origen" },
  owner: { en: "Owner (email)", es: "Responsable (correo)" },
  "consent.sms": { en: "Consent: SMS", es: "Consentimiento: SMS" },
  "consent.whatsapp": { en: "Consent: WhatsApp", es: "Consentimiento: WhatsApp" },
  "consent.call": { en: "Consent: calls", es: "Consentimiento: llamadas" },
  "consent.email": { en: "Consent: email", es: "Consentimiento: correo" },
  dnc: { en: "Do not contact", es: "No contactar" },
  intentScore: { en: "Intent score", es: "Puntuación de intención" },
  propensityToBuy: { en: "Propensity to buy", es: "Propensión de compra" },
  churnRisk: { en: "Churn risk", es: "Riesgo de abandono" },
  createdAt: { en: "First seen", es: "Primera vez" },
  updatedAt: { en: "Last change", es: "Último cambio" },
};

/** Titles that files of other systems use too; what they mean there is decided by their words and values. */
const commonColumns: ReadonlySet<ExportColumn> = new Set([
  "firstName",
  "lastName",
  "email",
  "phone",
  "language",
  "zip",
  "town",
  "timezone",
  "type",
  "status",
  "tags",
  "source",
]);

const columnsByHeading = new Map<string, ExportColumn>(
  exportColumns.flatMap((column) => [
    [column, column] as const,
    ...(commonColumns.has(column)
      ? []
      : Object.values(exportTitles[column]).map((title) => [title, column] as const)),
  ]),
);

/** The column of our own exports that has this heading. */
export const exportColumnOf = (heading: string): ExportColumn | undefined => columnsByHeading.get(heading);
