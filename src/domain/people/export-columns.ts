import { consentKinds } from "#domain/person.ts";
import { columnsFor } from "./person-columns.ts";

const lastColumns = ["createdAt", "updatedAt"] as const;
const isLast = (name: string): boolean => lastColumns.some((last) => last === name);

/**
 * The columns of an export without those of custom fields. A name that an import reads is the name of its target, so
 * that an exported file is matched by itself.
 */
export const exportColumns = [
  ...columnsFor("export").filter((name) => !isLast(name)),
  "furtherEmails",
  "furtherPhones",
  "source",
  "owner",
  ...consentKinds.map((kind) => `consent.${kind}` as const),
  "dnc",
  "intentScore",
  "propensityToBuy",
  "churnRisk",
  ...lastColumns,
] as const;
export type ExportColumn = (typeof exportColumns)[number];

const fieldPrefix = "field.";

/** The column of a custom field. */
export const fieldColumn = (key: string): string => `${fieldPrefix}${key}`;

/** The key of the custom field that a column holds. */
export const columnField = (column: string): string | undefined =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : undefined;
