import { covers } from "./align-words.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { meaningOf, similarity } from "./meaning.ts";
import { type Placed, placeQuantity } from "./place-quantity.ts";
import type { Quantity } from "./quantities.ts";
import { type ContentWord, daysOf, type Sentence } from "./read-sentence.ts";
import { unitOfAdverb } from "./units.ts";

export type QuantityProblem = "number" | "relation" | "period" | "bound" | "range" | "limit" | "passages";

type Candidate = Placed & { passage: ReadPassage; isEqual: boolean; score: number };

const halfDay = 12 * 60;
const sameKind = (said: Quantity, known: Quantity): boolean => {
  if (said.kind === known.kind) return true;
  // A bare number may stand for a price or an hour; a bare number of a price list may be the price.
  if (said.kind === "number") return known.kind !== "ordinal" && known.kind !== "duration";
  return (
    known.kind === "number" && (said.kind === "count" || said.kind === "time" || said.kind === "percent")
  );
};

const isEqual = (said: Quantity, known: Quantity): boolean => {
  if (said.kind === known.kind || (said.kind !== "time" && known.kind !== "time")) {
    if (said.half && known.half && said.half !== known.half) return false;
    return Math.abs(said.value - known.value) < 1e-6;
  }
  const [bare, time] = said.kind === "time" ? [known, said] : [said, known];
  return bare.value <= 12 && (bare.value * 60) % halfDay === time.value;
};

const nounsAgree = (said: Quantity, known: Quantity): boolean => {
  if (said.noun === null || known.noun === null) return true;
  const one = meaningOf(said.noun);
  const other = meaningOf(known.noun);
  return similarity(one, other) > 0 || one.senses.size === 0 || other.senses.size === 0;
};

