import { formatDay, formatLocal } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import { createMomentReader } from "#domain/reading/moments.ts";
import { tokenize } from "#domain/reading/tokens.ts";
import type { FactKind, ScriptFact } from "#domain/voice/script.ts";
import { findNumbers } from "./number-words.ts";
import { foldSpeech, speechWords } from "./plain-speech.ts";

export type KnownFact = {
  value: string;
  /** The words of the customer that say it. */
  quote: string;
};

/** When and where the customer speaks: relative days depend on it. */
export type SpeechClock = { now: number; timezone: string };

const maxTextLength = 200;
const dayMinutes = 1440;

const saysYesWords =
  /^(?:(?:oh|ah|pues|well|eh|um|uh|bueno|ay) )*(?:yes|yeah|yep|yup|si|sip|claro|sure|of course|correct|correcto|exacto|exactly|right|thats right|absolutely|definitely|asi es|por supuesto|afirmativo|i (?:do|am|have|did|would|can|own)|we (?:do|are|have|own)|lo (?:tengo|soy|es)|la tengo|aja|mhm|uhum|oui|ja)\b/;
const saysNoWords =
  /^(?:(?:oh|ah|pues|well|eh|um|uh|bueno|ay) )*(?:no|nope|nah|not really|never|nunca|negativo|tampoco|todavia no|aun no|not yet|i (?:dont|do not|am not|havent|didnt|rent)|im not|we (?:dont|arent|rent)|non|nein)\b/;
/** "No sé" is no "no", and "no problem" neither. */
const saysUnknown =
  /\b(?:i (?:really )?(?:dont|do not) (?:know|remember|recall)|not sure|no idea|no se(?! (?:preocupe|apure))|no lo se|no recuerdo|no me acuerdo|ni idea|no estoy segur[oa]|quien sabe|ich weiss nicht|je ne sais pas)\b/;
const refusesToSay =
  /\b(?:(?:rather|prefer) not(?: to)?(?: say| tell| answer)?|none of your business|why do you (?:need|want|ask)|not going to (?:tell|say)|prefiero no (?:decir\w*|contestar)|no (?:le |te |les )?(?:voy a|quiero) (?:decir|contestar|dar)\w*|que le importa|no es asunto suyo|para que (?:quiere|necesita)|eso es (?:privado|personal))\b/;

/** The customer does not know the answer or does not want to give it. */
export const declinesToAnswer = (text: string): boolean => {
  const folded = foldSpeech(text);
  return saysUnknown.test(folded) || refusesToSay.test(folded);
};

const questionStart =
  /^(?:what|when|where|who|why|how|which|can|could|do you|does|is (?:it|there|that|this)|are (?:you|there)|que|cual|cuando|donde|quien|por que|como|cuanto|cuantos|cuanta|cuantas|puede|pueden|tienen|tiene usted|hay|es que)\b/;
const isQuestion = (text: string): boolean => text.includes("?") || questionStart.test(foldSpeech(text));

/** "I would say my bill is" before the value of a free text. */
const leadIn = /^(?:(?:oh|ah|well|um|uh|eh|pues|bueno|mire|ok|okay|yes|si|sí|hmm|mm)[,.]?\s+)+/i;

type Reader = (text: string, fact: ScriptFact, clock: SpeechClock) => KnownFact | null;

const readYesNo: Reader = (text) => {
  const folded = foldSpeech(text).replaceAll("?", "").trim();
  if (saysNoWords.test(folded)) return { value: "no", quote: text.trim() };
  if (saysYesWords.test(folded)) return { value: "yes", quote: text.trim() };
  return null;
};

