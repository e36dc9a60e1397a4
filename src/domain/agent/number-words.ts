import { foldWord } from "#domain/reading/tokens.ts";

/** Numbers in digits and in words of both languages. */
const small = new Map<string, number>();
const addWords = (words: string, value: (index: number) => number): void => {
  words
    .trim()
    .split(/\s+/)
    .forEach((group, index) => {
      for (const word of group.split("/")) small.set(word, value(index));
    });
};
addWords(
  "zero/cero one/uno/un/una two/dos three/tres four/cuatro five/cinco six/seis seven/siete eight/ocho nine/nueve ten/diez eleven/once twelve/doce thirteen/trece fourteen/catorce fifteen/quince sixteen/dieciseis seventeen/diecisiete eighteen/dieciocho nineteen/diecinueve",
  (index) => index,
);
addWords(
  "twenty/veinte thirty/treinta forty/cuarenta fifty/cincuenta sixty/sesenta seventy/setenta eighty/ochenta ninety/noventa",
  (index) => 20 + 10 * index,
);
addWords(
  "veintiun/veintiuno/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
  (index) => 21 + index,
);
addWords(
  "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
  (index) => 100 * (index + 1),
);
const multipliers = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["mil", 1000],
  ["k", 1000],
  ["million", 1_000_000],
  ["millon", 1_000_000],
  ["millones", 1_000_000],
]);
/** "Treinta y uno" is one number, "ochocientos y once" are two; "and" follows a hundred or a thousand. */
const connects = (word: string, before = "", after = ""): boolean => {
  const next = small.get(after);
  if (next === undefined) return false;
  if (word === "and") return multipliers.has(before);
  const ten = small.get(before) ?? 0;
  return word === "y" && ten >= 20 && ten < 100 && ten % 10 === 0 && next < 10;
};

/** "No one", "the other one": a pronoun and no number. */
const pronounStart =
  /^(?:no|any|every|some|this|that|the|other|another|first|last|which|each|cada|ese|este|otro)$/;

/** A number of a text, with the positions of its first and last character. */
export type FoundNumber = { value: number; start: number; end: number; isInDigits: boolean };

type Part = { word: string; start: number; end: number };

const toParts = (text: string): Part[] =>
  [...text.matchAll(/\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}]*/gu)].map((match) => ({
    word: foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** "1,250.50" and "1.250"; a comma or dot before three digits groups thousands. */
const parseDigits = (word: string): number =>
  Number(word.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, "").replace(",", "."));

/** All numbers of a text in their order. An article or a pronoun is not a number. */
export const findNumbers = (text: string): FoundNumber[] => {
  const parts = toParts(text);
  const found: FoundNumber[] = [];
  for (let at = 0; at < parts.length; ) {
    const first = parts[at] as Part;
    const isDigits = /^\d/.test(first.word);
    if (!isDigits && !small.has(first.word) && !(first.word === "mil" || first.word === "a")) {
      at++;
      continue;
    }
    let total = 0;
    let group = 0;
    let next = at;
    let last = -1;
    let smallestUnit = Number.POSITIVE_INFINITY;
    /** The number up to its last "thousand" or "million": the same word again begins another number. */
    let closed: { multiplier: number; total: number; last: number } | null = null;
    for (; next < parts.length; next++) {
      const { word } = parts[next] as Part;
      const multiplier = multipliers.get(word);
      if (word === "a" && next === at && multipliers.has(parts[next + 1]?.word ?? "")) group = 1;
      else if (/^\d/.test(word)) {
        if (next > at) break;
        group = parseDigits(word);
        smallestUnit = 1;
        last = next;
      } else if (small.has(word)) {
        const value = small.get(word) as number;
        const unit = value >= 100 ? 100 : value >= 20 && value % 10 === 0 ? 10 : 1;
        // "Two three" are two numbers, "twenty three" is one.
        if (unit >= smallestUnit) break;
        group += value;
        smallestUnit = value >= 10 && value < 20 ? 1 : unit;
        last = next;
      } else if (multiplier !== undefined) {
        if (closed !== null && multiplier >= closed.multiplier) {
          ({ total, last } = closed);
          group = 0;
          break;
        }
        const amount = Math.max(group, 1) * multiplier;
        if (multiplier === 100) group = amount;
        else {
          total += amount;
          group = 0;
          closed = { multiplier, total, last: next };
        }
        smallestUnit = multiplier;
        last = next;
      } else if (last < 0 || !connects(word, parts[next - 1]?.word, parts[next + 1]?.word)) break;
    }
    if (last < 0) {
      at++;
      continue;
    }
    const end = parts[last] as Part;
    const isLoneOne = last === at && /^(?:un|una|uno|one)$/.test(first.word);
    const isArticle = isLoneOne && (at + 1 < parts.length || pronounStart.test(parts[at - 1]?.word ?? ""));
    if (!isArticle)
      found.push({ value: total + group, start: first.start, end: end.end, isInDigits: isDigits });
    at = Math.max(last + 1, at + 1);
  }
  return found;
};
