import type { Language } from "#domain/language.ts";
import { type OutsideTextKind, outsideTextKind } from "./person-columns.ts";

/** Why a text from outside is not taken. */
export const outsideTextProblems = ["holds_link", "holds_markup", "holds_number", "too_long"] as const;
export type OutsideTextProblem = (typeof outsideTextProblems)[number];

export type OutsideText = { value: string } | { problem: OutsideTextProblem };

type TextRules = { max: number; links: boolean; markup: boolean; longNumbers: boolean };

/** What each kind of text may hold. A tag may name a website, because no message quotes tags. */
const rules: Record<OutsideTextKind, TextRules> = {
  name: { max: 100, links: false, markup: false, longNumbers: false },
  place: { max: 80, links: false, markup: false, longNumbers: false },
  code: { max: 20, links: false, markup: false, longNumbers: true },
  tag: { max: 60, links: true, markup: false, longNumbers: true },
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
const dottedWords = /([\p{L}\p{N}][\p{L}\p{N}-]*)\.(\p{L}{2,63})(?![\p{L}\p{N}])/gu;
const capitalised = /^\p{Lu}\p{Ll}*$/u;

/** Endings of addresses that are no surname; those with two letters are all countries'. */
const knownEndings = new Set(
  (
    "academy agency app art asia beauty best bet bid bio biz blog business buzz cafe cam care cash casino center chat " +
    "cheap click clinic clothing cloud club coach codes coffee com community company cool coupons credit cruises " +
    "dance date deals delivery dental design dev diet digital direct discount dog download edu education email " +
    "energy estate events example exchange expert express faith fan farm fashion finance fit fun fund fyi gallery " +
    "game games gift gifts gives global gold gov group guide guru hair health help homes host house icu immo inc " +
    "info ink institute insure int invalid investments jobs kim lat legal life link live llc loan loans local lol " +
    "love ltd market marketing mba media men mil mobi mom money monster museum name net network news ninja one " +
    "onion online org page party pet pharmacy photos pics plus porn press pro promo pub quest racing realty " +
    "recipes rent repair rest review reviews rip rocks run sale school science select services sex shop shopping " +
    "show site skin social software solar solutions space store stream studio style support surf systems tattoo tax " +
    "team tech tel test tips today tools top tours town toys trade training travel university vacations ventures " +
    "video vip vote wang watch webcam website wiki win work works world wtf xxx xyz yoga zip zone"
  ).split(" "),
);

/** A name such as "St.John" or "J.Smith" has a dot, too: both parts begin like a name, and the second is no ending. */
const isDottedName = (first: string, last: string): boolean =>
  capitalised.test(first) &&
  capitalised.test(last) &&
  last.length > 2 &&
  !knownEndings.has(last.toLowerCase());

const holdsLink = (text: string): boolean =>
  scheme.test(text) ||
  ipAddress.test(text) ||
  [...text.matchAll(dottedWords)].some(([, first = "", last = ""]) => !isDottedName(first, last));

const maxDigits = 6;
const holdsLongNumber = (text: string): boolean => (text.match(/\p{Nd}/gu) ?? []).length > maxDigits;

/** A text of a sender, cleaned of what no reader sees; or why it is not taken. */
export const checkOutsideText = (kind: OutsideTextKind, text: string): OutsideText => {
  const { max, links, markup: mayHoldMarkup, longNumbers } = rules[kind];
  // Cutting first bounds the work; what is cut off is too long anyway.
  const value = cleanText(text.slice(0, 1000));
  const folded = foldForLinks(value);
  if (!mayHoldMarkup && markup.test(folded)) return { problem: "holds_markup" };
  if (!links && holdsLink(folded)) return { problem: "holds_link" };
  if (!longNumbers && holdsLongNumber(folded)) return { problem: "holds_number" };
  return value.length > max || text.length > 1000 ? { problem: "too_long" } : { value };
};

/** The texts of a change that may not come from outside, by column; what is no text is checked where it is read. */
export const findOutsideProblems = (
  values: Readonly<Record<string, unknown>>,
): { column: string; problem: OutsideTextProblem }[] =>
  Object.entries(values).flatMap(([column, value]) => {
    const kind = outsideTextKind(column);
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
    if (kind === undefined) return [];
    return texts.flatMap((text) => {
      const checked = checkOutsideText(kind, text);
      return "problem" in checked ? [{ column, problem: checked.problem }] : [];
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
