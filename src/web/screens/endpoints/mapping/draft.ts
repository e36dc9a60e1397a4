import { type MappingTemplate, type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";

/** A field that is filled by an expression. The key is the row's own while names are still being typed. */
export type Row = { key: number; kind: "person" | "event"; name: string; expression: string };
export type Draft = { automatic: boolean; rows: Row[] };
export type RowProblem = "nameInvalid" | "nameTwice" | "tooLong";

let lastKey = 0;
export const newRow = (kind: Row["kind"], name: string, expression = ""): Row => {
  lastKey += 1;
  return { key: lastKey, kind, name, expression };
};

const byPlace = (left: Row, right: Row): number =>
  personTargets.indexOf(left.name as PersonTarget) - personTargets.indexOf(right.name as PersonTarget);

export const rowsOf = ({ person, event }: MappingTemplate): Row[] => [
  ...Object.entries(person)
    .map(([name, expression]) => newRow("person", name, expression))
    .sort(byPlace),
  ...Object.entries(event).map(([name, expression]) => newRow("event", name, expression)),
];

/** Without a template of its own, every payload of the endpoint is guessed. */
export const draftOf = (template: MappingTemplate | null): Draft =>
  template === null ? { automatic: true, rows: [] } : { automatic: false, rows: rowsOf(template) };

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/;
const longest = 4000;

const isFilled = ({ expression }: Row): boolean => expression.trim() !== "";

export const problemOf = (row: Row, rows: readonly Row[]): RowProblem | undefined => {
  if (row.expression.length > longest) return "tooLong";
  if (row.kind === "person" || (row.name === "" && !isFilled(row))) return undefined;
  if (!fieldName.test(row.name)) return "nameInvalid";
  const twice = rows.some(({ key, kind, name }) => key < row.key && kind === "event" && name === row.name);
  return twice ? "nameTwice" : undefined;
};

const partOf = (rows: readonly Row[], kind: Row["kind"]): Record<string, string> =>
  Object.fromEntries(
    rows
      .filter((row) => row.kind === kind && isFilled(row) && problemOf(row, rows) === undefined)
      .map(({ name, expression }) => [name, expression.trim()]),
  );

/** What would be stored: rows that say nothing, or nothing usable, are left out. */
export const templateOf = ({ automatic, rows }: Draft): MappingTemplate | null =>
  automatic ? null : { person: partOf(rows, "person"), event: partOf(rows, "event") };

/** The same for the same template, in whatever order its fields are kept. */
export const markOf = (template: MappingTemplate | null): string =>
  template === null
    ? ""
    : JSON.stringify([template.person, template.event].map((part) => Object.entries(part).sort()));

export const isUsable = ({ automatic, rows }: Draft): boolean =>
  automatic || rows.every((row) => problemOf(row, rows) === undefined);

export const unusedTargets = (rows: readonly Row[]): PersonTarget[] =>
  personTargets.filter((target) => !rows.some(({ kind, name }) => kind === "person" && name === target));
