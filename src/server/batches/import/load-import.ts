import { sql } from "drizzle-orm";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { type ImportOptions, importOptions } from "#domain/import/import-options.ts";
import type { FileFacts } from "#domain/import/import-state.ts";
import { matchValue, rowAddresses } from "#domain/import/plan-page.ts";
import { type ColumnModes, columnModes } from "#domain/import/plan-row.ts";
import { createRowReader, fieldKeyOf, type ReadRow } from "#domain/import/read-row.ts";
import type { FieldDefinition } from "#domain/people/field-kinds.ts";
import type { Reader } from "#server/db/database.ts";
import type { StoredBatch } from "#server/store/batches/batches.ts";
import { readOwners } from "#server/store/batches/import-people.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import type { PeopleKeys } from "#server/store/people/stored-people.ts";

export const parseImportOptions = (batch: Pick<StoredBatch, "options">): ImportOptions =>
  importOptions.parse(batch.options);

export const parseFileFacts = (batch: Pick<StoredBatch, "facts">): FileFacts => batch.facts as FileFacts;

/** An import as its jobs need it: fixed while one of them runs. */
export type LoadedImport = {
  options: ImportOptions;
  facts: FileFacts;
  modes: ColumnModes;
  read: (line: number, cells: readonly string[]) => ReadRow;
};

const maxNewChoices = 200;

/** The values of a column that become the choices of a new field. */
export const readColumnChoices = async (db: Reader, batchId: string, column: number): Promise<string[]> => {
  const { rows } = await db.execute<{ value: string }>(sql`
    SELECT DISTINCT trim(raw[${column + 1}]) AS value FROM batch_rows
     WHERE batch_id = ${batchId} AND trim(raw[${column + 1}]) <> '' ORDER BY 1 LIMIT ${maxNewChoices}`);
  return rows.map(({ value }) => value.slice(0, 100));
};

const readDefinitions = async (
  db: Reader,
  batch: StoredBatch,
  options: ImportOptions,
): Promise<Map<string, FieldDefinition>> => {
  const definitions = new Map<string, FieldDefinition>(
    (await listPersonFields(db)).map(({ key, kind, choices }) => [key, { kind, choices }]),
  );
  for (const [index, column] of options.columns.entries()) {
    const key = fieldKeyOf(column);
    if (!column.newField || key === undefined || definitions.has(key)) continue;
    const { kind } = column.newField;
    const hasChoices = kind === "choice" || kind === "choices";
    definitions.set(key, { kind, choices: hasChoices ? await readColumnChoices(db, batch.id, index) : [] });
  }
  return definitions;
};

export const loadImport = async (
  db: Reader,
  batch: StoredBatch,
  { defaultCountry }: Pick<GeneralSettings, "defaultCountry">,
): Promise<LoadedImport> => {
  const options = parseImportOptions(batch);
  const facts = parseFileFacts(batch);
  const read = createRowReader({
    headers: facts.columns.map(({ header }) => header),
    columns: options.columns,
    options,
    country: defaultCountry,
    owners: await readOwners(db),
    fields: await readDefinitions(db, batch, options),
    now: Date.now(),
  });
  return { options, facts, modes: columnModes(options.columns), read };
};

/** The notes that rows of a page would add. */
export const rowNotes = (rows: readonly ReadRow[]): string[] => [
  ...new Set(rows.flatMap(({ note }) => note ?? [])),
];

/** By what the people of a page may be found. */
export const peopleKeys = (rows: readonly ReadRow[], options: ImportOptions): PeopleKeys => {
  const usesAddresses =
    options.matchBy === "address" || options.matchBy === "email" || options.matchBy === "phone";
  const usesIds = options.matchBy === "address" || options.matchBy === "id";
  const kept = rows.filter(({ refusal }) => refusal === null);
  return {
    addresses: usesAddresses ? [...new Set(kept.flatMap(rowAddresses))] : [],
    ids: usesIds ? [...new Set(kept.flatMap(({ values }) => values.id ?? []))] : [],
    field:
      options.matchBy === "field" && options.matchField
        ? {
            key: options.matchField,
            values: [...new Set(kept.flatMap((row) => matchValue(row, options) ?? []))],
          }
        : null,
  };
};
