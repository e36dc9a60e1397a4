import { covers } from "./align-words.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { meaningOf, similarity } from "./meaning.ts";
import { type Placed, placeQuantity } from "./place-quantity.ts";
import type { Quantity } from "./quantities.ts";
import { type ContentWord, daysOf, type Sentence } from "./read-sentence.ts";

/** A figure of what is known, with how well its words fit those around a figure that was said. */
export type QuantityCandidate = Placed & {
  passage: ReadPassage;
  isEqual: boolean;
  score: number;
  isOfNoun: boolean;
};

/** "Four parts" may be "four payments", and more likely is not. */
const otherNounCost = 0.5;
const halfDay = 12 * 60;
const minutesPerYear = 360 * 24 * 60;
const sameKind = (said: Quantity, known: Quantity, sentence: Sentence): boolean => {
  if (said.kind === known.kind) return true;
  // "Three days for single lenses, seven for progressive ones".
  if (said.kind === "duration" && (known.kind === "number" || known.kind === "count"))
    // "Under 4" may be years of age.
    return (
      said.value === said.amount * minutesPerYear ||
      sentence.quantities.some(({ kind }) => kind === "duration")
    );
  // A bare number may stand for a price or an hour; a bare number of a price list may be the price.
  if (said.kind === "number") return known.kind !== "ordinal";
  return (
    known.kind === "number" && (said.kind === "count" || said.kind === "time" || said.kind === "percent")
  );
};

const isEqual = (said: Quantity, known: Quantity): boolean => {
  if (said.kind === known.kind || (said.kind !== "time" && known.kind !== "time")) {
    if ((said.kind === "duration") !== (known.kind === "duration")) return said.amount === known.amount;
    if (said.alternatives?.includes(known.value)) return true;
    if (said.half && known.half && said.half !== known.half) return false;
    return Math.abs(said.value - known.value) < 1e-6;
  }
  if (said.alternatives?.includes(known.value)) return true;
  const [bare, time] = said.kind === "time" ? [known, said] : [said, known];
  return bare.value <= 24 && (bare.value * 60) % halfDay === time.value;
};

const nounsAgree = (said: Quantity, known: Quantity): boolean => {
  if (said.noun === null || known.noun === null) return true;
  const one = meaningOf(said.noun);
  const other = meaningOf(known.noun);
  return similarity(one, other) > 0 || one.senses.size === 0 || other.senses.size === 0;
};

const nearShare = 0.4;
/** Letters after which a word is half as near. */
const nearLength = 30;

/** A word beside the figure belongs to it more than one at the other end, and one beyond another figure does not. */
const nearness = (word: ContentWord, { quantity, own, sentence }: Placed): number => {
  let most = 0;
  for (const other of own) {
    const from = Math.min(other.start, quantity.start);
    const to = Math.max(other.start, quantity.start);
    const isBeyond = sentence.quantities.some(
      (one) => one !== quantity && one.kind === quantity.kind && one.start > from && one.start < to,
    );
    if (isBeyond) continue;
    const distance = other.start > quantity.start ? other.start - quantity.end : quantity.start - other.start;
    const near = covers(word, [other]) * nearShare * 2 ** (-Math.max(0, distance) / nearLength);
    most = Math.max(most, near);
  }
  return most;
};

/** How well the words around a quantity of what is known fit those around one that was said. */
export const relate = (said: Placed, question: Sentence, known: Placed, passage: ReadPassage): number => {
  const title = passage.title?.words ?? [];
  const fitOf = (word: ContentWord): number =>
    Math.max(covers(word, known.own), covers(word, known.sentence.words) * 0.55, covers(word, title) * 0.4) +
    nearness(word, known);
  let score = 0;
  const partShare = ({ start }: ContentWord): number =>
    start >= said.part[0] && start < said.part[1] ? 1 : 0.4;
  for (const word of said.own) score += fitOf(word) * word.weight * partShare(word);
  const questionShare = said.own.length === 0 ? 0.9 : said.own.length <= 2 ? 0.5 : 0.3;
  for (const word of question.words) score += fitOf(word) * word.weight * questionShare;
  // Days and counts beside the quantity are part of the relation.
  for (const other of said.sentence.quantities)
    if (
      other !== said.quantity &&
      known.sentence.quantities.some(
        (one) =>
          one.kind === other.kind &&
          one.value === other.value &&
          known.ownText.includes(known.sentence.text.slice(one.start, one.end)),
      )
    )
      score += 0.8;
  for (const other of question.quantities)
    if (other.kind === "ordinal" || other.kind === "count")
      if (
        known.sentence.quantities.some(
          (one) =>
            one.value === other.value &&
            known.ownText.includes(known.sentence.text.slice(one.start, one.end)),
        )
      )
        score += 0.8;
  const saidDays = daysOf(said.ownText);
  const knownDays = daysOf(known.ownText);
  if (saidDays.size > 0 && knownDays.size > 0)
    score += [...saidDays].every((day) => knownDays.has(day)) ? 1.2 : -3;
  // Words that the known quantity has beside those asked for: the price of another plan.
  for (const word of known.own)
    if (word.isName && covers(word, said.own) === 0 && covers(word, question.words) === 0) score -= 0.15;
  return score;
};

/** All figures of what is known that a figure may stand for. */
export const findCandidates = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): QuantityCandidate[] =>
  passages.flatMap((passage): QuantityCandidate[] =>
    [...(passage.title ? [passage.title] : []), ...passage.sentences].flatMap((known) =>
      known.quantities.flatMap((one, index): QuantityCandidate[] => {
        const isPriced = said.quantity.kind === "money" || said.quantity.kind === "percent";
        if ((isPriced && !passage.isOwn) || !sameKind(said.quantity, one, known)) return [];
        const placed = placeQuantity(known, index);
        const isOfNoun = nounsAgree(said.quantity, one);
        const score = relate(said, question, placed, passage);
        return [
          {
            ...placed,
            passage,
            isEqual: isEqual(said.quantity, one),
            isOfNoun,
            score: isOfNoun ? score : score - otherNounCost,
          },
        ];
      }),
    ),
  );
