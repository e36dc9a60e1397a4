import type { Word } from "#domain/pii/words.ts";
import {
  ambiguousEndings,
  ambiguousStates,
  compoundEnding,
  linkWords,
  lowercaseBeginnings,
  nonAddressWords,
  placeWords,
  prepositions,
  quarterWords,
  stateCodes,
  stopWords,
  streetBeginnings,
  streetEndings,
  unitWords,
} from "./street-words.ts";

/** The last word of an address that begins at a word, or the first and the last. */
export type AddressShape = (
  words: readonly Word[],
  at: number,
) => number | readonly [number, number] | undefined;

const houseNumberPattern = /^\d{1,6}[a-z]?(?:-[\da-z]{1,4})?$/;
export const isHouseNumber = (word: Word | undefined): boolean =>
  word?.numeric === true && houseNumberPattern.test(word.plain);
export const isNamePart = (word: Word): boolean => word.capital || linkWords.has(word.plain);
const follows = (word: Word | undefined): word is Word =>
  word !== undefined && (word.gap === "blank" || word.gap === "comma");

/** `24 Clarke Avenue`, `350 5th Ave`. */
const numberFirst: AddressShape = (words, at) => {
  if (!isHouseNumber(words[at])) return undefined;
  for (let to = at + 1; to <= at + 5; to++) {
    const word = words[to];
    if (!follows(word) || stopWords.has(word.plain)) return undefined;
    if (to > at + 1 && streetEndings.has(word.plain)) return to;
    if (to > at + 1 && word.capital && words[at + 1]?.capital && ambiguousEndings.has(word.plain)) return to;
    if (
      word.numeric &&
      !/^\d{1,3}(?:st|nd|rd|th)$/.test(word.plain) &&
      !(to === at + 1 && isHouseNumber(word))
    )
      return undefined;
  }
  return undefined;
};

/** `Calle Luna 123`, `Carrera 7 # 71-21`, `C/ Mayor, 5`, `31 rue de la Paix`. */
const streetTypeFirst: AddressShape = (words, at) => {
  const type = words[at];
  const next = words[at + 1];
  if (!type || !next || !streetBeginnings.has(type.plain) || next.gap === "line" || next.gap === "break")
    return undefined;
  const single = type.plain.length === 1;
  if (single && next.gap !== "comma") return undefined;
  if (!type.capital && !lowercaseBeginnings.has(type.plain) && !single && type.plain !== "ul")
    return undefined;
  const house = words[at - 1];
  if (
    isHouseNumber(house) &&
    type.gap !== "line" &&
    (isNamePart(next) || lowercaseBeginnings.has(type.plain)) &&
    !stopWords.has(next.plain)
  ) {
    let to = at + 1;
    while (to < at + 5 && words[to + 1]?.gap === "blank" && words[to + 1]?.capital) to++;
    return [at - 1, to];
  }
  for (let to = at + 1; to <= at + 7; to++) {
    const word = words[to];
    if (!follows(word)) return undefined;
    if (isHouseNumber(word))
      return to > at + 1 && !type.capital && !next.capital && word.plain.length < 2 ? undefined : to;
    if (
      !isNamePart(word) &&
      (type.capital || stopWords.has(word.plain) || to > at + 3) &&
      !/^(?:num|numero|no|km)$/.test(word.plain)
    )
      return undefined;
  }
  return undefined;
};

/** `Kopfhölzistrasse 45`. */
const compoundStreet: AddressShape = (words, at) => {
  const word = words[at];
  const next = words[at + 1];
  return word?.capital &&
    word.plain.length >= 6 &&
    compoundEnding.test(word.plain) &&
    follows(next) &&
    /^\d{1,4}[a-z]?$/.test(next.plain)
    ? at + 1
    : undefined;
};

/** `Apt. 595`, `Suite 501`, `Apto. 5-B`. */
const unitNumber: AddressShape = (words, at) => {
  const word = words[at];
  const next = words[at + 1];
  if (!word || !unitWords.has(word.plain) || !follows(next) || next.plain.length > 6) return undefined;
  if (
    /^(?:suite|ste|departamento)$/.test(word.plain) &&
    !(word.capital && /^\d{2,5}[a-z]?$/.test(next.plain)) &&
    !/^\d{3,5}$/.test(next.plain)
  ) {
    return undefined;
  }
  return /^\d{1,5}-?[a-z]?\d?$|^[a-z]-?\d{1,4}$/.test(next.plain) ? at + 1 : undefined;
};

/** `P.O. Box 149`, `HC 01 Box 1234`, `PSC 6293, Box 8158`, `Apartado 9023`. */
const postBox: AddressShape = (words, at) => {
  const word = words[at];
  if (!word || !isHouseNumber(words[at + 1]) || words[at + 1]?.gap === "line") return undefined;
  if (word.plain === "apdo" || (word.plain === "apartado" && word.capital)) return at + 1;
  if (word.plain === "postal" && /^(?:apartado|apdo|casilla)$/.test(words[at - 1]?.plain ?? ""))
    return [at - 1, at + 1];
  if (word.plain !== "box") return undefined;
  const before = words[at - 1]?.plain;
  if (before === "po" || (before === "o" && words[at - 2]?.plain === "p"))
    return [before === "po" ? at - 1 : at - 2, at + 1];
  return words[at - 1]?.numeric && /^(?:hc|rr|psc|unit|cmr)$/.test(words[at - 2]?.plain ?? "")
    ? [at - 2, at + 1]
    : undefined;
};

