import { listedColumns } from "#domain/people/person-columns.ts";

/** The built-in columns, in the order in which the menu lists them. The name is always first. */
export const builtInColumns = [
  "name",
  "type",
  "stage",
  "score",
  "propensity",
  "churn",
  "owner",
  "tags",
  "contact",
  "email",
  ...listedColumns,
  "language",
  "sources",
  "lastInbound",
  "created",
  "updated",
] as const;
export type BuiltInColumn = (typeof builtInColumns)[number];

export const defaultColumns: readonly BuiltInColumn[] = [
  "name",
  "type",
  "stage",
  "score",
  "contact",
  "updated",
];

export const customColumnPrefix = "field.";

export const isBuiltInColumn = (id: string): id is BuiltInColumn =>
  builtInColumns.some((column) => column === id);

/** The columns that exist, once each, with the name first. */
export const knownColumns = (columns: readonly string[], custom: ReadonlySet<string>): string[] => [
  "name",
  ...new Set(columns.filter((id) => id !== "name" && (isBuiltInColumn(id) || custom.has(id)))),
];

/** The column moved by so many places; the name stays first. */
export const moveColumn = (columns: readonly string[], id: string, by: number): string[] => {
  const from = columns.indexOf(id);
  const to = from + by;
  if (from < 1 || to < 1 || to >= columns.length) return [...columns];
  const next = columns.filter((column) => column !== id);
  next.splice(to, 0, id);
  return next;
};