const quoteAround = (text: string, start: number, end: number): string => {
  const before = /[\p{L}$€#]*\s?$/u.exec(text.slice(0, start))?.[0] ?? "";
  const after = /^\s?[\p{L}%$€]*/u.exec(text.slice(end))?.[0] ?? "";
  return `${before}${text.slice(start, end)}${after}`.trim();
};

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

const readNumber: Reader = (text) => {
  const [first] = findNumbers(text);
  // Seven digits and more are a telephone or an account.
  if (!first || first.value >= 10_000_000) return null;
  return { value: formatNumber(first.value), quote: quoteAround(text, first.start, first.end) };
};

const currency = /^\s*(?:dollars?|bucks|pesos?|d[oó]lares|d[oó]lar|usd|cash|\$|euros?|€)/i;

const readMoney: Reader = (text, _fact, clock) => {
  const numbers = findNumbers(text).filter(({ value }) => value < 1_000_000_000);
  const marked = numbers.find(
    ({ start, end }) => /[$€]\s*$/.test(text.slice(0, start)) || currency.test(text.slice(end)),
  );
  const chosen = marked ?? numbers[0];
  // "Thursday at ten" is no amount.
  if (!chosen || (!marked && findWantedTime(text, clock))) return null;
  const cents = numbers.find(
    ({ start }) =>
      start > chosen.end && /^\D{0,16}(?:with|and|con|y)\s*$/i.test(text.slice(chosen.end, start)),
  );
  const isCents =
    cents && cents.value < 100 && /^\s*(?:cents?|centavos?|chavos)/i.test(text.slice(cents.end));
  const value = chosen.value + (isCents ? cents.value / 100 : 0);
  return {
    value: formatNumber(value),
    quote: quoteAround(text, chosen.start, isCents ? cents.end : chosen.end),
  };
};

/** A day, `2026-11-17`, or with a time, `2026-11-17T10:00`. */
export type WantedTime = {
  at: string;
  quote: string;
  /** Only a part of the day was named; the time is that at which it begins. */
  isPart: boolean;
};

/** The first day or time that a text names. */
export const findWantedTime = (text: string, { now, timezone }: SpeechClock): WantedTime | null => {
  const minutes = Math.floor(toLocalTime(now, timezone) / 60_000);
  const local = { days: Math.floor(minutes / dayMinutes), minutes: minutes % dayMinutes };
  const tokens = tokenize(text);
  const [moment] = createMomentReader(
    local,
    "month-day",
  )(tokens).filter(
    ({ days, minutes: time, part }) =>
      (days ?? local.days) >= local.days && (days ?? time ?? part) !== undefined,
  );
  if (!moment) return null;
  const time = moment.minutes ?? moment.part;
  const isOver = moment.days === undefined && time !== undefined && time <= local.minutes;
  const days = moment.days ?? (isOver ? local.days + 1 : local.days);
  const start = tokens[moment.start]?.start ?? 0;
  const end = tokens[moment.end - 1]?.end ?? text.length;
  return {
    at: time === undefined ? formatDay(days) : formatLocal(days, time),
    quote: text.slice(start, end),
    isPart: moment.minutes === undefined && time !== undefined,
  };
};

const readDate: Reader = (text, _fact, clock) => {
  const found = findWantedTime(text, clock);
  return found && { value: found.at, quote: found.quote };
};

const ordinals = [
  /\b(?:first|primer[oa]?|number one|numero uno|option one|opcion uno)\b/,
  /\b(?:second|segund[oa]|number two|numero dos|option two|opcion dos)\b/,
  /\b(?:third|tercer[oa]?|number three|numero tres|option three|opcion tres)\b/,
];

const findChoice = (text: string, choices: readonly string[]): string | undefined => {
  const folded = ` ${foldSpeech(text).replaceAll("?", " ")} `;
  // The longest one first: "apartment building" before "apartment".
  return choices
    .toSorted((one, other) => other.length - one.length)
    .find((choice) => folded.includes(` ${foldSpeech(choice)} `));
};

const readChoice: Reader = (text, { choices }) => {
  const named = findChoice(text, choices);
  const position = ordinals.findIndex((ordinal) => ordinal.test(foldSpeech(text)));
  const value = named ?? (position < 0 ? undefined : choices[position]);
  return value === undefined ? null : { value, quote: text.trim() };
};

const readText: Reader = (text) => {
  const value = text.trim().replace(leadIn, "").trim().slice(0, maxTextLength);
  return value === "" || isQuestion(text) ? null : { value, quote: text.trim() };
};

const readers: Record<FactKind, Reader> = {
  yes_no: readYesNo,
  number: readNumber,
  money: readMoney,
  date: readDate,
  choice: readChoice,
  text: readText,
};

const commonWords = new Set(
  "your have does much many what when which with this that would like about tiene tienen cuanto cuanta cuantos cuantas cual para como esta este usted desea quiere".split(
    " ",
  ),
);

/** The text speaks of the fact: a word of its label or key occurs, by its first five letters. */
const mentions = ({ label, key }: ScriptFact, text: string): boolean => {
  const stems = speechWords(`${label} ${key.replaceAll("_", " ")}`)
    .filter((word) => word.length >= 4 && !commonWords.has(word))
    .map((word) => word.slice(0, 5));
  return speechWords(text).some((word) => stems.some((stem) => word.startsWith(stem)));
};

/**
 * What a text says about a fact. Unless the agent just asked for it, the text must name it: a choice by its name, a
 * number, an amount or a date beside a word of the fact's label.
 */
export const readFact = (
  fact: ScriptFact,
  text: string,
  isPending: boolean,
  clock: SpeechClock,
): KnownFact | null => {
  if (text.trim() === "" || declinesToAnswer(text)) return null;
  if (isPending) return readers[fact.kind](text, fact, clock);
  if (isQuestion(text)) return null;
  if (fact.kind === "choice") return findChoice(text, fact.choices) ? readChoice(text, fact, clock) : null;
  if (fact.kind === "yes_no" || fact.kind === "text" || !mentions(fact, text)) return null;
  return readers[fact.kind](text, fact, clock);
};
