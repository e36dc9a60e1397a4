import { covers } from "./align-words.ts";
import { deriveFigure } from "./derive-figure.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { isLight } from "./light-words.ts";
import { meaningOf, similarity } from "./meaning.ts";
import { type Placed, placeQuantity } from "./place-quantity.ts";
import { findCandidates, type QuantityCandidate } from "./quantity-candidates.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";
import { type Bound, minutesOfUnit, unitOfAdverb } from "./units.ts";

export type QuantityProblem = "number" | "relation" | "period" | "bound" | "range" | "limit" | "passages";

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
  // "Sixty dollars per hedge" where it is an hour.
  if (other?.minutes != null) return false;
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

const isStrict = (bound: Bound): boolean => bound === "under" || bound === "over";

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
  // "Five and under" where only those under five are meant.
  if (one.bound !== null && isStrict(one.bound) !== isStrict(other.bound) && one.kind !== "duration")
    return "bound";
  return saysBound.test(around) || said.sentence.isNegative ? null : "bound";
};

const compares =
  /\b(?:outside|over|under|above|below|more|less|than|past|beyond|within|exceed\w*|fuera|mas|menos|mayor(?:es)?|menor(?:es)?|pasa|dentro|excede|sobre|debajo|so|since|asi que|porque|como|ya que|because|for|para|on|sobre|at|with|a los|con|too|not|no)\b/;

const isAsked = ({ quantity }: Placed, question: Sentence): boolean =>
  question.quantities.some(
    (one) =>
      one.amount === quantity.amount &&
      (one.kind === quantity.kind || one.kind === "number" || quantity.kind === "number"),
  ) ||
  // "For the ten" of ten shirts is no time.
  (quantity.kind === "time" &&
    quantity.half === null &&
    question.quantities.some(({ kind, value }) => kind === "count" && value * 60 === quantity.value));

/** "Twelve months" where a price of a year is known. */
const isKnownPeriod = ({ quantity }: Placed, passages: readonly ReadPassage[]): boolean =>
  quantity.kind === "duration" &&
  passages.some(({ sentences }) =>
    sentences.some(({ quantities }) => quantities.some(({ per }) => per?.minutes === quantity.value)),
  );

/** "A year" where the customer asked for a year. */
const isAskedUnit = ({ quantity, sentence }: Placed, question: Sentence): boolean =>
  quantity.kind === "duration" &&
  /^(?:an?|una?) /.test(sentence.text.slice(quantity.start)) &&
  (question.text.match(/[a-z]+/g) ?? []).some((word) => minutesOfUnit(word) === quantity.value);

/** The customer's own figure may be repeated in a comparison, not confirmed. */
const isRestated = (said: Placed, question: Sentence): boolean => {
  const { quantity, sentence } = said;
  if (!isAsked(said, question) || quantity.kind === "percent") return false;
  if (quantity.kind !== "money") return true;
  const before = sentence.text.slice(Math.max(0, quantity.start - 20), quantity.start);
  return (
    (sentence.isNegative ||
      compares.test(sentence.text.slice(Math.max(0, quantity.start - 30), quantity.start))) &&
    (sentence.quantities.length > 1 || /\b(?:under|over|less|more|menos|mas|on|sobre|of|de)\b/.test(before))
  );
};

/** The customer's figure is not compared with anything. */
const isPlainlyRestated = ({ quantity, sentence }: Placed): boolean =>
  !sentence.isNegative &&
  !compares.test(sentence.text.slice(Math.max(0, quantity.start - 30), quantity.start));

/** Words of prices, times and amounts belong to every figure. */
const generic = ["cost", "price", "pay", "open", "last", "hour", "total", "include"].map(meaningOf);
const isGeneric = ({ meaning, weight }: ContentWord): boolean =>
  weight < 0.9 || generic.some((one) => similarity(one, meaning) > 0);

