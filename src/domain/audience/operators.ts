import { formatDay } from "#domain/calendar.ts";
import { boxesAround, chordSquaredOf, toMeters, toUnitVector } from "#domain/places/sphere.ts";
import { areaCodePattern } from "#domain/places/state-codes.ts";
import {
  type AudienceFieldKind,
  type AudienceOperator,
  type AudienceRow,
  distanceFrom,
  span,
} from "./audience.ts";
import type { AudienceContext } from "./context.ts";
import { dayStart, readDay, spanDays, spanMs, todayNumber } from "./days.ts";
import { foldText } from "./fold-text.ts";
import type { NumberOperator, RowTest } from "./row-test.ts";

type ReadTest = (row: AudienceRow, context: AudienceContext) => RowTest | null;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidPattern.test(text);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** One text or a list of them, none empty. */
const readTexts = (value: unknown): string[] | null => {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every(isText) ? list : null;
};

const textTest =
  (match: "equals" | "contains" | "starts_with" | "ends_with", takesList = false): ReadTest =>
  ({ value }) => {
    const values = takesList || !Array.isArray(value) ? readTexts(value) : null;
    return values && { is: "text", match, values: values.map(foldText) };
  };

const listTest =
  (is: "any_of" | "has_any" | "has_all"): ReadTest =>
  ({ value }) => {
    const values = readTexts(value);
    return values && { is, values };
  };

/** `me` is the user who asks; where none does, the row cannot be read. */
const readUsers: ReadTest = ({ value }, { userId }) => {
  const values = readTexts(value)?.map((text) => (text === "me" ? (userId ?? "") : text));
  return values?.every(isUuid) ? { is: "any_of", values } : null;
};

/** `mine` are the teams of the user who asks; where none does, the row cannot be read. */
const readTeams: ReadTest = ({ value }, { userId, teamsOf }) => {
  const texts = readTexts(value);
  if (!texts || (texts.includes("mine") && userId === null)) return null;
  const mine = userId === null ? [] : (teamsOf.get(userId) ?? []);
  const values = texts.flatMap((text) => (text === "mine" ? mine : [text]));
  return values.every(isUuid) ? { is: "any_of", values } : null;
};

/** A row without a value; `true` counts as none. */
const plainTest =
  (test: RowTest): ReadTest =>
  ({ value }) =>
    value === undefined || value === true ? test : null;

const compare =
  (operator: NumberOperator): ReadTest =>
  ({ value }) =>
    typeof value === "number" && Number.isFinite(value)
      ? { is: "number", comparisons: [{ operator, value }] }
      : null;

const readPair = (value: unknown): [unknown, unknown] | null =>
  Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : null;

const betweenNumbers: ReadTest = ({ value }) => {
  const [from, to] = readPair(value) ?? [];
  if (typeof from !== "number" || typeof to !== "number") return null;
  const comparisons = [
    { operator: ">=" as const, value: from },
    { operator: "<=" as const, value: to },
  ];
  return Number.isFinite(from) && Number.isFinite(to) ? { is: "number", comparisons } : null;
};

type Limits<T> = { from: T | null; to: T | null };
/** Limits in days; `to` is included. */
type ReadDays = (row: AudienceRow, context: AudienceContext) => Limits<number> | null;

const onDay: ReadDays = ({ value }, context) => {
  const day = readDay(value, context);
  return day === null ? null : { from: day, to: day };
};
const beforeDay: ReadDays = ({ value }, context) => {
  const day = readDay(value, context);
  return day === null ? null : { from: null, to: day - 1 };
};
const afterDay: ReadDays = ({ value }, context) => {
  const day = readDay(value, context);
  return day === null ? null : { from: day + 1, to: null };
};
const betweenDays: ReadDays = ({ value }, context) => {
  const pair = readPair(value);
  const from = readDay(pair?.[0], context);
  const to = readDay(pair?.[1], context);
  return from === null || to === null ? null : { from, to };
};

const instantTest =
  (read: ReadDays): ReadTest =>
  (row, context) => {
    const limits = read(row, context);
    if (!limits) return null;
    const { from, to } = limits;
    return {
      is: "instant",
      from: from === null ? null : dayStart(from, context),
      to: to === null ? null : dayStart(to + 1, context),
    };
  };

const dateTest =
  (read: ReadDays): ReadTest =>
  (row, context) => {
    const limits = read(row, context);
    if (!limits) return null;
    const { from, to } = limits;
    return {
      is: "date",
      from: from === null ? null : formatDay(from),
      to: to === null ? null : formatDay(to),
    };
  };

