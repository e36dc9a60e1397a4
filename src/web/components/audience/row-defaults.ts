import type { AudienceField } from "#contract/audiences.ts";
import {
  type AudienceFieldKind,
  type AudienceOperator,
  type DistanceFrom,
  fieldOperators,
} from "#domain/audience/audience.ts";
import type { AudienceDraftRow, RowValue } from "./audience-draft.ts";

/** How the values of operators look; a value is kept when the operator changes to one of the same shape. */
type ValueShape = "none" | "distance" | "span" | "list" | "pair" | "day_and_month" | "one";

const shapes: Partial<Record<AudienceOperator, ValueShape>> = {
  known: "none",
  is_empty: "none",
  is_true: "none",
  in: "none",
  in_last: "span",
  more_than_ago: "span",
  in_next: "span",
  is_any_of: "list",
  has_any: "list",
  has_all: "list",
  between: "pair",
  day_and_month_is: "day_and_month",
  within_distance: "distance",
};

const shapeOf = (op: AudienceOperator): ValueShape => shapes[op] ?? "one";

const firstOperators: Partial<Record<AudienceFieldKind, AudienceOperator>> = {
  text: "contains",
  number: ">=",
};

/** Its place is chosen first: one without a label is none. */
export const defaultDistance: DistanceFrom = {
  distance: 10,
  unit: "mi",
  latitude: 0,
  longitude: 0,
  label: "",
};

export const isDistance = (value: unknown): value is DistanceFrom =>
  typeof value === "object" && value !== null && "distance" in value && "label" in value;

const defaultValue = (kind: AudienceFieldKind, op: AudienceOperator): RowValue | undefined => {
  const shape = shapeOf(op);
  if (shape === "span") return { last: 7, unit: "days" };
  if (shape === "distance") return defaultDistance;
  if (shape === "day_and_month") return "01-01";
  if (kind === "count") return 1;
  return kind === "bucket" ? 10 : undefined;
};

/** The row for another field: its first operator, without a value. */
export const withField = (row: AudienceDraftRow, { id, kind }: AudienceField): AudienceDraftRow => {
  const op = firstOperators[kind] ?? fieldOperators[kind][0];
  return {
    ...row,
    field: id,
    op,
    negated: false,
    value: defaultValue(kind, op),
    within: kind === "count" ? { last: 30, unit: "days" } : undefined,
  };
};

/** The row with another operator. A single value becomes the first of a list, and back. */
export const withOperator = (
  row: AudienceDraftRow,
  kind: AudienceFieldKind,
  op: AudienceOperator,
  negated: boolean,
): AudienceDraftRow => {
  const [before, after] = [row.op ? shapeOf(row.op) : "none", shapeOf(op)];
  const { value } = row;
  if (before === after) return { ...row, op, negated };
  if (before === "one" && after === "list" && typeof value === "string" && value !== "")
    return { ...row, op, negated, value: [value] };
  if (before === "list" && after === "one" && Array.isArray(value))
    return { ...row, op, negated, value: value[0] };
  return { ...row, op, negated, value: defaultValue(kind, op) };
};
