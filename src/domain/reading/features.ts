import { readReply } from "#domain/compliance/read-reply.ts";
import { type Context, readContext, readShortAnswer, type ShortAnswer } from "./context.ts";
import { instructionSignals, withoutInstructions } from "./instructions.ts";
import type { InboundText } from "./labels.ts";
import { createMomentReader, type Moment } from "./moments.ts";
import { findOwnText, type OwnText } from "./own-text.ts";
import { createPhraseMatcher, type Found } from "./phrases.ts";
import { intentSignals } from "./signals.ts";
import { stopSignals } from "./stop-signals.ts";
import { type Token, tokenize } from "./tokens.ts";
import { topicSignals } from "./topic-signals.ts";
import { wordLists } from "./word-lists.ts";

/** Number of buckets that features are hashed into; a power of two. */
export const buckets = 1 << 16;

const signals = { ...intentSignals, ...stopSignals, ...topicSignals, ...instructionSignals };
export type SignalName = keyof typeof signals;
const matcher = createPhraseMatcher(signals, wordLists);

/** A message after the steps that every statement rests on. */
export type PreparedText = {
  own: OwnText;
  tokens: readonly Token[];
  context: Context;
  answer: ShortAnswer;
  signals: ReadonlyMap<SignalName, Found>;
  /** What the opt-out grammar says. */
  optOut: "opt_out" | "opt_in" | "help" | "ambiguous" | "none";
  /** Text addressed to the program was left out of the tokens. */
  hasInstructions: boolean;
  moments: readonly Moment[];
};

/** Any day does: only whether and how a time is named counts here. */
const readMoments = createMomentReader({ days: 20_000, minutes: 600 }, "month-day");

/** The token of features of our previous message. */
export const previousToken = -2;

/** Hashed features with their values, and the token at which each was seen; -1 for the whole message. */
export type Features = { buckets: Int32Array; values: Float32Array; tokens: Int32Array; length: number };

const findSignals = (tokens: readonly Token[]): Map<SignalName, Found> => {
  const found = new Map<SignalName, Found>();
  for (const [signal, place] of matcher.match(tokens)) found.set(matcher.names[signal] as SignalName, place);
  return found;
};

export const prepareText = (message: InboundText): PreparedText => {
  const own = findOwnText(message.text);
  const received = tokenize(own.text);
  const places = findSignals(received);
  const hasInstructions = places.has("instruction") || places.has("role");
  const tokens = hasInstructions ? withoutInstructions(received) : received;
  const context = readContext(message.previous);
  const { kind } = readReply(own.text, { askedYesNo: context.signals.has("asksConsent") });
  return {
    own,
    tokens,
    context,
    answer: readShortAnswer(tokens),
    signals: hasInstructions ? findSignals(tokens) : places,
    optOut: kind,
    hasInstructions,
    moments: readMoments(tokens),
  };
};

const hashSeed = 0x811c9dc5;
const hashPrime = 0x01000193;

const hashText = (text: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashPrime);
  return hash;
};

const toBucket = (hash: number): number => {
  // The low bits of this hash are weak, so the high ones are mixed in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (buckets - 1);
};

const wordSeed = hashText("word ", hashSeed);
const pairSeed = hashText("pair ", hashSeed);
const skipSeed = hashText("skip ", hashSeed);
const lettersSeed = hashText("letters ", hashSeed);
const factSeed = hashText("fact ", hashSeed);
const previousSeed = hashText("previous ", hashSeed);

const maxTokens = 300;
const minGram = 3;
const maxGram = 5;
const wordValue = 1;
const pairValue = 0.7;
const skipValue = 0.35;
const factValue = 1;
const combinedValue = 0.6;
const previousValue = 0.35;
/** A word of our message together with the kind of a short answer to it. */
const answeredValue = 0.42;
/** All letter groups of a message weigh as much as so many words. */
const lettersWeight = 2.4;

const lengthClass = (words: number): string => {
  const limits = [1, 2, 3, 5, 8, 12, 20, 35, 70];
  return String(limits.findIndex((limit) => words <= limit));
};

/** Numbers by their form: their digits say nothing. */
const wordForFeatures = (word: string): string => (/^\d/.test(word) ? word.replace(/\d/g, "0") : word);

/** Room for the features of the longest message that is read. */
export const maxFeatures = 16_384;

/** Filled and copied within one call, so one for all messages is enough. */
const scratch = {
  buckets: new Int32Array(maxFeatures),
  values: new Float32Array(maxFeatures),
  tokens: new Int32Array(maxFeatures),
  length: 0,
};

const addFeature = (hash: number, value: number, token: number): void => {
  if (scratch.length === maxFeatures) return;
  scratch.buckets[scratch.length] = toBucket(hash);
  scratch.values[scratch.length] = value;
  scratch.tokens[scratch.length] = token;
  scratch.length++;
};

const takeFeatures = (): Features => {
  const { length } = scratch;
  scratch.length = 0;
  return {
    buckets: scratch.buckets.slice(0, length),
    values: scratch.values.slice(0, length),
    tokens: scratch.tokens.slice(0, length),
    length,
  };
};

/** A word that is said over and over says nothing more. */
const isRepeated = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === tokens[at - 1]?.word && tokens[at]?.word === tokens[at - 2]?.word;

