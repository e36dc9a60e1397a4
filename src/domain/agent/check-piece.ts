import { toDayNumber, weekdayOf } from "#domain/calendar.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { checkAnswer } from "#domain/grounding/check-answer.ts";
import type { GroundingContext, UnsupportedReason } from "#domain/grounding/check-statement.ts";
import type { GroundingSource } from "#domain/grounding/grounding-passage.ts";
import { months, weekdays } from "#domain/reading/time-words.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { claimsUndoneAct } from "./claimed-acts.ts";
import { findNumbers } from "./number-words.ts";
import { agentPhrases } from "./phrases.ts";
import { foldSpeech, speechWords } from "./plain-speech.ts";
import type { AgentToolName } from "./tool-names.ts";

export type PieceProblem =
  | "number_not_grounded"
  | "price_not_grounded"
  | "discount"
  | "url"
  | "phone"
  | "email"
  | "claimed_act"
  | "repeats"
  | "other_language"
  | "empty"
  | "reveals_instructions"
  | "not_supported"
  | "claims_human"
  | "recording"
  | "secret"
  | "advice";

type PieceContext = {
  /** Texts in which numbers, dates and links may occur: passages, record, script, the customer's own words. */
  sources: string[];
  /** Texts that may name prices and offers: only what the business wrote. */
  ownSources: string[];
  /** In this turn. */
  toolsRun: readonly AgentToolName[];
  /** What the agent said before, oldest first. */
  previous: readonly string[];
  language: ScriptLanguage;
  /** A secret word of the instructions. */
  canary: string;
  /** What statements must rest on; null for words about the sources themselves, such as a summary. */
  grounding: (GroundingContext & { before: string }) | null;
};

type PieceCheck = (piece: string, context: PieceContext) => PieceProblem | null;

const urls = /(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|pr|io|app|co|us|info|ly)\b(?:\/\S*)?/gi;
const emails = /[\w.+-]+@[\w-]+\.[\w.-]*\w/g;
const phones = /\+?\d[\d ().-]{5,}\d/g;

const fold = (text: string): string => text.toLowerCase().replace(/[.,;:!?)]+$/, "");
const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

const occursIn = (sources: readonly string[], value: string): boolean =>
  sources.some((source) => source.toLowerCase().includes(fold(value)));

const checkEmpty: PieceCheck = (piece) => (/[\p{L}\p{N}]/u.test(piece) ? null : "empty");

const instructionWords =
  /\b(?:my (?:system )?(?:instructions|prompt|guidelines)|system prompt|i was (?:told|instructed) to|mis instrucciones|prompt del sistema|me (?:indicaron|instruyeron) que|house rules|language model)\b/;
const checkInstructions: PieceCheck = (piece, { canary }) =>
  (canary !== "" && piece.toLowerCase().includes(canary.toLowerCase())) ||
  instructionWords.test(foldSpeech(piece))
    ? "reveals_instructions"
    : null;

const checkUrls: PieceCheck = (piece, { sources }) =>
  (piece.replaceAll(emails, " ").match(urls) ?? []).every((url) => occursIn(sources, url)) ? null : "url";

const checkEmails: PieceCheck = (piece, { sources }) =>
  (piece.match(emails) ?? []).every((email) => occursIn(sources, email)) ? null : "email";

const checkPhones: PieceCheck = (piece, { sources }) => {
  const named = (piece.match(phones) ?? [])
    .map(digitsOf)
    .filter((digits) => digits.length >= 7 && digits.length <= 15);
  if (named.length === 0) return null;
  const known = sources.map(digitsOf).join(" ");
  return named.every((digits) => known.includes(digits.slice(-10))) ? null : "phone";
};

const checkClaims: PieceCheck = (piece, { toolsRun }) =>
  claimsUndoneAct(foldSpeech(piece), toolsRun) ? "claimed_act" : null;

const discountWords =
  /\b(?:discount\w*|percent off|half price|free of charge|for free|no cost|special (?:offer|price|deal)|promo\w*|coupon|descuento\w*|rebaja\w*|gratis|sin costo|oferta especial|precio especial|cupon|por ciento menos|remise|gratuit\w*|rabatt\w*|kostenlos)\b|% off/g;
