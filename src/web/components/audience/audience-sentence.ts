import type { AudienceField } from "#contract/audiences.ts";
import {
  type AudienceNode,
  type AudienceRow,
  type DistanceFrom,
  fieldOperators,
  type Span,
  type Within,
} from "#domain/audience/audience.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import {
  audienceChoiceLabel,
  audienceFieldLabel,
  isBroadcastField,
  type OperatorTextKey,
  operatorTextKey,
} from "./audience-labels.ts";
import { isDistance } from "./row-defaults.ts";

export type AudienceFields = ReadonlyMap<string, AudienceField>;

/** The field of a row, if the row can be read: the field exists and takes the operator. */
export const readableField = (
  { field, op }: Pick<AudienceRow, "field" | "op">,
  fields: AudienceFields,
): AudienceField | undefined => {
  const found = fields.get(field);
  const operators: readonly string[] = found ? fieldOperators[found.kind] : [];
  return operators.includes(op) ? found : undefined;
};

const dayParts = { year: "numeric", month: "short", day: "numeric" } as const;

const dateText = (value: unknown, { format }: Wording): string => {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? String(value ?? "?")
    : new Intl.DateTimeFormat(format.locale, { ...dayParts, timeZone: "UTC" }).format(date);
};

/** `12-31`, of any year. */
const dayAndMonthText = (value: unknown, { format }: Wording): string => {
  const date = new Date(`2024-${value}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? String(value ?? "?")
    : new Intl.DateTimeFormat(format.locale, { month: "long", day: "numeric", timeZone: "UTC" }).format(date);
};

const spanSection = (op: AudienceRow["op"]) =>
  op === "in_last" ? "last" : op === "in_next" ? "next" : "span";

const spanText = ({ last, unit }: Span, op: AudienceRow["op"], { i18n }: Wording): string =>
  i18n.t(`audience.${spanSection(op)}.${unit}`, { count: last });

const withinText = (within: Within | undefined, wording: Wording): string => {
  const { i18n } = wording;
  if (within === undefined) return "";
  if ("last" in within) return i18n.t(`audience.last.${within.unit}`, { count: within.last });
  if ("since" in within)
    return i18n.t("audience.within.sinceText", { date: dateText(within.since, wording) });
  const [from, to] = within.between.map((date) => dateText(date, wording));
  return i18n.t("audience.within.betweenText", { from, to });
};

const listText = (items: string[], type: "conjunction" | "disjunction", { format }: Wording): string =>
  new Intl.ListFormat(format.locale, { type }).format(items);

const isSpanValue = (value: unknown): value is Span =>
  typeof value === "object" && value !== null && "last" in value && "unit" in value;

const scalarText = (field: AudienceField, value: unknown, wording: Wording): string => {
  if (typeof value === "number") return wording.format.number(value);
  if (field.kind === "instant" || field.kind === "date") return dateText(value, wording);
  return audienceChoiceLabel(field, String(value ?? "?"), wording);
};

const distanceText = ({ distance, unit, label }: DistanceFrom, { i18n, format }: Wording): string =>
  i18n.t(`audience.distanceFrom.${unit}`, {
    count: distance,
    shown: format.number(distance),
    place: label === "" ? "?" : label,
  });

const valueText = (field: AudienceField, { op, value }: AudienceRow, wording: Wording): string => {
  if (isDistance(value)) return distanceText(value, wording);
  if (isSpanValue(value)) return spanText(value, op, wording);
  if (op === "day_and_month_is") return dayAndMonthText(value, wording);
  if (!Array.isArray(value)) return scalarText(field, value, wording);
  const items = value.map((item) => scalarText(field, item, wording));
  if (op === "between") return wording.i18n.t("audience.fromTo", { from: items[0], to: items[1] });
  return listText(items, op === "has_all" ? "conjunction" : "disjunction", wording);
};

type SayKey = Exclude<OperatorTextKey, "is_any_of"> | "count_never" | "in_state";

const sayKey = (field: AudienceField, { op, value }: AudienceRow): SayKey => {
  const key = operatorTextKey(field.kind, op);
  if (isBroadcastField(field.id) && (op === "has_any" || op === "has_all")) return "in_state";
  if (key === "is_any_of") return "is";
  if (key === "in" && value !== undefined) return "in_state";
  return key === "count_eq" && value === 0 ? "count_never" : key;
};

const rowText = (row: AudienceRow, negated: boolean, fields: AudienceFields, wording: Wording): string => {
  const { i18n } = wording;
  const field = readableField(row, fields);
  if (!field) return i18n.t("audience.broken");
  const key = sayKey(field, row);
  const times =
    field.kind === "count" && key !== "count_never"
      ? i18n.t("audience.times", { count: Number(row.value) })
      : undefined;
  const within = withinText(row.within, wording);
  const value = key === "count_never" ? within : (times ?? valueText(field, row, wording));
  const text = i18n.t(`audience.say.${key}.${negated ? "no" : "yes"}`, {
    field: audienceFieldLabel(field, wording),
    value,
  });
  return (key === "count_never" ? text : `${text} ${within}`).trim();
};

const isList = (node: AudienceNode): boolean =>
  ("all" in node && node.all.length > 1) || ("any" in node && node.any.length > 1);

const nodeText = (node: AudienceNode, negated: boolean, fields: AudienceFields, wording: Wording): string => {
  const { i18n } = wording;
  if ("not" in node) return nodeText(node.not, !negated, fields, wording);
  if ("everybody" in node) return i18n.t(negated ? "audience.nobody" : "audience.everybody");
  if ("field" in node) return rowText(node, negated, fields, wording);
  const children = "all" in node ? node.all : node.any;
  const [only] = children;
  if (only && children.length === 1) return nodeText(only, negated, fields, wording);
  const parts = children.map((child) => {
    const text = nodeText(child, false, fields, wording);
    return isList(child) ? `(${text})` : text;
  });
  if (!negated) return parts.join(i18n.t("all" in node ? "audience.join.and" : "audience.join.or"));
  return i18n.t("all" in node ? "audience.join.not_all" : "audience.join.none", { list: parts.join("; ") });
};

/** An audience in words, such as "Stage is New and Intent score is at least 70". */
export const audienceSentence = (node: AudienceNode, fields: AudienceFields, wording: Wording): string => {
  const text = nodeText(node, false, fields, wording);
  return text.slice(0, 1).toLocaleUpperCase(wording.i18n.language) + text.slice(1);
};
