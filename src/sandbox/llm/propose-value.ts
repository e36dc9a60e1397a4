import type { Language } from "#domain/language.ts";
import {
  hasSignal,
  type KeywordSignal,
  readSentiment,
  readUrgency,
  type SignalKind,
} from "./keyword-signals.ts";
import { chooseNextAction, nextActionSentence } from "./next-action.ts";
import type { JsonSchema } from "./sample-schema.ts";
import { foldText, isMixedLanguage, shorten, splitName, splitSentences } from "./text-analysis.ts";

/** What the values of a structured answer are taken from. */
export type FillSource = {
  /** What the person wrote. */
  text: string;
  signals: readonly KeywordSignal[];
  language: Language;
  /** The model's answer in words, for properties that ask for a reply. */
  reply: string;
  /** Identifiers that the prompt gave, the most fitting one first. */
  ids: readonly string[];
  /** The signal that an element of a list is about. */
  signal?: KeywordSignal;
  /** Stands in every property for free text, quotes included: the model does not read the text. */
  freeText?: string;
  /** Values that the text names win over what it means. */
  isObedient?: boolean;
};

const words = (name: string): string => splitName(name).join(" ");

const kindsByName: readonly [RegExp, readonly SignalKind[]][] = [
  [/\bobjections?\b/, ["objection"]],
  [/sentiment|\btone\b|\bmood\b|polarity|emotion/, ["sentiment"]],
  [/urgen|priorit/, ["urgency"]],
  [/channel|canal/, ["channel"]],
  [/timeframe|\bwhen\b|plazo/, ["timeframe"]],
  [/\basks?\b|topics?\b|\btema/, ["ask"]],
  [/./, ["intent", "ask", "objection", "sentiment", "urgency", "channel", "timeframe"]],
];

const normalize = (value: unknown): string => splitName(foldText(String(value))).join("_") || String(value);

const spanishNames = ["es", "spanish", "espanol", "es_pr", "es_us"];
const englishNames = ["en", "english", "ingles", "en_us"];

/** All values of an enum for which the text gives evidence, the most decisive one first. */
export const proposeEnumValues = (
  values: readonly unknown[],
  name: string,
  source: FillSource,
): unknown[] => {
  const label = words(name);
  const find = (names: readonly string[]) =>
    names.flatMap((wanted) => values.filter((value) => normalize(value) === wanted));
  const named = findNamedValues(values, source.text);
  if (source.isObedient && named.length > 0) return named;
  if (/lang|idioma|locale/.test(label)) {
    const spoken = source.language === "es" ? spanishNames : englishNames;
    return find(isMixedLanguage(source.text) ? ["mixed", ...spoken] : spoken).slice(0, 1);
  }
  if (source.signal) {
    const ofSignal = /\b(kind|type)\b/.test(label) ? find([source.signal.kind]) : find(source.signal.names);
    if (ofSignal.length > 0) return ofSignal;
  }
  if (/\b(next|actions?|steps?)\b/.test(label)) return find(chooseNextAction(source.signals)).slice(0, 1);
  const flag = find(["yes", "si"]).length > 0 ? proposeBoolean(name, source) : undefined;
  if (flag !== undefined) return find(flag ? ["yes", "si"] : ["no"]);
  const kinds = kindsByName.find(([pattern]) => pattern.test(label))?.[1] ?? [];
  if (kinds[0] === "sentiment" && readSentiment(source.signals) === 0) return [];
  const bySignal = source.signals
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ names }) => find(names));
  return [...new Set([...bySignal, ...(kinds.length > 1 ? named : [])])];
};

/** Values whose own words stand in the text. */
const findNamedValues = (values: readonly unknown[], text: string): unknown[] => {
  const folded = ` ${splitName(foldText(text)).join(" ")} `;
  return values.filter((value) => {
    const valueWords = splitName(String(value)).join(" ");
    return valueWords.length > 3 && folded.includes(` ${valueWords} `);
  });
};

const neutralValues = "neutral none no other unknown normal plain low wait question".split(" ");

/** For texts without evidence. */
export const neutralEnumValue = (values: readonly unknown[]): unknown =>
  neutralValues
    .map((name) => values.find((value) => normalize(value) === name))
    .find((value) => value !== undefined) ??
  values.find((value) => value === 0) ??
  values[0];

const flags: readonly [RegExp, (source: FillSource) => boolean][] = [
  [/opt ?out|unsubscribe|stop/, ({ signals }) => hasSignal(signals, "opt_out")],
  [/human|person|hand ?over|hand ?off|escalat|agent/, ({ signals }) => hasSignal(signals, "wants_human")],
  [/complain|queja/, ({ signals }) => hasSignal(signals, "complaint")],
  [/urgen/, ({ signals }) => readUrgency(signals) === 2],
  [/question|pregunta/, ({ text }) => /[?¿]/.test(text)],
  [/interest/, ({ signals }) => hasSignal(signals, "interested") && !hasSignal(signals, "not_interested")],
  [/callback|call back/, ({ signals }) => hasSignal(signals, "callback_later")],
  [/addressed|relevant/, ({ text }) => text.trim() !== ""],
  [/inject|suspicious|manipulat/, ({ text }) => injectionWords.test(foldText(text))],
];

const injectionWords =
  /ignore (all|any|your|the|previous)|system prompt|you are now|maintenance mode|ignora (tus|las|todas)|instrucciones (anteriores|previas)/;

export const proposeBoolean = (name: string, source: FillSource): boolean | undefined =>
  flags.find(([pattern]) => pattern.test(words(name)))?.[1](source);