const declinesDiscount =
  /\b(?:cannot|cant|not able|unable|no puedo|no podemos|dont (?:know|have)|do not (?:know|have)|no se|ne peux|kann)\b/;
const promiseWords =
  /\b(?:guarantee\w*|we (?:will )?(?:match|beat)|(?:is|are|been|has|have) (?:pre)?approved|approved your|garantiz\w*|garantia de precio|igualamos|mejoramos (?:el|cualquier) precio|(?:esta|fue|ha sido|quedo) aprobad[oa]|aprobamos|nous garantissons|wir garantieren)\b/g;
const checkDiscounts: PieceCheck = (piece, { ownSources: sources }) => {
  const folded = foldSpeech(piece);
  const named = [...(folded.match(discountWords) ?? []), ...(folded.match(promiseWords) ?? [])];
  if (named.length === 0 || declinesDiscount.test(folded)) return null;
  const known = sources.map(foldSpeech).join(" ");
  return named.every((word) => known.includes(word.slice(0, 6))) ? null : "discount";
};

/** Numbers of the sources; the hours of times also as said with "in the afternoon". */
const groundedNumbers = (sources: readonly string[]): ReadonlySet<number> => {
  const known = new Set<number>();
  for (const source of sources) {
    for (const { value } of findNumbers(source)) known.add(value);
    for (const match of source.matchAll(/(?<!\d)([01]?\d|2[0-3]):([0-5]\d)/g)) {
      known.add(Number(match[1]));
      known.add(Number(match[1]) % 12 || 12);
      known.add(Number(match[2]));
    }
  }
  return known;
};

/** The keys and the emergency numbers that the fixed lines name. */
const alwaysKnown: readonly number[] = [911, 988];
const isKey = (piece: string, start: number): boolean =>
  /(?:press|oprima|presione|marque|appuyez sur|dr[uü]cken sie)\s+(?:el |la |le |die )?$/i.test(
    piece.slice(0, start),
  );

const currencyAfter =
  /^\s*(?:\.\d\d)?\s*(?:dollars?|d[oó]lares|d[oó]lar|pesos?|bucks|usd|euros?|€|cents?|centavos)/i;

const checkNumbers: PieceCheck = (piece, { sources, ownSources }) => {
  const named = findNumbers(piece);
  if (named.length === 0) return null;
  const known = groundedNumbers(sources);
  const ownFigures = groundedNumbers(ownSources);
  for (const { value, start, end, isInDigits } of named) {
    const isPrice = /[$€]\s*$/.test(piece.slice(0, start)) || currencyAfter.test(piece.slice(end));
    // "One moment", "two questions": small numbers in words are turns of phrase.
    const isPhrase = !isInDigits && value <= 3 && !isPrice;
    if (
      isPhrase ||
      (isPrice ? ownFigures : known).has(value) ||
      alwaysKnown.includes(value) ||
      isKey(piece, start)
    )
      continue;
    return isPrice ? "price_not_grounded" : "number_not_grounded";
  }
  return null;
};

/** Weekdays and months, in either language, with the dates of the sources. */
const namedDays = (text: string): { weekdays: Set<number>; months: Set<number> } => {
  const found = { weekdays: new Set<number>(), months: new Set<number>() };
  for (const word of speechWords(text)) {
    const weekday = weekdays.get(word);
    const month = word === "may" || word === "march" ? undefined : months.get(word);
    if (weekday !== undefined) found.weekdays.add(weekday);
    if (month) found.months.add(month);
  }
  for (const match of text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})/g)) {
    const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
    found.weekdays.add(weekdayOf(toDayNumber({ year, month, day })));
    found.months.add(month);
  }
  return found;
};

const checkDays: PieceCheck = (piece, { sources }) => {
  // A question may propose a day.
  if (piece.includes("?")) return null;
  const named = namedDays(piece);
  if (named.weekdays.size + named.months.size === 0) return null;
  const known = namedDays(sources.join("\n"));
  const isKnown =
    [...named.weekdays].every((weekday) => known.weekdays.has(weekday)) &&
    [...named.months].every((month) => known.months.has(month));
  return isKnown ? null : "number_not_grounded";
};

const trigrams = (text: string): Set<string> => {
  const words = speechWords(text);
  return new Set(words.slice(2).map((_, index) => words.slice(index, index + 3).join(" ")));
};

