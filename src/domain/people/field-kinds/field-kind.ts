import type { Language } from "#domain/language.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";

/** Why a value does not read as its kind. */
export const fieldProblems = [
  "not_text",
  "too_long",
  "not_number",
  "out_of_range",
  "not_date",
  "ambiguous_date",
  "not_yes_no",
  "not_choice",
  "not_link",
  "not_https",
  "not_money",
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

export type FieldReading<T = unknown> = { value: T } | { problem: FieldProblem };

/** How text is read where its meaning depends on the writer's country. */
export type FieldReadOptions = {
  /** Of the kinds choice and choices. */
  choices: readonly string[];
  /** The order of 03/04/2026; absent: such a date is ambiguous. */
  dateOrder?: "day_first" | "month_first" | undefined;
  /** The mark of 1.240 and 1,240; absent: a point, unless the text shows otherwise. */
  decimalMark?: "point" | "comma" | undefined;
};

/** A kind of custom field: what its values are, how they are read and shown. */
export type FieldKind<T = unknown> = {
  name: PersonFieldKind;
  /** Reads text or JSON into the form that is stored. */
  read: (value: unknown, options: FieldReadOptions) => FieldReading<T>;
  /** The text for people, in templates and on screens. */
  toText: (value: T, language: Language) => string;
  /** The text for files, which `read` reads back. */
  toCell: (value: T) => string;
};

/** Text without case, accents and repeated spaces, for comparison. */
export const foldLabel = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
