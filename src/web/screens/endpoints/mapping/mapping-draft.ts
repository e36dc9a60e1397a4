import { type MappingTemplate, type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";
import { formatPath, type PathStep } from "#domain/ingestion/plain-expression.ts";
import type { JsonKey } from "#web/ui/json-tree.tsx";

/** A target field and its expression. `key` identifies the row while its name is edited. */
export type DraftRow = { key: number; kind: "person" | "event"; name: string; expression: string };
export type MappingDraft = {
  automatic: boolean;
  rows: DraftRow[];
  /** The path of the list; empty when it is detected. */
  items?: string;
};
type DraftRowProblem = "nameInvalid" | "nameTwice" | "tooLong";

let lastKey = 0;
export const createRow = (kind: DraftRow["kind"], name: string, expression = ""): DraftRow => {
  lastKey += 1;
  return { key: lastKey, kind, name, expression };
};

/** Custom fields come last. */
const targetOrder = ({ name }: DraftRow): number => {
  const place = personTargets.indexOf(name as PersonTarget);
  return place < 0 ? personTargets.length : place;
};
const byTargetOrder = (left: DraftRow, right: DraftRow): number => targetOrder(left) - targetOrder(right);

export const toRows = ({ person, event }: MappingTemplate): DraftRow[] => [
  ...Object.entries(person)
    .map(([name, expression]) => createRow("person", name, expression))
    .sort(byTargetOrder),
  ...Object.entries(event).map(([name, expression]) => createRow("event", name, expression)),
];

/** Without a template the server maps payloads automatically. */
export const toDraft = (template: MappingTemplate | null): MappingDraft =>
  template === null
    ? { automatic: true, rows: [] }
    : { automatic: false, rows: toRows(template), items: template.items ?? "" };

const fieldNamePattern = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/;
const maxExpressionLength = 4000;

const isFilled = ({ expression }: DraftRow): boolean => expression.trim() !== "";

export const rowProblem = (row: DraftRow, rows: readonly DraftRow[]): DraftRowProblem | undefined => {
  if (row.expression.length > maxExpressionLength) return "tooLong";
  if (row.kind === "person" || (row.name === "" && !isFilled(row))) return undefined;
  if (!fieldNamePattern.test(row.name)) return "nameInvalid";
  const isTaken = rows.some(({ key, kind, name }) => key < row.key && kind === "event" && name === row.name);
  return isTaken ? "nameTwice" : undefined;
};

const toExpressions = (rows: readonly DraftRow[], kind: DraftRow["kind"]): Record<string, string> =>
  Object.fromEntries(
    rows
      .filter((row) => row.kind === kind && isFilled(row) && rowProblem(row, rows) === undefined)
      .map(({ name, expression }) => [name, expression.trim()]),
  );

/** Empty and invalid rows are left out. */
export const toTemplate = ({ automatic, rows, items = "" }: MappingDraft): MappingTemplate | null =>
  automatic
    ? null
    : {
        ...(items.trim() === "" ? {} : { items: items.trim() }),
        person: toExpressions(rows, "person"),
        event: toExpressions(rows, "event"),
      };

/** Equal for templates that differ only in the order of their fields. */
export const templateFingerprint = (template: MappingTemplate | null): string =>
  template === null
    ? ""
    : JSON.stringify([
        template.items ?? "",
        ...[template.person, template.event].map((part) => Object.entries(part).sort()),
      ]);

export const isValidDraft = ({ automatic, rows, items = "" }: MappingDraft): boolean =>
  automatic ||
  (items.length <= maxExpressionLength && rows.every((row) => rowProblem(row, rows) === undefined));

/** What a row may still be mapped to; accounts at X are known from direct messages alone. */
export const unusedTargets = (rows: readonly DraftRow[]): PersonTarget[] =>
  personTargets.filter(
    (target) => target !== "x" && !rows.some(({ kind, name }) => kind === "person" && name === target),
  );

/** The expression for a position in the payload; undefined when a name cannot be quoted. */
export const pathExpression = (keys: readonly JsonKey[]): string | undefined => {
  const steps: PathStep[] = [];
  for (const key of keys) {
    const last = steps.at(-1);
    if (typeof key === "string") steps.push({ kind: "name", name: key, filters: [] });
    else if (last && last.kind !== "json") last.filters.push({ index: key });
    else steps.push({ kind: "root", filters: [{ index: key }] });
  }
  return formatPath(steps);
};

export const suggestFieldName = (keys: readonly JsonKey[]): string => {
  const lastName = [...keys].reverse().find((key) => typeof key === "string") ?? "value";
  const name = String(lastName)
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .slice(0, 60);
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`.slice(0, 60);
};