const zipPattern = /^\d{5}(?:-\d{4})?$/;

/** `San Juan, PR 00907`, `APO AP 04336`, `C.P. 06700`. */
const townAndPostcode: AddressShape = (words, at) => {
  const code = words[at];
  const state = words[at - 1];
  const town = words[at - 2];
  if (!code?.numeric || !zipPattern.test(code.plain) || code.gap === "break" || !state) return undefined;
  if (/^[ac][aep]$/.test(state.plain) && /^[afd]po$/.test(town?.plain ?? "")) return [at - 2, at];
  if (state.plain === "p" && town?.plain === "c" && state.gap === "comma") return [at - 2, at];
  if (state.plain === "cp" && state.capital) return [at - 1, at];
  if (state.plain === "postal" && town?.plain === "codigo") return [at - 2, at];
  if (
    !town ||
    town.numeric ||
    !town.capital ||
    state.plain.length !== 2 ||
    !state.capital ||
    !stateCodes.has(state.plain)
  )
    return undefined;
  return state.gap !== "blank" || !ambiguousStates.has(state.plain) ? [at - 2, at] : undefined;
};

/** `Urb. Villa Carolina, Bloque 5`, `Bo. Quebrada Km 2`. */
const quarterAndNumber: AddressShape = (words, at) => {
  const word = words[at];
  if (!word?.capital || !quarterWords.has(word.plain) || !words[at + 1]?.capital || !follows(words[at + 1]))
    return undefined;
  for (let to = at + 2; to <= at + 6; to++) {
    if (!words[to] || words[to]?.gap === "break") return undefined;
    if (words[to]?.numeric || /^[a-z]{1,2}-\d{1,3}$/.test(words[to]?.plain ?? "")) return to;
  }
  return undefined;
};

const followsPlaceWord = (words: readonly Word[], at: number): boolean => {
  for (let back = at - 1; back >= 0 && back >= at - 9; back--)
    if (placeWords.has(words[back]?.plain ?? "")) return true;
  return false;
};

const isProperNoun = (word: Word | undefined): word is Word =>
  follows(word) && word.capital && !word.numeric && !nonAddressWords.has(word.plain);

/** `lives at Puruntie 82`, `my new address is 6750 Koskikatu`: the words before it say what it is. */
const afterPlaceWord: AddressShape = (words, at) => {
  const word = words[at];
  const before = words[at - 1];
  if (
    !word ||
    !before ||
    (!prepositions.has(before.plain) && word.gap !== "break") ||
    !followsPlaceWord(words, at)
  )
    return undefined;
  if (word.numeric)
    return /^\d{2,6}[a-z]?$/.test(word.plain) && isProperNoun(words[at + 1]) ? at + 1 : undefined;
  if (!word.capital || nonAddressWords.has(word.plain)) return undefined;
  for (let to = at + 1; to <= at + 5; to++) {
    if (isHouseNumber(words[to]) && words[to]?.gap === "blank") return to;
    if (!isProperNoun(words[to]) && !(follows(words[to]) && linkWords.has(words[to]?.plain ?? "")))
      return undefined;
  }
  return undefined;
};

/** A line of `27534 Þorsteinsgata 63`, with more of the address after it. */
const wholeLine: AddressShape = (words, at) => {
  if (words[at]?.gap !== "line" || !isHouseNumber(words[at]) || (words[at]?.plain.length ?? 0) < 3)
    return undefined;
  for (let to = at + 1; to <= at + 4; to++) {
    if (to > at + 1 && isHouseNumber(words[to]) && words[to]?.gap === "blank") {
      return words[to + 1]?.gap === "line" || words[to + 1]?.gap === "comma" ? to : undefined;
    }
    if (!isProperNoun(words[to]) || words[to]?.gap !== "blank") return undefined;
  }
  return undefined;
};

/** What can begin at a number, at a word that addresses begin with, and at any capitalised word. */
const shapesAtNumber: readonly AddressShape[] = [numberFirst, townAndPostcode, afterPlaceWord, wholeLine];
const shapesAtLeadWord: readonly AddressShape[] = [
  streetTypeFirst,
  unitNumber,
  postBox,
  quarterAndNumber,
  afterPlaceWord,
];
const shapesAtName: readonly AddressShape[] = [compoundStreet, afterPlaceWord];
const noShapes: readonly AddressShape[] = [];

const leadWords: ReadonlySet<string> = new Set([
  ...streetBeginnings,
  ...unitWords,
  ...quarterWords,
  "box",
  "apdo",
  "apartado",
  "postal",
]);

export const shapesStartingAt = (word: Word): readonly AddressShape[] => {
  if (word.numeric) return shapesAtNumber;
  if (leadWords.has(word.plain)) return shapesAtLeadWord;
  return word.capital ? shapesAtName : noShapes;
};
