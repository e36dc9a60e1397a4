import type { ImportOptions } from "#domain/import/import-options.ts";
import { makeFieldKey } from "#domain/people/field-key.ts";

/** The keys of new custom fields, chosen before the first row is read. */
export const assignFieldKeys = (options: ImportOptions, taken: ReadonlySet<string>): ImportOptions => {
  const used = new Set(taken);
  return {
    ...options,
    columns: options.columns.map((column) => {
      if (column.target !== "newField" || !column.newField) return column;
      const key = makeFieldKey(column.newField.label, used);
      used.add(key);
      return { ...column, field: key };
    }),
  };
};
