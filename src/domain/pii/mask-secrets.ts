import { foldWord } from "#domain/reading/tokens.ts";
import { findSpansInText } from "./spans.ts";

/** What stands in a transcript where a secret was said. */
export const secretMarks = {
  card: "[card number]",
  ssn: "[social security number]",
  iban: "[bank account]",
  password: "[password]",
} as const;
type SecretKind = keyof typeof secretMarks;

const marks = Object.values(secretMarks);
export const hasMaskedSecret = (text: string): boolean => marks.some((mark) => text.includes(mark));

type Span = { start: number; end: number; kind: SecretKind };

/** How many digits a spoken number word stands for. */
const digitsOfWord = new Map<string, number>([
  ..."zero oh cero one uno una two dos three tres four cuatro five cinco six seis seven siete eight ocho nine nueve"
    .split(" ")
    .map((word) => [word, 1] as const),
  ..."ten diez eleven once twelve doce thirteen trece fourteen catorce fifteen quince sixteen dieciseis seventeen diecisiete eighteen dieciocho nineteen diecinueve twenty veinte thirty treinta forty cuarenta fifty cincuenta sixty sesenta seventy setenta eighty ochenta ninety noventa veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
    .split(" ")
    .map((word) => [word, 2] as const),
]);
const tens =
  /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)$/;
const multipliers = new Map([
  ["double", 1],
  ["doble", 1],
  ["triple", 2],
]);
/** Words between the digits of a number that is dictated. */
const betweenDigits = /^(?:and|y|dash|guion|space|espacio|then|luego|um|uh|eh|este|double|doble|triple)$/;

type DigitRun = { start: number; end: number; digits: number };

/** Digits in a row, in figures or words, as a number is dictated. */
const findDigitRuns = (text: string): DigitRun[] => {
  const runs: DigitRun[] = [];
  let run: DigitRun | null = null;
  let previous = "";
  let last = 0;
  for (const match of text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*/gu)) {
    const word = foldWord(match[0]);
    const end = match.index + match[0].length;
    const isOwnSentence = /[.!?]\s/.test(text.slice(last, match.index));
    last = end;
    if (isOwnSentence) run = null;
    const count = /^\d/.test(word) ? word.length : digitsOfWord.get(word);
    if (count !== undefined) {
      // "Forty one" are two digits, and not three.
      const own = count === 1 && tens.test(previous) ? 0 : count;
      const digits = own * (1 + (multipliers.get(previous) ?? 0));
      if (run === null) {
        run = { start: match.index, end, digits };
        runs.push(run);
      } else {
        run.end = end;
        run.digits += digits;
      }
      previous = word;
    } else if (betweenDigits.test(word)) {
      if (word !== "y" && word !== "and") previous = word;
    } else {
      run = null;
      previous = "";
    }
  }
  return runs;
};

/** What may stand between the name of a secret and its number. */
const between =
  "(?:\\W|\\b(?:number|is|it|its|it's|(?:ends?|ending|terminan?) (?:in|with|en|con)|n[uú]mero|es|sure|claro|the|el|la|last|digits|d[ií]gitos|[uú]ltimos|de|cr[eé]dito|d[eé]bito|my|mi|this|este|goes|va|yes|s[ií]|okay?|um|uh|eh|so|here|for|you)\\b)*$";
const named = (names: string): RegExp => new RegExp(`\\b(?:${names})\\b${between}`, "i");
const namesCard = named(
  "(?:credit|debit|visa|master ?card|amex|discover)(?: card)?|card(?: number)?|tarjeta|cvv|cvc|security code|c[oó]digo de seguridad",
);
const namesSocial = named("social(?: security)?|ssn|seguro social|n[uú]mero de social");
const namesPin = named("pin|cvv|cvc|security code|c[oó]digo de seguridad|passcode");
/** "My password is …": what follows, up to the end of the sentence. */
const saysPassword =
  /\b(?:password|passcode|passphrase|contrase[nñ]a|clave(?: de acceso)?|pin(?: number)?)(?: (?:for|de|del|to|para) (?:\S+ ){1,4}?)? ?(?:is|es|:|=|it's|its|son)\s+(?!(?:not|wrong|no|incorrect|incorrecta|mala|the|la|que|to|required|necessary|\p{L}+(?:ar|er|ir)(?:me|lo|la|se|le)?)\b)([^.!?\n]{2,60})/giu;

const minCardDigits = 13;
const maxCardDigits = 19;
const socialDigits = 9;
/** Characters between the name of a secret and its number. */
const maxDistance = 40;

/** A card number has a check digit, which a phone number beside a time seldom fits. */
const fitsLuhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

const marksEnd =
  /(\[(?:card number|social security number|bank account|password)\])[\s.,!¿?]*(?:(?:sure|claro|yes|s[ií]|ok|okay)[\s.,!]*)?$/i;

/** What the words before a number announce. */
const announced = (about: string): SecretKind | null => {
  const mark = marksEnd.exec(about)?.[1];
  if (mark)
    return (Object.keys(secretMarks) as SecretKind[]).find((kind) => secretMarks[kind] === mark) ?? null;
  if (namesSocial.test(about)) return "ssn";
  if (namesPin.test(about)) return "password";
  return namesCard.test(about) ? "card" : null;
};

const kindOfRun = ({ digits, start, end }: DigitRun, text: string, before: string): SecretKind | null => {
  const written = text.slice(start, end);
  if (digits >= minCardDigits && digits <= maxCardDigits) {
    const figures = written.replaceAll(/\D/g, "");
    if (figures.length !== digits || fitsLuhn(figures)) return "card";
  }
  // The number was announced in the words before, and these words are nothing else.
  const isAll = !/\p{L}{3}/u.test(
    text.slice(0, start).replace(/\b(?:and|it's|its|then|luego|son|uhm|este)\b/giu, ""),
  );
  const kind = announced(`${before} ${text.slice(0, start)}`.slice(-maxDistance));
  if (kind === null || digits === 10) return null;
  if (isAll && before !== "" && announced(before.slice(-maxDistance)) === kind) return kind;
  if (kind === "ssn") return digits >= 4 && digits <= socialDigits ? kind : null;
  if (kind === "password") return digits >= 3 && digits <= 8 ? kind : null;
  return digits === 4 || digits >= 8 ? kind : null;
};

/**
 * A text without card numbers, social security numbers, bank accounts and passwords, whether in digits or in words.
 * `before` is what the same person said just before: a number that was announced there goes on here.
 */
export const maskSecrets = (text: string, before = ""): string => {
  const found: Span[] = findSpansInText(text).flatMap(({ start, end, kind }) =>
    kind === "card" || kind === "ssn" || kind === "iban" ? [{ start, end, kind }] : [],
  );
  for (const run of findDigitRuns(text)) {
    const kind = kindOfRun(run, text, before);
    if (kind) found.push({ start: run.start, end: run.end, kind });
  }
  for (const match of text.matchAll(saysPassword)) {
    const value = match[1] ?? "";
    const start = match.index + match[0].length - value.length;
    found.push({ start, end: start + value.trimEnd().length, kind: "password" });
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let masked = "";
  let at = 0;
  for (const { start, end, kind } of found) {
    if (start < at) continue;
    masked += text.slice(at, start) + secretMarks[kind];
    at = end;
  }
  return masked + text.slice(at);
};
