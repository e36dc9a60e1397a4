import type { GeneralSettings } from "#domain/general-settings.ts";
import type { ImportOptions } from "#domain/import/import-options.ts";
import { problemKind } from "#domain/import/import-problems.ts";
import type { ColumnReads, FileColumn } from "#domain/import/import-state.ts";
import type { Reader } from "#server/db/database.ts";
import type { StoredBatch } from "#server/store/batches/batches.ts";
import { readRawRows } from "#server/store/batches/import-people.ts";
import { loadImport } from "./load-import.ts";

/** How the columns of so many rows read is shown while they are matched; the check reads all. */
const maxReadRows = 2500;

/** Counts how values read with a mapping, column by column. */
export const measureColumns = async (
  db: Reader,
  batch: StoredBatch,
  columns: readonly FileColumn[],
  options: ImportOptions,
  general: GeneralSettings,
): Promise<{ columns: FileColumn[]; readRows: number }> => {
  const { read } = await loadImport(
    db,
    { ...batch, options, facts: { ...batch.facts, columns: [...columns] } },
    general,
  );
  const rows = await readRawRows(db, batch.id, 0, maxReadRows);
  const reads = columns.map((): ColumnReads & { values: Set<string> } => ({
    valid: 0,
    invalid: 0,
    mended: 0,
    distinct: 0,
    note: null,
    values: new Set(),
  }));
  for (const { line, raw } of rows) {
    const { problems } = read(line, raw);
    const byColumn = new Map(problems.map((problem) => [problem.column, problem]));
    reads.forEach((column, index) => {
      const text = raw[index]?.trim() ?? "";
      if (text === "") return;
      column.values.add(text);
      const problem = byColumn.get(index);
      const isMended = problem !== undefined && problemKind(problem.code).isMended === true;
      if (problem && !isMended) {
        column.invalid += 1;
        column.note ??= problem;
      } else column.valid += 1;
      if (isMended) {
        column.mended += 1;
        column.note ??= problem;
      }
    });
  }
  return {
    readRows: rows.length,
    columns: columns.map((column, index) => {
      const { values, ...found } = reads[index] ?? {
        values: new Set(),
        valid: 0,
        invalid: 0,
        mended: 0,
        distinct: 0,
        note: null,
      };
      return { ...column, reads: { ...found, distinct: values.size } };
    }),
  };
};