/** How well the words around a quantity of what is known fit those around one that was said. */
const relate = (said: Placed, question: Sentence, known: Placed, passage: ReadPassage): number => {
  const title = passage.title?.words ?? [];
  const fitOf = (word: ContentWord): number =>
    Math.max(covers(word, known.own), covers(word, known.sentence.words) * 0.55, covers(word, title) * 0.4);
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

const singles = /\b(?:one|single|each|un solo|una sola|cada)\b/;

const periodAgrees = (said: Placed, known: Placed): boolean => {
  const per = said.quantity.per;
  if (per === null) return true;
  const other = known.quantity.per;
  if (per.minutes !== null) {
    if (other?.minutes != null) return other.minutes === per.minutes;
    const words = known.sentence.text.match(/[a-z]+/g) ?? [];
    if (known.sentence.quantities.some((one) => one.kind === "money" && one.per?.minutes === per.minutes))
      return true;
    return (
      words.some((word) => unitOfAdverb(word) === per.minutes) ||
      (known.quantity.kind === "percent" && /\b(?:year|ano)\b/.test(known.sentence.text))
    );
  }
  if (other?.minutes != null) return true;
  if (other?.noun == null)
    return (
      known.sentence.words.some((word) => similarity(word.meaning, meaningOf(per.noun ?? "")) > 0) ||
      singles.test(known.ownText)
    );
  return similarity(meaningOf(per.noun ?? ""), meaningOf(other.noun)) > 0;
};

const boundWords =
  /\b(?:from|starts?|starting|begins?|least|minimum|up|desde|partir|empiez\w+|comienz\w+|minimo|menos|between|entre|to|a|depend\w+|segun|hasta|maximum|maximo|within|most|dentro|under|less|over|more|above|mas|below|menor(?:es)?|mayor(?:es)?|older|younger|limit\w*|no more|plus|or|o|after|before|despues|antes|longer|sobre|exceed\w*|pas\w+|than|hits?|reach\w*|llegu?e\w*)\b/;

const saysBound =
  /\b(?:from|starts?|starting|begins?|beginning|least|minimum|up|desde|partir|empiez\w+|comienz\w+|minimo|menos|between|entre|depend\w+|segun|hasta|maximum|maximo|within|dentro|under|less|over|more|above|mas|below|menor(?:es)?|mayor(?:es)?|older|younger|limit\w*|longer|sobre|exceed\w*|pas[ea]\w*|than|hits?|reach\w*|llegu?e\w*|antes|before|after|despues)\b/;

/** "From $189" is no "$189", and one end of a range is not the range. */
const boundAgrees = (said: Placed, known: Placed): QuantityProblem | null => {
  const { quantity: one } = said;
  const { quantity: other } = known;
  if (other.kind === "time" || other.kind === "ordinal") return null;
  if (other.rangeWith !== null && one.rangeWith === null && one.value !== 0) {
    const end = known.sentence.quantities[other.rangeWith];
    const saysEnd = said.sentence.quantities.some(
      (each) => each !== one && end !== undefined && each.value === end.value,
    );
    if (!saysEnd && !boundWords.test(said.sentence.text.slice(Math.max(0, one.start - 24), one.start)))
      return "range";
  }
  if (other.bound === null) {
    const weakens =
      one.bound === "from" || one.bound === "over" || one.bound === "under" || one.bound === "upTo";
    return weakens &&
      other.rangeWith === null &&
      (one.kind === "money" || one.kind === "duration" || one.kind === "percent") &&
      !boundWords.test(known.ownText)
      ? "bound"
      : null;
  }
  if (one.bound === other.bound) return null;
  const around = said.sentence.text.slice(Math.max(0, one.start - 40), one.end + 30);
  if (
    one.bound !== null &&
    new Set([one.bound, other.bound]).has("from") &&
    new Set([one.bound, other.bound]).has("upTo")
  )
    return "bound";
  return saysBound.test(around) || said.sentence.isNegative ? null : "bound";
};

/** A figure that a passage states a rule for: so much for each, or a share of an amount that was named. */
const isComputed = (
  { quantity }: Placed,
  sentence: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): boolean => {
  const named = [...sentence.quantities, ...question.quantities].filter((one) => one !== quantity);
  return passages.some(({ sentences }) =>
    sentences.some(({ quantities }) =>
      quantities.some((known) => {
        if (known.kind === "percent" && quantity.kind !== "percent")
          return named.some(
            (one) =>
              (one.kind === "money" || one.kind === "number") &&
              Math.abs((one.value * known.value) / 100 - quantity.value) < 0.005,
          );
        const noun = known.per?.noun;
        if (known.kind !== "money" || !noun || (quantity.kind !== "money" && quantity.kind !== "number"))
          return false;
        return named.some(
          (one) =>
            (one.kind === "count" || one.kind === "number") &&
            (one.noun === null || similarity(meaningOf(one.noun), meaningOf(noun)) > 0) &&
            Math.abs(one.value * known.value - quantity.value) < 0.005,
        );
      }),
    ),
  );
};

/** "95 and 40, so 135": a sum whose different parts are said and known. */
const isShownSum = ({ quantity, sentence }: Placed, passages: readonly ReadPassage[]): boolean => {
  if (quantity.kind !== "money" && quantity.kind !== "number") return false;
  const prices = new Set(
    passages
      .filter(({ isOwn }) => isOwn)
      .flatMap(({ sentences }) => sentences.flatMap(({ quantities }) => quantities))
      .flatMap(({ kind, value }) => (kind === "money" ? [value] : [])),
  );
  const parts = sentence.quantities.filter(
    (one) => one !== quantity && (one.kind === "money" || one.kind === "number") && prices.has(one.value),
  );
  const values = new Set(parts.map(({ value }) => value));
  const total = [...values].reduce((sum, value) => sum + value, 0);
  return values.size >= 2 && values.size === parts.length && Math.abs(total - quantity.value) < 0.005;
};

const compares =
  /\b(?:outside|over|under|above|below|more|less|than|past|beyond|within|exceed\w*|fuera|mas|menos|mayor(?:es)?|menor(?:es)?|pasa|dentro|excede|sobre|debajo|so|since|asi que|porque|como|ya que|because|for|para|on|sobre)\b/;

/** The customer's own figure may be repeated in a comparison, not confirmed. */
const isRestated = ({ quantity, sentence }: Placed, question: Sentence): boolean =>
  question.quantities.some(
    (one) =>
      one.amount === quantity.amount &&
      (one.kind === quantity.kind || one.kind === "number" || quantity.kind === "number"),
  ) &&
  quantity.kind !== "percent" &&
  (sentence.isNegative ||
    compares.test(sentence.text.slice(Math.max(0, quantity.start - 30), quantity.start)) ||
    /\b(?:outside|fuera|too|fine|bien|ok)\b/.test(sentence.text)) &&
  (quantity.kind !== "money" ||
    sentence.quantities.length > 1 ||
    /\b(?:under|over|less|more|menos|mas|on|sobre|of|de)\b/.test(
      sentence.text.slice(Math.max(0, quantity.start - 20), quantity.start),
    ));

/** Words of prices, times and amounts belong to every figure. */
const generic = ["cost", "price", "pay", "open", "last", "hour", "total", "include"].map(meaningOf);
const isGeneric = ({ meaning, weight }: ContentWord): boolean =>
  weight < 0.9 || generic.some((one) => similarity(one, meaning) > 0);

/** The subject is spoken of elsewhere, and not where the figure stands. */
const isForeign = (said: Placed, known: Candidate, passages: readonly ReadPassage[]): boolean => {
  const subjects = said.own.filter(
    (word) => word.start >= said.part[0] && word.start < said.part[1] && !isGeneric(word),
  );
  const { sentences, title } = known.passage;
  const at = sentences.indexOf(known.sentence);
  const near = [title, known.sentence, sentences[at - 1]].flatMap((one) => one?.words ?? []);
  if (subjects.length === 0 || subjects.some((word) => covers(word, near) > 0)) return false;
  return subjects.some((word) =>
    passages.some((passage) =>
      passage.sentences.some((sentence) => sentence !== known.sentence && covers(word, sentence.words) === 1),
    ),
  );
};

const alwaysKnown = new Set([911, 988]);
const margin = 0.3;

export type QuantityCheck = {
  problem: QuantityProblem | null /** How clearly the relation holds; 1 without any quantity. */;
  relation: number;
  count: number;
};

const checkOne = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): { problem: QuantityProblem | null; relation: number; passages: Set<ReadPassage> } => {
  const { quantity, sentence } = said;
  const all = (problem: QuantityProblem | null, relation = 1) => ({
    problem,
    relation,
    passages: new Set(passages),
  });
  const candidates = passages.flatMap((passage): Candidate[] =>
    [...(passage.title ? [passage.title] : []), ...passage.sentences].flatMap((known) =>
      known.quantities.flatMap((one, index): Candidate[] => {
        if (
          !sameKind(quantity, one) ||
          ((quantity.kind === "money" || quantity.kind === "percent") && !passage.isOwn)
        )
          return [];
        const placed = placeQuantity(known, index);
        return [
          {
            ...placed,
            passage,
            isEqual: isEqual(quantity, one) && nounsAgree(quantity, one),
            score: relate(said, question, placed, passage),
          },
        ];
      }),
    ),
  );
  const equal = candidates.filter((one) => one.isEqual).toSorted((one, other) => other.score - one.score);
  const [best] = equal;
  if (!best) {
    if (quantity.kind === "ordinal" && quantity.value === 1) return all(null);
    if (alwaysKnown.has(quantity.value)) return all(null);
    if (isShownSum(said, passages)) return all(null, 0.7);
    if (isComputed(said, sentence, question, passages)) return all(null, 0.7);
    return all(isRestated(said, question) ? null : "number", 0.6);
  }
  const partner =
    best.quantity.rangeWith === null ? undefined : best.sentence.quantities[best.quantity.rangeWith];
  const rival = candidates
    .filter(
      (one) =>
        !one.isEqual &&
        one.quantity !== partner &&
        (one.quantity.kind === quantity.kind || quantity.kind === "number"),
    )
    .reduce((most, one) => Math.max(most, one.score), 0);
  const relation = best.score - rival;
  // Hours of another day are no hours of this one.
  if (best.score < -1) return all("relation", relation);
  if (rival > best.score + margin) return all("relation", relation);
  if (isForeign(said, best, passages)) return all("relation", relation);
  const good = equal.filter((one) => one.score >= best.score - margin && one.score >= rival - margin);
  let problem: QuantityProblem | null = null;
  for (const one of good) {
    problem = periodAgrees(said, one) ? boundAgrees(said, one) : "period";
    if (problem === null) return { problem, relation, passages: new Set(good.map(({ passage }) => passage)) };
  }
  return all(problem, relation);
};

/** Whether every figure of a statement stands in one passage, in the same relation. */
export const checkQuantities = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): QuantityCheck => {
  let relation = Number.POSITIVE_INFINITY;
  const shared: Set<ReadPassage>[] = [];
  for (let index = 0; index < statement.quantities.length; index++) {
    const checked = checkOne(placeQuantity(statement, index), question, passages);
    if (checked.problem !== null)
      return { problem: checked.problem, relation: checked.relation, count: statement.quantities.length };
    relation = Math.min(relation, checked.relation);
    shared.push(checked.passages);
  }
  const isOfOne =
    shared.length === 0 || passages.some((passage) => shared.every((others) => others.has(passage)));
  if (!isOfOne) return { problem: "passages", relation: 0, count: statement.quantities.length };
  return {
    problem: null,
    relation: statement.quantities.length === 0 ? 1 : relation,
    count: statement.quantities.length,
  };
};