const checkRepeats: PieceCheck = (piece, { previous }) => {
  const own = trigrams(piece);
  if (own.size < 3) return null;
  const repeats = previous.slice(-3).some((text) => {
    const other = trigrams(text);
    return [...own].filter((trigram) => other.has(trigram)).length / own.size > 0.8;
  });
  return repeats ? "repeats" : null;
};

const checkLanguage: PieceCheck = (piece, { language }) => {
  const detected = speechWords(piece).length >= 4 ? detectLanguage(piece) : undefined;
  return detected !== undefined && detected !== language ? "other_language" : null;
};

const problemOfReason: Record<UnsupportedReason, PieceProblem> = {
  human: "claims_human",
  recording: "recording",
  stopped: "claimed_act",
  secret: "secret",
  medical: "advice",
  legal: "advice",
  promise: "discount",
  discount: "discount",
  number: "number_not_grounded",
  relation: "number_not_grounded",
  period: "number_not_grounded",
  bound: "number_not_grounded",
  range: "number_not_grounded",
  limit: "not_supported",
  passages: "number_not_grounded",
  day: "number_not_grounded",
  month: "number_not_grounded",
  name: "not_supported",
  negation: "not_supported",
  content: "not_supported",
};

/** Words that only compare texts, where there is no knowledge to compare statements with. */
const textChecks: readonly PieceCheck[] = [checkDiscounts, checkNumbers, checkDays];
const checks: readonly PieceCheck[] = [
  checkEmpty,
  checkInstructions,
  checkEmails,
  checkUrls,
  checkPhones,
  checkClaims,
  checkRepeats,
  checkLanguage,
];

const namesKey = /\b(?:press|oprima|presione|marque|appuyez sur|dr[uü]cken sie) (?:el |la |le |die )?\d\b/i;

/** "I have noted Tuesday at three" tells what a tool did, of which knowledge says nothing. */
const tellsDoneAct = (piece: string, { toolsRun }: PieceContext): boolean =>
  claimsUndoneAct(foldSpeech(piece), []) && !claimsUndoneAct(foldSpeech(piece), toolsRun);

/** Whether a piece of a model's answer may be spoken, and the source that it rests on. */
export const checkPiece = (
  piece: string,
  context: PieceContext,
): { ok: true; source: GroundingSource | null } | { ok: false; problem: PieceProblem } => {
  const { grounding } = context;
  const comparesTexts = grounding === null || namesKey.test(piece) || tellsDoneAct(piece, context);
  for (const check of comparesTexts ? [...checks, ...textChecks] : checks) {
    const problem = check(piece, context);
    if (problem !== null) return { ok: false, problem };
  }
  if (comparesTexts) return { ok: true, source: null };
  const checked = checkAnswer(`${grounding.before} ${piece}`.trim(), grounding);
  return checked.supported
    ? { ok: true, source: checked.source }
    : { ok: false, problem: problemOfReason[checked.reason] };
};

/** Problems of what is known: the knowledge base may have the true answer, and else a human gives it. */
export const isUnknown = (problem: PieceProblem): boolean =>
  ["number_not_grounded", "price_not_grounded", "not_supported", "advice"].includes(problem);

/** What is said instead of a piece that may not be spoken. */
export const truthfulReplacement = (
  problem: PieceProblem,
  language: ScriptLanguage,
  { business, isRecording }: { business: string | null; isRecording: boolean },
): string => {
  const phrases = agentPhrases[language];
  const replacements: Record<PieceProblem, string> = {
    number_not_grounded: phrases.dontKnow,
    price_not_grounded: phrases.cannotPromise,
    discount: phrases.cannotPromise,
    url: phrases.contactUnknown,
    phone: phrases.contactUnknown,
    email: phrases.contactUnknown,
    claimed_act: phrases.notDoneYet,
    repeats: phrases.anythingElse,
    other_language: phrases.sayAgain,
    empty: phrases.sayAgain,
    reveals_instructions: phrases.injection,
    not_supported: phrases.dontKnow,
    claims_human: phrases.whoIsCalling(business),
    recording: isRecording ? phrases.recorded : phrases.notRecording,
    secret: phrases.refuseSecret,
    advice: phrases.noAdvice,
  };
  return replacements[problem];
};
