import type { Quantity } from "./quantities.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";

/** A quantity with the words it belongs to. */
export type Placed = {
  quantity: Quantity;
  sentence: Sentence;
  own: ContentWord[];
  ownText: string;
  /** Where the part between commas begins and ends in which it stands. */
  part: readonly [number, number];
};

const delimiters = /[,;:()]|\b(?:and|y|e|but|pero|or|o|while|mientras|versus|vs|instead|vez)\b/g;

/** Where the words of one figure end and those of the next begin. */
const boundaryBetween = (text: string, from: number, to: number): number | undefined => {
  const between = text.slice(from, to);
  const semicolon = between.indexOf(";");
  if (semicolon >= 0) return from + semicolon;
  if (/^ ?(?:,|\)|(?:y|and|e|or|o)\b)/.test(between)) return from;
  let found: number | undefined;
  for (const match of between.matchAll(delimiters)) if (match[0] !== ":") found = from + match.index;
  return found;
};

/** The words between a quantity's neighbours of the same kind; those between two belong to the one before the last comma. */
export const placeQuantity = (sentence: Sentence, index: number): Placed => {
  const { text, quantities, words } = sentence;
  const quantity = quantities[index] as Quantity;
  const rivals = quantities
    .map((one, at) => ({ one, at }))
    .filter(
      ({ one, at }) =>
        at !== index && at !== quantity.rangeWith && (one.kind === quantity.kind || one.kind === "number"),
    );
  const before = rivals.findLast(({ at }) => at < index)?.one;
  const after = rivals.find(({ at }) => at > index)?.one;
  const left = before ? (boundaryBetween(text, before.end, quantity.start) ?? before.end) : 0;
  const right = after ? (boundaryBetween(text, quantity.end, after.start) ?? after.start) : text.length;
  const head = text.indexOf(":");
  const headEnd = head > 0 && head < quantity.start && !/\d$/.test(text.slice(0, head)) ? head : 0;
  const own = words.filter(({ start }) => (start >= left && start < right) || start < headEnd);
  // "Under that it is $8" goes on about what stands before it.
  const isInstead = /\b(?:instead|vez)\b/.test(text.slice(left, quantity.start));
  const comma = /[,;](?=\s)/g;
  const commas = [...text.matchAll(comma)].map(({ index: at }) => at);
  return {
    quantity,
    sentence,
    own: own.length === 0 && !isInstead ? words.filter(({ start }) => start < quantity.start) : own,
    ownText: `${text.slice(0, headEnd)} ${text.slice(left, right)}`,
    part: [
      commas.findLast((at) => at < quantity.start) ?? 0,
      commas.find((at) => at > quantity.end) ?? text.length,
    ],
  };
};