/** The position of a value between the limits of the schema, from 0 to 1. */
const levels: readonly [RegExp, (source: FillSource) => number][] = [
  [/sentiment|polarity|mood/, ({ signals }) => (readSentiment(signals) + 1) / 2],
  [/urgen|priorit/, ({ signals }) => readUrgency(signals) / 2],
  [/confiden|certain|probab/, ({ signals }) => (signals.length > 0 ? 0.8 : 0.5)],
  [/score|intent|interest|likel|readiness/, ({ signals }) => readInterest(signals)],
];

const interestBySignal: readonly [string, number][] = [
  ["opt_out", 0],
  ["not_interested", 0.1],
  ["cancel_service", 0.1],
  ["ready_to_buy", 0.9],
  ["schedule", 0.75],
  ["interested", 0.7],
  ["price", 0.6],
  ["question", 0.5],
];
const readInterest = (signals: readonly KeywordSignal[]): number =>
  interestBySignal.find(([name]) => hasSignal(signals, name))?.[1] ?? 0.3;

export const proposeNumber = (schema: JsonSchema, name: string, source: FillSource): number | undefined => {
  const label = words(name);
  if (source.isObedient) {
    const demanded = new RegExp(`${label}\\D{0,20}(-?\\d+(?:\\.\\d+)?)`).exec(foldText(source.text))?.[1];
    if (demanded !== undefined) return Number(demanded);
  }
  const level = levels.find(([pattern]) => pattern.test(label))?.[1](source);
  if (level !== undefined) {
    const [low, high] = numberRange(
      schema,
      /sentiment|polarity/.test(label) ? [-1, 1] : /urgen|priorit/.test(label) ? [0, 2] : [0, 1],
    );
    return low + level * (high - low);
  }
  if (!/amount|budget|price|cost|bill|quantity|count|number|age|presupuesto|monto/.test(label))
    return undefined;
  const figure = /\d[\d,]*(?:\.\d+)?/.exec(source.text)?.[0];
  return figure === undefined ? undefined : Number(figure.replaceAll(",", ""));
};

const numberRange = ({ minimum, maximum }: JsonSchema, fallback: [number, number]): [number, number] => [
  typeof minimum === "number" ? minimum : fallback[0],
  typeof maximum === "number" ? maximum : fallback[1],
];

const emailPattern = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{0,63}\w/;
const phonePattern = /\+?\d[\d\s().-]{6,20}\d/;

/** The text of a property, by its name. The first row whose pattern fits the name decides. */
const texts: readonly [RegExp, (source: FillSource) => string | undefined][] = [
  [/quotes?\b|evidence|excerpt|verbatim|snippet|\bcitas?\b/, (source) => source.freeText ?? quoteOf(source)],
  [/\blang|idioma|locale/, ({ language }) => language],
  [/e ?mail|correo/, ({ text }) => emailPattern.exec(text)?.[0]],
  [/phone|telefono|mobile/, ({ text }) => phonePattern.exec(text)?.[0]],
  [/\burl\b|link/, ({ text }) => /https?:\/\/\S+/.exec(text)?.[0]],
  [/\bids?\b|sources?\b|references?\b|citations?\b/, ({ ids }) => ids[0]],
  [/first name|nombre/, ({ text }) => nameIn(text)?.split(" ")[0]],
  [/last name|apellido/, ({ text }) => nameIn(text)?.split(" ").slice(1).join(" ") || undefined],
  [/^(full )?name$/, ({ text }) => nameIn(text)],
  [/date|time|\bwhen\b|fecha|hora/, ({ text }) => /\d{4}-\d\d-\d\d(T[\d:]+Z?)?/.exec(text)?.[0]],
  [
    /next|actions?\b|steps?\b/,
    (source) => source.freeText ?? nextActionSentence(source.signals, source.language),
  ],
  [
    /reply|answer|response|draft|message|body|\btext\b|respuesta|mensaje/,
    (source) => source.freeText ?? source.reply,
  ],
  [/value/, (source) => source.freeText ?? source.signal?.names[0] ?? splitSentences(source.text)[0]],
  [
    /subject|title|headline|asunto|titulo/,
    (source) => source.freeText ?? shorten(splitSentences(source.text)[0] ?? "", 60),
  ],
  [/query|search|busqueda/, (source) => source.freeText ?? source.text.trim()],
  [
    /summary|overview|recap|resumen|gist|note|description|detail/,
    (source) => source.freeText ?? splitSentences(source.text).slice(0, 3).join(" "),
  ],
  [/./, (source) => source.freeText ?? sentenceWithSignal(source)],
];

export const proposeText = (name: string, source: FillSource): string | undefined => {
  const label = words(name) || "text";
  return texts.find(([pattern]) => pattern.test(label))?.[1](source) || undefined;
};

const quoteOf = ({ signal, signals, text }: FillSource): string | undefined =>
  (signal ?? signals[0])?.quote || splitSentences(text)[0] || text.trim();

const sentenceWithSignal = ({ signal, signals, text }: FillSource): string | undefined => {
  const quote = (signal ?? signals[0])?.quote ?? "";
  // A line with a label, such as `[e3] …`, is one statement.
  const line = text.split("\n").find((each) => each.includes(quote));
  const labelled = /^[ \t]{0,8}\[[\w.:-]{1,64}\](.+)$/.exec(line ?? "")?.[1]?.trim();
  if (labelled) return labelled;
  const sentences = splitSentences(text);
  return sentences.find((sentence) => sentence.includes(quote)) ?? sentences[0];
};

const nameIn = (text: string): string | undefined =>
  /(?:my name is|i am|i'm|this is|me llamo|mi nombre es|soy|le habla)\s+(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/u.exec(
    text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
  )?.[1];
