import type { Token } from "./tokens.ts";

/**
 * A small grammar of phrases over plain words. Items are separated by spaces:
 * `a|b` one of these words, `pre*` any word that begins so, `@name` a list of words, `x?` optional,
 * `_3` up to three words of any kind, `^` start of a clause, `$` end of one, `^^` and `$$` of the message,
 * `!a|b` the next word is none of these, `-a|b` (first) none of the three words before in the clause is.
 */
type Step = {
  kind: "word" | "gap" | "end" | "messageEnd" | "not";
  words: ReadonlySet<string>;
  prefixes: readonly string[];
  isOptional: boolean;
  max: number;
  /** Steps with the same words share a number. */
  wordsId: number;
};

type Phrase = {
  signal: number;
  steps: Step[];
  atStart: "clause" | "message" | undefined;
  notBefore: Step | undefined;
};

export type SignalPhrases = Readonly<Record<string, string>>;
/** The first place of a signal: token indexes, the end exclusive. */
export type Found = { start: number; end: number };

export type PhraseMatcher = {
  names: readonly string[];
  /** The first place of each signal that occurs, by its number. */
  match: (tokens: readonly Token[]) => Map<number, Found>;
};

/** Shorter beginnings would match too many words. */
const minPrefixLength = 3;

const toWordStep = (item: string, lists: SignalPhrases, kind: Step["kind"]): Step => {
  const isOptional = item.endsWith("?") && item.length > 1;
  const body = isOptional ? item.slice(0, -1) : item;
  const words = new Set<string>();
  const prefixes: string[] = [];
  for (const part of body.split("|")) {
    if (part.startsWith("@")) {
      const list = lists[part.slice(1)];
      if (list === undefined) throw new Error(`Unknown list of words: ${part}`);
      for (const word of list.trim().split(/\s+/))
        if (word.endsWith("*")) prefixes.push(word.slice(0, -1));
        else words.add(word);
    } else if (part.endsWith("*") && part.length > 1) prefixes.push(part.slice(0, -1));
    else words.add(part);
  }
  const short = prefixes.find((prefix) => prefix.length < minPrefixLength);
  if (short !== undefined) throw new Error(`Too short a beginning of words: ${short}*`);
  return { kind, words, prefixes, isOptional, max: 0, wordsId: -1 };
};

const noWords = { words: new Set<string>(), prefixes: [], isOptional: false, wordsId: -1 };

const toStep = (item: string, lists: SignalPhrases): Step => {
  if (/^_\d$/.test(item)) return { ...noWords, kind: "gap", max: Number(item.slice(1)) };
  if (item === "$") return { ...noWords, kind: "end", max: 0 };
  if (item === "$$") return { ...noWords, kind: "messageEnd", max: 0 };
  if (item.startsWith("!") && item.length > 1) return toWordStep(item.slice(1), lists, "not");
  return toWordStep(item, lists, "word");
};

const compile = (source: string, signal: number, lists: SignalPhrases): Phrase[] => {
  const items = source.trim().split(/\s+/);
  let atStart: Phrase["atStart"];
  let notBefore: Step | undefined;
  for (;;) {
    const first = items[0] ?? "";
    if (first === "^" || first === "^^") atStart = first === "^" ? "clause" : "message";
    else if (first.startsWith("-") && first.length > 1) notBefore = toWordStep(first.slice(1), lists, "not");
    else break;
    items.shift();
  }
  const steps = items.map((item) => toStep(item, lists));
  // A phrase is found by its first word, so an optional first word makes two phrases.
  const variants: Step[][] = [steps];
  let rest = steps;
  while (rest[0]?.isOptional) {
    rest = rest.slice(1);
    variants.push(rest);
  }
  if (variants.some((variant) => variant[0]?.kind !== "word"))
    throw new Error(`A phrase begins with a word: ${source}`);
  return variants.map((variant) => ({ signal, steps: variant, atStart, notBefore }));
};

/** What the phrases say about one word: those that begin with it, and the steps that it satisfies. */
type KnownWord = { phrases: readonly Phrase[]; steps: Uint8Array };

const isBreak = (token: Token | undefined): boolean => token === undefined || token.isMark;

const satisfies = (known: KnownWord | undefined, { wordsId }: Step): boolean =>
  known !== undefined && known.steps[wordsId] === 1;

