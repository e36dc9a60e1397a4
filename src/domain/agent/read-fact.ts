import { readMoney as readAmount } from "#domain/values/money.ts";
import { readValue } from "#domain/values/read-value.ts";
import { readYesNo as readAnswer } from "#domain/values/yes-no.ts";
import type { FactKind, ScriptFact } from "#domain/voice/script.ts";
import { findNumbers } from "./number-words.ts";
import { foldSpeech, speechWords } from "./plain-speech.ts";
import { findWantedTime, type SpeechClock } from "./wanted-time.ts";

export type KnownFact = {
  value: string;
  /** The words of the customer that say it. */
  quote: string;
};

const maxTextLength = 200;

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

const readYesNo: Reader = (text, _fact, clock) => {
  const read = readAnswer(text, clock);
  if ("value" in read) return { value: read.value ? "yes" : "no", quote: text.trim() };
  if (read.ask === "unclear") return null;
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

const readMoney: Reader = (text, _fact, clock) => {
  const read = readAmount(text, clock);
  if ("ask" in read) return null;
  const { value } = read;
  const numbers = findNumbers(text);
  const [first] = numbers;
  // "Thursday at ten" is no amount.
  const isMarked = /[$€]|\b(?:dollars?|bucks|pesos?|d[oó]lar(?:es)?|usd|euros?|grand)\b/i.test(text);
  if (!isMarked && findWantedTime(text, clock)) return null;
  const isWhole = numbers.length === 1 && first && !/cent|chavo/i.test(text);
  return {
    value:
      typeof value === "number"
        ? formatNumber(value)
        : `${formatNumber(value.min)}-${formatNumber(value.max)}`,
    quote: isWhole ? quoteAround(text, first.start, first.end) : text.trim(),
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

/** What a fact of free text is about, by its name: its words are then read as such a value. */
const textKinds: readonly (readonly [RegExp, "phone" | "email" | "address" | "name"])[] = [
  [/e_?-?mail|correo/, "email"],
  [/phone|telefono|celular|whatsapp|mobile|callback_number/, "phone"],
  [/address|direccion/, "address"],
  [/(?:^|[ _])(?:full_?name|last_?name|first_?name|your_?name|nombre)/, "name"],
];

export const textKindOf = ({
  key,
  label,
  kind,
}: ScriptFact): "phone" | "email" | "address" | "name" | null =>
  kind === "text"
    ? (textKinds.find(([pattern]) => pattern.test(key) || pattern.test(foldSpeech(label)))?.[1] ?? null)
    : null;

const readText: Reader = (text, fact, clock) => {
  const kind = textKindOf(fact);
  const read = kind === null ? null : readValue(kind, text, clock);
  if (read !== null)
    return "value" in read ? { value: String(read.value), quote: text.trim().slice(0, maxTextLength) } : null;
  return readPlainText(text);
};

const readPlainText = (text: string): KnownFact | null => {
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
