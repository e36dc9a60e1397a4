import { cutText } from "#domain/storable-text.ts";

const before = 40;
const length = 160;

/** One character for each of the text, so that places in the folded text are places in the text. */
const fold = (text: string): string =>
  [...text]
    .map((character) => {
      const folded = character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
      return folded.length === character.length ? folded : character;
    })
    .join("");

/** The part of a text around the first of the words in it. */
export const aroundMatch = (text: string, words: readonly string[]): string => {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(fold(word))).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= before ? 0 : first - before;
  const part = cutText(text.slice(from), length).replaceAll(/\s+/g, " ").trim();
  return `${from > 0 ? "… " : ""}${part}${from + length < text.length ? " …" : ""}`;
};
