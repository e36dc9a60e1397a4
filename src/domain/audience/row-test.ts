import { md5 } from "@noble/hashes/legacy.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { chordSquared, type GeoBox, type GeoPoint, type UnitVector } from "#domain/places/sphere.ts";
import { foldText } from "./fold-text.ts";

export type NumberOperator = "=" | ">" | ">=" | "<" | "<=";
export type TextMatch = "equals" | "contains" | "starts_with" | "ends_with";

/** What a row demands of the value of its field, as plain values: the predicate and the SQL are made from the same. */
export type RowTest =
  | { is: "known" }
  /** One of the values, which are folded; none is empty. */
  | { is: "text"; match: TextMatch; values: readonly string[] }
  | { is: "any_of"; values: readonly string[] }
  | { is: "has_any" | "has_all"; values: readonly string[] }
  | { is: "empty" }
  /** All of the comparisons. */
  | { is: "number"; comparisons: readonly { operator: NumberOperator; value: number }[] }
  /** From the first instant on, and before the second. */
  | { is: "instant"; from: number | null; to: number | null }
  /** Both days included. */
  | { is: "date"; from: string | null; to: string | null }
  /** Such as 11-16. */
  | { is: "day_and_month"; day: string }
  | { is: "true" }
  /** The hash of the person's id and the seed, of 32 bits. */
  | { is: "bucket"; below: number; seed: string }
  /** In one of the areas; a state holds its counties. */
  | { is: "area"; codes: readonly string[] }
  /** At most so far from the center, as the square of a chord. The boxes hold all such points. */
  | { is: "near"; center: UnitVector; limit: number; boxes: readonly GeoBox[] };

/** Null is unknown. A text field may have several values, of which one must pass. */
export type AudienceValue = string | number | boolean | readonly string[] | (GeoPoint & UnitVector) | null;

const matchText = (text: string, match: TextMatch, value: string): boolean => {
  if (match === "equals") return text === value;
  if (match === "contains") return text.includes(value);
  return match === "starts_with" ? text.startsWith(value) : text.endsWith(value);
};

const comparisons: Record<NumberOperator, (a: number, b: number) => boolean> = {
  "=": (a, b) => a === b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
};

const isWithin = <T extends number | string>(value: T, from: T | null, to: T | null, toIncluded: boolean) =>
  (from === null || value >= from) && (to === null || (toIncluded ? value <= to : value < to));

/** MD5, because PostgreSQL has it without an extension; it spreads people evenly and protects nothing. */
export const bucketOf = (personId: string, seed: string): number => {
  const [a = 0, b = 0, c = 0, d = 0] = md5(utf8ToBytes(`${personId}:${seed}`));
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
};

const toTexts = (value: AudienceValue): readonly string[] =>
  Array.isArray(value) ? value : typeof value === "string" && value !== "" ? [value] : [];

const isKnown = (value: AudienceValue): boolean =>
  Array.isArray(value) ? value.some((text) => text !== "") : value !== null && value !== "";

const isPosition = (value: AudienceValue): value is GeoPoint & UnitVector =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value passes. An unknown value passes nothing; an empty text is unknown. */
export const passesTest = (test: RowTest, value: AudienceValue): boolean => {
  switch (test.is) {
    case "known":
      return isKnown(value);
    case "text": {
      const folded = toTexts(value).map(foldText);
      return test.values.some((wanted) => folded.some((text) => matchText(text, test.match, wanted)));
    }
    case "any_of":
      return typeof value === "string" && test.values.includes(value);
    case "has_any":
      return test.values.some((wanted) => toTexts(value).includes(wanted));
    case "has_all":
      return test.values.every((wanted) => toTexts(value).includes(wanted));
    case "empty":
      return toTexts(value).length === 0;
    case "number":
      return (
        typeof value === "number" &&
        test.comparisons.every(({ operator, value: bound }) => comparisons[operator](value, bound))
      );
    case "instant":
      return typeof value === "number" && isWithin(value, test.from, test.to, false);
    case "date":
      return typeof value === "string" && isWithin(value, test.from, test.to, true);
    case "day_and_month":
      return typeof value === "string" && value.slice(5) === test.day;
    case "true":
      return value === true;
    case "bucket":
      return typeof value === "string" && bucketOf(value, test.seed) < test.below;
    case "area":
      return typeof value === "string" && test.codes.some((code) => value.startsWith(code));
    case "near":
      return isPosition(value) && chordSquared(value, test.center) <= test.limit;
  }
};