/** The subject is spoken of elsewhere, and not where the figure stands. */
const isForeign = (said: Placed, known: QuantityCandidate, passages: readonly ReadPassage[]): boolean => {
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
const saidMargin = 0.8;
/** Letters around a figure within which a word belongs to it. */
const nearby = 30;

export type QuantityCheck = {
  /** What refuses the statement, or makes it less sure. */
  problem: QuantityProblem | null;
  /** No other words can make up for it. */
  isRefused: boolean;
  /** How clearly the relation holds; 1 without any quantity. */
  relation: number;
  count: number;
  /** Operations by which figures follow from others. */
  steps: number;
  /** Figures of the customer that are repeated as they are. */
  restated: number;
  /** Weight of the words around figures that are not around them where they are known. */
  unfit: number;
  /** How much more of the question stands around another figure than around the one that was said. */
  askedGap: number;
  /** The same of the words around the figure. */
  saidGap: number;
  /** Weight of the words around known figures that are neither said nor asked. */
  unsaid: number;
};

type Checked = {
  problem: QuantityProblem | null;
  relation: number;
  passages: Set<ReadPassage>;
  steps?: number;
  isRestated?: boolean;
  unfit?: number;
  unsaid?: number;
  askedGap?: number;
  saidGap?: number;
};

const isClaim = ({ word, isName }: ContentWord): boolean => isName || !isLight(word);
const weigh = (words: readonly ContentWord[], others: readonly ContentWord[]): number =>
  words.reduce((total, word) => total + (isClaim(word) && covers(word, others) === 0 ? word.weight : 0), 0);

const checkOne = (said: Placed, question: Sentence, passages: readonly ReadPassage[]): Checked => {
  const { quantity } = said;
  const all = (problem: QuantityProblem | null, relation = 1): Checked => ({
    problem,
    relation,
    passages: new Set(passages),
  });
  const candidates = findCandidates(said, question, passages);
  const equal = candidates.filter((one) => one.isEqual).toSorted((one, other) => other.score - one.score);
  const [best] = equal;
  const derive = (): Checked | null => {
    const derived = deriveFigure(said, question, passages);
    return derived && { ...all(null, derived.relation), steps: derived.steps };
  };
  if (!best) {
    if (quantity.kind === "ordinal" && quantity.value === 1) return all(null);
    if (quantity.kind === "ordinal" && quantity.value <= 3) return { ...all(null, 0.6), isRestated: true };
    if (alwaysKnown.has(quantity.value)) return all(null);
    if (isRestated(said, question)) return { ...all(null, 0.6), isRestated: isPlainlyRestated(said) };
    if (isKnownPeriod(said, passages) || isAskedUnit(said, question)) return all(null, 0.6);
    return derive() ?? all("number");
  }
  const partner =
    best.quantity.rangeWith === null ? undefined : best.sentence.quantities[best.quantity.rangeWith];
  // Figures that the statement gives to something else are rivals only where they fit much better.
  const isSaid = (one: QuantityCandidate): boolean =>
    one.score < best.score + saidMargin &&
    said.sentence.quantities.some(
      ({ kind, value }) => kind === one.quantity.kind && value === one.quantity.value,
    );
  const rivals = candidates.filter(
    (one) =>
      !one.isEqual &&
      !isSaid(one) &&
      one.quantity !== partner &&
      (one.quantity.kind === quantity.kind ||
        one.quantity.kind === best.quantity.kind ||
        // "Three days for single lenses, seven for progressive ones".
        (one.quantity.kind === "number" && quantity.kind === "duration")),
  );
  const rival = rivals.reduce((most, one) => Math.max(most, one.score), 0);
  // Where nothing else may be meant, few words are enough.
  const relation = Math.max(best.score - rival, rivals.length === 0 ? 1 : Number.NEGATIVE_INFINITY);
  // Hours of another day are no hours of this one.
  if (best.score < -1) return all("relation", relation);
  const near = best.sentence.words.filter(
    ({ start }) => start >= best.quantity.start - nearby && start <= best.quantity.end + nearby,
  );
  const title = best.passage.title?.words ?? [];
  const gapOf = (words: readonly ContentWord[]): number => {
    const fitOf = (one: Placed): number => weigh(words, []) - weigh(words, one.own);
    return rivals.reduce((most, one) => Math.max(most, fitOf(one)), 0) - fitOf(best);
  };
  const fit = {
    askedGap: gapOf(question.words),
    saidGap: gapOf(said.own),
    unfit: weigh(said.own, [...best.own, ...near, ...title]) + (best.isOfNoun ? 0 : 1),
    unsaid: weigh(best.own, [...said.sentence.words, ...question.words]),
  };
  if (rival > best.score + margin || isForeign(said, best, passages)) {
    const derived = derive();
    if (derived && derived.relation > Math.max(relation, 0)) return derived;
    return { ...all("relation", relation), ...fit };
  }
  const good = equal.filter((one) => one.score >= best.score - margin && one.score >= rival - margin);
  let problem: QuantityProblem | null = null;
  for (const one of good) {
    problem = periodAgrees(said, one) ? boundAgrees(said, one) : "period";
    if (problem === null)
      return { problem, relation, passages: new Set(good.map(({ passage }) => passage)), ...fit };
  }
  return { ...all(problem, relation), ...fit };
};

/** Whether every figure of a statement stands in one passage, in the same relation. */
export const checkQuantities = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): QuantityCheck => {
  const checked = statement.quantities.map((_, index) =>
    checkOne(placeQuantity(statement, index), question, passages),
  );
  const isOfOne =
    checked.length === 0 || passages.some((passage) => checked.every((one) => one.passages.has(passage)));
  const hard = checked.find(({ problem }) => problem === "number");
  const soft = checked.find(({ problem }) => problem !== null);
  return {
    problem: (hard ?? soft)?.problem ?? (isOfOne ? null : "passages"),
    isRefused: hard !== undefined,
    relation: checked.reduce((least, one) => Math.min(least, one.relation), checked.length === 0 ? 1 : 9),
    count: checked.length,
    steps: checked.reduce((sum, { steps = 0 }) => sum + steps, 0),
    unfit: checked.reduce((most, { unfit = 0 }) => Math.max(most, unfit), 0),
    unsaid: checked.reduce((most, { unsaid = 0 }) => Math.max(most, unsaid), 0),
    askedGap: checked.reduce((most, { askedGap = 0 }) => Math.max(most, askedGap), -1),
    saidGap: checked.reduce((most, { saidGap = 0 }) => Math.max(most, saidGap), -1),
    restated: checked.filter((one) => one.isRestated).length,
  };
};
