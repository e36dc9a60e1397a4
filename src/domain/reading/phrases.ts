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

const prefixKeyLength = 3;

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
  const short = prefixes.find((prefix) => prefix.length < prefixKeyLength);
  if (short !== undefined) throw new Error(`Too short a beginning of words: ${short}*`);
  return { kind, words, prefixes, isOptional, max: 0 };
};

const noWords = { words: new Set<string>(), prefixes: [], isOptional: false };

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

const holds = ({ words, prefixes }: Step, word: string): boolean => {
  if (words.has(word)) return true;
  for (const prefix of prefixes) if (word.startsWith(prefix)) return true;
  return false;
};

const isBreak = (token: Token | undefined): boolean => token === undefined || token.isMark;

/** End of the match, or -1. */
const matchSteps = (steps: readonly Step[], step: number, tokens: readonly Token[], at: number): number => {
  const current = steps[step];
  if (!current) return at;
  const token = tokens[at];
  switch (current.kind) {
    case "end":
      return isBreak(token) ? matchSteps(steps, step + 1, tokens, at) : -1;
    case "messageEnd":
      for (let rest = at; rest < tokens.length; rest++) if (!tokens[rest]?.isMark) return -1;
      return matchSteps(steps, step + 1, tokens, at);
    case "not":
      return token && holds(current, token.word) ? -1 : matchSteps(steps, step + 1, tokens, at);
    case "gap": {
      for (let skipped = 0; skipped <= current.max; skipped++) {
        const end = matchSteps(steps, step + 1, tokens, at + skipped);
        if (end >= 0) return end;
        if (isBreak(tokens[at + skipped])) return -1;
      }
      return -1;
    }
    case "word": {
      if (token && holds(current, token.word)) {
        const end = matchSteps(steps, step + 1, tokens, at + 1);
        if (end >= 0) return end;
      }
      return current.isOptional ? matchSteps(steps, step + 1, tokens, at) : -1;
    }
  }
};

const startsWell = (phrase: Phrase, tokens: readonly Token[], at: number): boolean => {
  if (phrase.atStart === "clause" && at > 0 && !tokens[at - 1]?.isMark) return false;
  if (phrase.atStart === "message" && tokens.slice(0, at).some(({ isMark }) => !isMark)) return false;
  if (phrase.notBefore)
    for (let back = at - 1; back >= Math.max(0, at - 3); back--) {
      const token = tokens[back];
      if (!token || token.isMark) break;
      if (holds(phrase.notBefore, token.word)) return false;
    }
  return true;
};

export const createPhraseMatcher = (signals: SignalPhrases, lists: SignalPhrases): PhraseMatcher => {
  const names = Object.keys(signals);
  const byWord = new Map<string, Phrase[]>();
  const byPrefix = new Map<string, Phrase[]>();
  const add = (index: Map<string, Phrase[]>, key: string, phrase: Phrase): void => {
    const list = index.get(key);
    if (list) list.push(phrase);
    else index.set(key, [phrase]);
  };
  names.forEach((name, signal) => {
    const sources = (signals[name] ?? "").split(/[;\n]/).filter((source) => source.trim() !== "");
    for (const phrase of sources.flatMap((source) => compile(source, signal, lists))) {
      const first = phrase.steps[0] as Step;
      for (const word of first.words) add(byWord, word, phrase);
      for (const key of new Set(first.prefixes.map((prefix) => prefix.slice(0, prefixKeyLength))))
        add(byPrefix, key, phrase);
    }
  });

  const match = (tokens: readonly Token[]): Map<number, Found> => {
    const found = new Map<number, Found>();
    for (let at = 0; at < tokens.length; at++) {
      const { word } = tokens[at] as Token;
      for (const phrases of [byWord.get(word), byPrefix.get(word.slice(0, prefixKeyLength))]) {
        if (!phrases) continue;
        for (const phrase of phrases) {
          if (found.has(phrase.signal) || !startsWell(phrase, tokens, at)) continue;
          const end = matchSteps(phrase.steps, 0, tokens, at);
          if (end > at) found.set(phrase.signal, { start: at, end });
        }
      }
    }
    return found;
  };
  return { names, match };
};