const addWords = (tokens: readonly Token[]): void => {
  let before = "<s>";
  let beforeThat = "";
  for (let at = 0; at < tokens.length; at++) {
    const word = wordForFeatures((tokens[at] as Token).word);
    if (isRepeated(tokens, at)) continue;
    addFeature(hashText(word, wordSeed), wordValue, at);
    addFeature(hashText(word, hashText(`${before} `, pairSeed)), pairValue, at);
    if (beforeThat) addFeature(hashText(word, hashText(`${beforeThat} `, skipSeed)), skipValue, at);
    beforeThat = before;
    before = word;
  }
  addFeature(hashText("</s>", hashText(`${before} `, pairSeed)), pairValue, tokens.length - 1);
};

const addLetters = (tokens: readonly Token[]): void => {
  const first = scratch.length;
  for (let at = 0; at < tokens.length; at++) {
    const { word, isMark } = tokens[at] as Token;
    if (isMark || /^\d/.test(word) || isRepeated(tokens, at)) continue;
    const padded = ` ${word} `;
    for (let start = 0; start + minGram <= padded.length; start++) {
      let hash = lettersSeed;
      const end = Math.min(padded.length, start + maxGram);
      for (let next = start; next < end; next++) {
        hash = Math.imul(hash ^ padded.charCodeAt(next), hashPrime);
        if (next - start + 1 >= minGram) addFeature(hash, 1, at);
      }
    }
  }
  const count = scratch.length - first;
  if (count === 0) return;
  scratch.values.fill(lettersWeight / Math.sqrt(count), first, scratch.length);
};

/** What our last message said: a short answer takes its sense from it. */
const addPrevious = ({ context, answer }: PreparedText): void => {
  const words = new Set(
    context.tokens.flatMap(({ word, isMark }) => (isMark ? [] : [wordForFeatures(word)])),
  );
  for (const word of words) {
    const hash = hashText(word, previousSeed);
    addFeature(hash, previousValue, previousToken);
    if (answer !== "none") addFeature(hashText(answer, hash), answeredValue, previousToken);
  }
};

const isQuestion = (tokens: readonly Token[], from: number): boolean => {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.word === "?") return true;
    if (token.isMark && token.word !== ",") return false;
  }
  return false;
};

/** Facts about the whole message: signals, their pairs, context, form. */
const listFacts = (
  { tokens, context, answer, signals, optOut, own, moments }: PreparedText,
  channel: string,
) => {
  const facts: { name: string; value: number; token: number }[] = [];
  const add = (name: string, token = -1, value = factValue): void => {
    facts.push({ name, value, token });
  };
  const words = tokens.filter(({ isMark }) => !isMark).length;
  // In a fixed order, so that a pair has one name.
  const names = [...signals].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, { start }] of names) {
    add(`signal ${name}`, start, 1.5);
    if (isQuestion(tokens, start)) add(`asked ${name}`, start);
  }
  for (let one = 0; one < names.length; one++)
    for (let other = one + 1; other < names.length; other++)
      add(`${names[one]?.[0]}+${names[other]?.[0]}`, -1, combinedValue);
  add(`optOut ${optOut}`, -1, 2);
  if (optOut === "opt_out" || optOut === "ambiguous") {
    for (const [name] of names) add(`optOut ${optOut} and ${name}`, -1, combinedValue);
    if (context.signals.has("offersCancelKeyword")) add(`optOut ${optOut} as offered`, -1, 2);
    add(`optOut ${optOut} in ${lengthClass(words)}`);
  }
  if (signals.size === 0) add("no signal");
  add(`moments ${Math.min(2, moments.length)}`);
  if (moments.length > 0) {
    const hasHour = moments.some(({ minutes }) => minutes !== undefined);
    add(hasHour ? "hour" : "no hour");
    for (const [name] of names) add(`time and ${name}`, -1, combinedValue);
  }
  add(`length ${lengthClass(words)}`);
  add(`answer ${answer}`);
  add(`previous ${context.hasPrevious}`, -1, 0.5);
  for (const signal of context.signals) {
    add(`previous ${signal}`, -1, 0.5);
    add(`answer ${answer} to ${signal}`, -1, answer === "none" ? 0.5 : 2);
  }
  if (context.hasPrevious && context.signals.size === 0) add(`answer ${answer} to nothing`);
  if (!context.hasPrevious) add(`answer ${answer} alone`);
  const questions = tokens.filter(({ word }) => word === "?").length;
  const exclamations = tokens.filter(({ word }) => word === "!").length;
  add(`questions ${Math.min(2, questions)}`);
  if (questions > 0 && tokens.at(-1)?.word === "?") add("ends as a question");
  if (exclamations > 0) add(`exclamations ${Math.min(3, exclamations)}`);
  const letters = own.text.replace(/\P{L}/gu, "");
  if (letters.length >= 8 && letters === letters.toUpperCase()) add("capitals");
  add(`channel ${channel}`, -1, 0.4);
  return facts;
};

export const extractFeatures = (prepared: PreparedText, channel: string): Features => {
  const tokens = prepared.tokens.slice(0, maxTokens);
  addWords(tokens);
  addLetters(tokens);
  addPrevious(prepared);
  for (const { name, value, token } of listFacts(prepared, channel))
    addFeature(hashText(name, factSeed), value, token);
  return takeFeatures();
};

const wordLanguageSeed = hashText("language ", hashSeed);

/** Features of one word for its language: its letter groups and the word itself. */
export const extractWordFeatures = (word: string): Features => {
  const padded = ` ${word} `;
  addFeature(hashText(padded, wordLanguageSeed), 1, 0);
  for (let size = 2; size <= 4; size++)
    for (let start = 0; start + size <= padded.length; start++)
      addFeature(hashText(padded.slice(start, start + size), wordLanguageSeed + size), 0.5, 0);
  return takeFeatures();
};