/** A span back from or ahead of now, or of today for dates. */
const spanLimits = {
  in_last: (now: number, length: number): Limits<number> => ({ from: now - length, to: now }),
  more_than_ago: (now: number, length: number): Limits<number> => ({ from: null, to: now - length - 1 }),
  in_next: (now: number, length: number): Limits<number> => ({ from: now + 1, to: now + length }),
};
type SpanOperator = keyof typeof spanLimits;

const instantSpan =
  (operator: SpanOperator): ReadTest =>
  ({ value }, { now }) => {
    const { data } = span.safeParse(value);
    if (!data) return null;
    const { from, to } = spanLimits[operator](now, spanMs(data));
    return { is: "instant", from, to: to === null ? null : to + 1 };
  };

const dateSpan = (operator: SpanOperator): ReadTest =>
  dateTest(({ value }, context) => {
    const { data } = span.safeParse(value);
    const days = data ? spanDays(data) : null;
    return days === null ? null : spanLimits[operator](todayNumber(context), days);
  });

const dayAndMonth: ReadTest = ({ value }, context) => {
  if (typeof value !== "string") return null;
  // A leap year, so that 02-29 is a day.
  const day = readDay(/^\d{2}-\d{2}$/.test(value) ? `2000-${value}` : value, context);
  return day === null ? null : { is: "day_and_month", day: formatDay(day).slice(5) };
};

/** A percentage, or a list of the percentage and a seed. */
const belowPercent: ReadTest = ({ value }) => {
  const [percent, seed = ""] = Array.isArray(value) && value.length <= 2 ? value : [value];
  if (typeof percent !== "number" || !(percent >= 0 && percent <= 100) || typeof seed !== "string")
    return null;
  return { is: "bucket", below: Math.floor((percent / 100) * 2 ** 32), seed };
};

/** FIPS codes: five digits for a county, two for a state. */
const areas: ReadTest = ({ value }) => {
  const codes = readTexts(value);
  return codes?.every((code) => areaCodePattern.test(code)) ? { is: "area", codes } : null;
};

const withinDistance: ReadTest = ({ value }) => {
  const { data } = distanceFrom.safeParse(value);
  if (!data) return null;
  const meters = toMeters(data.distance, data.unit);
  return {
    is: "near",
    center: toUnitVector(data),
    limit: chordSquaredOf(meters),
    boxes: boxesAround(data, meters),
  };
};

const known = plainTest({ is: "known" });
const isTrue = plainTest({ is: "true" });

/** What each operator of a kind demands; null where the value does not fit. */
const readers: Record<AudienceFieldKind, Partial<Record<AudienceOperator, ReadTest>>> = {
  text: {
    is: textTest("equals"),
    is_any_of: textTest("equals", true),
    contains: textTest("contains"),
    starts_with: textTest("starts_with"),
    ends_with: textTest("ends_with"),
    known,
  },
  choice: { is_any_of: listTest("any_of"), known },
  user: { is_any_of: readUsers, known },
  team: { is_any_of: readTeams, known },
  set: {
    has_any: listTest("has_any"),
    has_all: listTest("has_all"),
    is_empty: plainTest({ is: "empty" }),
  },
  number: {
    "=": compare("="),
    ">": compare(">"),
    ">=": compare(">="),
    "<": compare("<"),
    "<=": compare("<="),
    between: betweenNumbers,
    known,
  },
  instant: {
    in_last: instantSpan("in_last"),
    more_than_ago: instantSpan("more_than_ago"),
    in_next: instantSpan("in_next"),
    on: instantTest(onDay),
    before: instantTest(beforeDay),
    after: instantTest(afterDay),
    between: instantTest(betweenDays),
    known,
  },
  date: {
    in_last: dateSpan("in_last"),
    more_than_ago: dateSpan("more_than_ago"),
    in_next: dateSpan("in_next"),
    on: dateTest(onDay),
    before: dateTest(beforeDay),
    after: dateTest(afterDay),
    between: dateTest(betweenDays),
    day_and_month_is: dayAndMonth,
    known,
  },
  yes_no: { is_true: isTrue },
  count: { ">=": compare(">="), "=": compare("="), "<=": compare("<=") },
  reference: { in: isTrue },
  bucket: { below_percent: belowPercent },
  area: { is_any_of: areas, known },
  distance: { within_distance: withinDistance, known },
};

/** The test of a row, or why there is none. */
export const readRowTest = (
  kind: AudienceFieldKind,
  row: AudienceRow,
  context: AudienceContext,
): RowTest | "wrong_operator" | "wrong_value" => {
  const read = readers[kind][row.op];
  return read ? (read(row, context) ?? "wrong_value") : "wrong_operator";
};
