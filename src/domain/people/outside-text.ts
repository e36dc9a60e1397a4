import type { Language } from "#domain/language.ts";
import { domainEndings } from "./domain-endings.ts";
import { findColumn, type OutsideTextKind } from "./person-columns.ts";

/** Why a text from outside is not taken. */
export const outsideTextProblems = ["holds_link", "holds_markup", "holds_number", "too_long"] as const;
export type OutsideTextProblem = (typeof outsideTextProblems)[number];

export type OutsideText = { value: string } | { problem: OutsideTextProblem };

type TextRules = {
  /** Of texts whose column has no length of its own. */
  max: number;
  links: boolean;
  markup: boolean;
  /** How many digits it may hold in all, and in a row of a text of more than two words. */
  digits: [all: number, row: number];
};
const anyDigits: TextRules["digits"] = [Infinity, Infinity];

/** What each kind of text may hold. A tag may name a website, because no message quotes tags. */
const rules: Record<OutsideTextKind, TextRules> = {
  name: { max: 100, links: false, markup: false, digits: [6, 4] },
  place: { max: 80, links: false, markup: false, digits: [6, 6] },
  code: { max: 20, links: false, markup: false, digits: anyDigits },
  tag: { max: 60, links: true, markup: false, digits: anyDigits },
};

/** Characters that a reader does not see, or that turn the direction of a text. Joiners of scripts stay. */
const invisible = /\u00AD|\u061C|\u180E|\u200B|[\u200E\u200F]|[\u202A-\u202E]|[\u2060-\u206F]|\uFEFF/g;
const tagCharacters = /[\u{E0000}-\u{E0FFF}]/gu;

const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll("\u0000", "")
    .replaceAll(invisible, "")
    .replaceAll(tagCharacters, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();

/** Full-width letters and the dots of other scripts lead to the same address. */
const foldForLinks = (text: string): string => text.normalize("NFKC").replaceAll(/[。｡]/g, ".");

const markup = /[<>{}]|&(?:#\w{1,8}|[a-z]{2,8});|\]\s*\(|\bjavascript:/i;
const scheme = /\b[a-z][a-z\d+-]{1,20}:\/\/|\b(?:mailto|tel|sms|whatsapp):|\bwww\d?\./i;
const ipAddress = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/;
const dottedWords = /([\p{L}\p{N}][\p{L}\p{N}.-]*)\.(\p{L}{2,63})(?![\p{L}\p{N}])(\/|[:?]\S)?/gu;
const capitalised = /^\p{Lu}(?:\p{Ll}*|\p{Lu}*)$/u;

/**
 * A name such as "St.John", "J.R.Smith" or "MA.ELENA" has dots, too: all parts begin like a name, and the last is no ending.
 * Those with two letters are all countries'.
 */
const isDottedName = (first: string, last: string): boolean =>
  [...first.split("."), last].every((part) => capitalised.test(part)) &&
  last.length > 2 &&
  !domainEndings.has(last.toLowerCase());

const holdsLink = (text: string): boolean =>
  scheme.test(text) ||
  ipAddress.test(text) ||
  [...text.matchAll(dottedWords)].some(
    ([, first = "", last = "", path]) => path !== undefined || !isDottedName(first, last),
  );

/** Some names have a customer's number ("Cliente 10234"); in a sentence it may be a number to write to. */
const holdsLongNumber = (text: string, [all, row]: TextRules["digits"]): boolean =>
  (text.match(/\p{Nd}/gu) ?? []).length > all ||
  (text.trim().split(/\s+/).length > 2 && (text.match(/\p{Nd}+/gu) ?? []).some(({ length }) => length > row));

/** A text of a sender, cleaned of what no reader sees; or why it is not taken. */
export const checkOutsideText = (
  kind: OutsideTextKind,
  text: string,
  max: number = rules[kind].max,
): OutsideText => {
  const { links, markup: mayHoldMarkup, digits } = rules[kind];
  // Cutting first bounds the work; what is cut off is too long anyway.
  const value = cleanText(text.slice(0, 1000));
  const folded = foldForLinks(value);
  if (!mayHoldMarkup && markup.test(folded)) return { problem: "holds_markup" };
  if (!links && holdsLink(folded)) return { problem: "holds_link" };
  if (holdsLongNumber(folded, digits)) return { problem: "holds_number" };
  return value.length > max || text.length > 1000 ? { problem: "too_long" } : { value };
};

/** A text of a sender for a column of a person; undefined where the column holds no free text. */
export const checkColumnText = (name: string, text: string): OutsideText | undefined => {
  const column = findColumn(name);
  return column?.text && checkOutsideText(column.text, text, column.maxLength);
};

const yearsAndTimes = /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d(?::\d\d)?\b/g;

/** A sentence may hold a date and a time, but no phone number; a single word may be a long number of an order. */
const isQuotableText = (text: string): boolean => {
  const folded = foldForLinks(cleanText(text));
  return (
    text.length <= 1000 &&
    !markup.test(folded) &&
    !holdsLink(folded) &&
    !(/\p{L}.*\s|\s.*\p{L}/u.test(folded) && holdsLongNumber(folded.replaceAll(yearsAndTimes, ""), [6, 6]))
  );
};

/** The values of an event of an unknown sender that a message may quote. */
export const quotableValues = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value !== "string" || isQuotableText(value)),
  );

/** The texts of a change that may not come from outside, by column; what is no text is checked where it is read. */
export const findOutsideProblems = (
  values: Readonly<Record<string, unknown>>,
): { column: string; problem: OutsideTextProblem }[] =>
  Object.entries(values).flatMap(([column, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
    return texts.flatMap((text) => {
      const checked = checkColumnText(column, text);
      return checked && "problem" in checked ? [{ column, problem: checked.problem }] : [];
    });
  });

/** For the program or the agent that sent the value. */
export const outsideProblemTexts: Record<Language, Record<OutsideTextProblem, string>> = {
  en: {
    holds_link: "Leave out the link: this value is quoted in messages",
    holds_markup: "Leave out < > { } and other markup",
    holds_number: "Leave out the number: this is not a phone number",
    too_long: "This value is too long",
  },
  es: {
    holds_link: "Quite el enlace: este valor se cita en mensajes",
    holds_markup: "Quite < > { } y otro marcado",
    holds_number: "Quite el número: esto no es un teléfono",
    too_long: "Este valor es demasiado largo",
  },
};
