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

/** Matches an address at word `at`. Returns the index of its last word, or of its first and its last. */
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

/** Whether a street name begins here: a street type that stands before the name. */
const beginsStreetName = (type: Word, next: Word): boolean => {
  if (!streetBeginnings.has(type.plain) || !follows(next)) return false;
  // `c/` and `r/`: a single letter needs the punctuation.
  if (type.plain.length === 1) return next.gap === "comma";
  return type.capital || lowercaseBeginnings.has(type.plain) || type.plain === "ul";
};

/** `31 rue de la Paix`: the house number stands before the street type. */
const houseBeforeStreet: AddressShape = (words, at) => {
  const type = words[at];
  const next = words[at + 1];
  if (!type || !next || type.gap === "line" || !isHouseNumber(words[at - 1])) return undefined;
  const isStreetName = isNamePart(next) || lowercaseBeginnings.has(type.plain);
  if (!isStreetName || stopWords.has(next.plain)) return undefined;
  let last = at + 1;
  while (last < at + 5 && words[last + 1]?.gap === "blank" && words[last + 1]?.capital) last++;
  return [at - 1, last];
};

/** Whether a word may stand between the street type and the house number. */
const mayBeInStreetName = (word: Word, type: Word, distance: number): boolean =>
  isNamePart(word) ||
  (!type.capital && !stopWords.has(word.plain) && distance <= 3) ||
  /^(?:num|numero|no|km)$/.test(word.plain);

/** `Calle Luna 123`: the house number stands after the street name. */
const houseAfterStreet: AddressShape = (words, at) => {
  const type = words[at];
  const next = words[at + 1];
  if (!type || !next) return undefined;
  for (let distance = 1; distance <= 7; distance++) {
    const word = words[at + distance];
    if (!follows(word)) return undefined;
    if (isHouseNumber(word)) {
      const isLowercase = !type.capital && !next.capital;
      return distance > 1 && isLowercase && word.plain.length < 2 ? undefined : at + distance;
    }
    if (!mayBeInStreetName(word, type, distance)) return undefined;
  }
  return undefined;
};

/** `Calle Luna 123`, `Carrera 7 # 71-21`, `C/ Mayor, 5`, `31 rue de la Paix`. */
const streetTypeFirst: AddressShape = (words, at) => {
  const type = words[at];
  const next = words[at + 1];
  if (!type || !next || !beginsStreetName(type, next)) return undefined;
  return houseBeforeStreet(words, at) ?? houseAfterStreet(words, at);
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

/** `lives at Puruntie 82`, `my new address is 6750 Koskikatu`: recognised by the words before it. */
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

/** `27534 Þorsteinsgata 63` at the start of a line, followed by more of the address. */
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
