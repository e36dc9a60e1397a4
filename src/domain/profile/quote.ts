import { prepareText } from "#domain/reading/features.ts";
import { findOwnText } from "#domain/reading/own-text.ts";

/** Control and format characters (zero-width, direction overrides, tags) and variation selectors. */
const invisible = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;
const markup = /<[^>]{0,500}>|!?\[([^\]]{0,200})\]\([^)]{0,500}\)|[`*_#|~<>]+/g;
const address = /\b(?:https?:\/\/|www\.)\S+/gi;

/** Text from outside as plain words on one line: without markup, links and hidden characters. */
export const toPlainWords = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(invisible, "")
    .replaceAll(markup, (_, label: string | undefined) => label ?? " ")
    .replaceAll(address, "…")
    .replaceAll(/\s+/g, " ")
    .trim();

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

export const shortenWords = (text: string, maxWords: number, maxLength = 120): string => {
  const words = text.split(" ");
  const kept = words.slice(0, maxWords).join(" ").slice(0, maxLength);
  return kept === text ? text : `${kept.replace(/[\s.,;:–-]+$/, "")}…`;
};

/** The sender's own words, shortened; null where nothing is left, or where they address a program. */
export const quoteWords = (text: string | null, maxWords: number): string | null => {
  if (text === null) return null;
  const own = findOwnText(text).text;
  if (prepareText({ text: own }).hasInstructions) return null;
  const plain = toPlainWords(own);
  return plain === "" ? null : shortenWords(plain, maxWords);
};