/** End of the match, or -1. */
const matchSteps = (
  steps: readonly Step[],
  step: number,
  tokens: readonly Token[],
  known: readonly KnownWord[],
  at: number,
): number => {
  const current = steps[step];
  if (!current) return at;
  switch (current.kind) {
    case "end":
      return isBreak(tokens[at]) ? matchSteps(steps, step + 1, tokens, known, at) : -1;
    case "messageEnd":
      for (let rest = at; rest < tokens.length; rest++) if (!tokens[rest]?.isMark) return -1;
      return matchSteps(steps, step + 1, tokens, known, at);
    case "not":
      return satisfies(known[at], current) ? -1 : matchSteps(steps, step + 1, tokens, known, at);
    case "gap": {
      for (let skipped = 0; skipped <= current.max; skipped++) {
        const end = matchSteps(steps, step + 1, tokens, known, at + skipped);
        if (end >= 0) return end;
        if (isBreak(tokens[at + skipped])) return -1;
      }
      return -1;
    }
    case "word": {
      if (satisfies(known[at], current)) {
        const end = matchSteps(steps, step + 1, tokens, known, at + 1);
        if (end >= 0) return end;
      }
      return current.isOptional ? matchSteps(steps, step + 1, tokens, known, at) : -1;
    }
  }
};

const startsWell = (
  phrase: Phrase,
  tokens: readonly Token[],
  known: readonly KnownWord[],
  at: number,
): boolean => {
  if (phrase.atStart === "clause" && at > 0 && !tokens[at - 1]?.isMark) return false;
  if (phrase.atStart === "message" && tokens.slice(0, at).some(({ isMark }) => !isMark)) return false;
  if (phrase.notBefore)
    for (let back = at - 1; back >= Math.max(0, at - 3); back--) {
      if (tokens[back]?.isMark) break;
      if (satisfies(known[back], phrase.notBefore)) return false;
    }
  return true;
};

/** Words are looked up once and then remembered, up to this number. */
const maxKnownWords = 5000;

export const createPhraseMatcher = (signals: SignalPhrases, lists: SignalPhrases): PhraseMatcher => {
  const names = Object.keys(signals);
  const phrases = names.flatMap((name, signal) =>
    (signals[name] ?? "")
      .split(/[;\n]/)
      .filter((source) => source.trim() !== "")
      .flatMap((source) => compile(source, signal, lists)),
  );
  const ids = new Map<string, number>();
  /** Steps by each of their words, and by the first letters of each beginning of words. */
  const byWord = new Map<string, number[]>();
  const byPrefix = new Map<string, { prefix: string; id: number }[]>();
  const numberWords = (step: Step): void => {
    const key = [...step.words, ...step.prefixes.map((prefix) => `${prefix}*`)].join("|");
    const known = ids.get(key);
    step.wordsId = known ?? ids.size;
    if (known !== undefined) return;
    ids.set(key, step.wordsId);
    for (const word of step.words) byWord.set(word, [...(byWord.get(word) ?? []), step.wordsId]);
    for (const prefix of step.prefixes) {
      const start = prefix.slice(0, minPrefixLength);
      byPrefix.set(start, [...(byPrefix.get(start) ?? []), { prefix, id: step.wordsId }]);
    }
  };
  const byFirstStep = new Map<number, Phrase[]>();
  for (const phrase of phrases) {
    for (const step of [...phrase.steps, ...(phrase.notBefore ? [phrase.notBefore] : [])])
      if (step.kind === "word" || step.kind === "not") numberWords(step);
    const first = (phrase.steps[0] as Step).wordsId;
    byFirstStep.set(first, [...(byFirstStep.get(first) ?? []), phrase]);
  }

  const describeWord = (word: string): KnownWord => {
    const steps = new Uint8Array(ids.size);
    const matching = new Set(byWord.get(word));
    for (const { prefix, id } of byPrefix.get(word.slice(0, minPrefixLength)) ?? [])
      if (word.startsWith(prefix)) matching.add(id);
    for (const id of matching) steps[id] = 1;
    return { phrases: [...matching].flatMap((id) => byFirstStep.get(id) ?? []), steps };
  };
  const cache = new Map<string, KnownWord>();
  const lookUp = (word: string): KnownWord => {
    const cached = cache.get(word);
    if (cached) return cached;
    if (cache.size >= maxKnownWords) cache.clear();
    const described = describeWord(word);
    cache.set(word, described);
    return described;
  };

  const match = (tokens: readonly Token[]): Map<number, Found> => {
    const found = new Map<number, Found>();
    const known = tokens.map(({ word }) => lookUp(word));
    for (let at = 0; at < tokens.length; at++) {
      for (const phrase of (known[at] as KnownWord).phrases) {
        if (found.has(phrase.signal) || !startsWell(phrase, tokens, known, at)) continue;
        const end = matchSteps(phrase.steps, 0, tokens, known, at);
        if (end > at) found.set(phrase.signal, { start: at, end });
      }
    }
    return found;
  };
  return { names, match };
};
