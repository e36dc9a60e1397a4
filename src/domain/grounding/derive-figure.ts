import type { ReadPassage } from "./grounding-passage.ts";
import { type Placed, placeQuantity } from "./place-quantity.ts";
import type { Quantity } from "./quantities.ts";
import { relate } from "./quantity-candidates.ts";
import type { Sentence } from "./read-sentence.ts";

/** How a figure follows from others. */
export type Derivation = {
  /** Number of operations. */
  steps: number;
  /** How well the figures it rests on fit what is spoken of; negative where others fit better. */
  relation: number;
};

type Price = Placed & { passage: ReadPassage; score: number };
/** A value with the figures it was made of. */
type Term = { value: number; prices: readonly Price[]; factors: readonly number[]; steps: number };

const twice =
  /\b(?:both|pair|twins?|ambos|ambas|gemel\w+|pareja|couple|doble|twice|two of us|each other|los dos|las dos)\b/;
const year = 360 * 24 * 60;
const maxPrices = 14;
const maxFactors = 12;
const tolerance = 0.006;

const wholeYear = /\b(?:years?|anos?|annual\w*|yearly|anual\w*)\b/;

/** By what prices may be multiplied: what was counted in the question and the answer, and the least that is sold. */
const factorsOf = (said: Placed, question: Sentence, passages: readonly ReadPassage[]): number[] => {
  const found = new Set<number>();
  const asked = [...question.quantities, ...said.sentence.quantities].filter((one) => one !== said.quantity);
  for (const { kind, amount } of asked)
    if (kind === "count" || kind === "number" || kind === "duration") found.add(amount);
  const text = `${question.text} ${said.sentence.text}`;
  if (twice.test(text)) found.add(2);
  if (wholeYear.test(text)) for (const value of [12, 52]) found.add(value);
  if (/\b(?:weeks?|semanas?)\b/.test(text)) found.add(7);
  if (/\b(?:month\w*|mes(?:es)?)\b/.test(text)) found.add(4);
  const included: number[] = [];
  for (const { sentences } of passages)
    for (const { text: known, quantities } of sentences)
      for (const one of quantities) {
        const isLeast = one.bound === "from" || /\bmin\w+/.test(known);
        if (isLeast && (one.kind === "duration" || one.kind === "count" || one.kind === "number"))
          found.add(one.amount);
        if (
          one.kind === "count" ||
          one.kind === "number" ||
          one.kind === "ordinal" ||
          one.kind === "duration"
        )
          included.push(one.amount);
        if (one.kind === "count" && one.amount <= 31) found.add(one.amount);
        // A price of each visit, and a visit every six months.
        if (one.kind === "duration" && year % one.value === 0 && wholeYear.test(text))
          found.add(year / one.value);
      }
  // "Three flights after the first" are two that are paid.
  const asks = asked.flatMap(({ kind, amount }) => (kind === "count" || kind === "number" ? [amount] : []));
  const rest = asks.flatMap((one) => included.map((other) => one - other)).filter((one) => one >= 1);
  return [...new Set([...asks, ...rest.slice(0, 4), ...found])]
    .filter((one) => one > 1 && one <= 100_000 && Number.isFinite(one))
    .slice(0, maxFactors);
};

/** A large number in a list of prices is one of them. */
const isPrice = ({ kind, value }: Quantity, { quantities }: Sentence): boolean =>
  kind === "money" || (kind === "number" && value >= 20 && quantities.some((one) => one.kind === "money"));

const pricesOf = (said: Placed, question: Sentence, passages: readonly ReadPassage[]): Price[] => {
  const whole = { ...said, own: said.sentence.words, part: [0, said.sentence.text.length] as const };
  const scoreOf = (placed: Placed, passage: ReadPassage): number => {
    // A price that the answer names itself is one that it rests on.
    const isSaid = said.sentence.quantities.some(
      (one) => one !== said.quantity && one.value === placed.quantity.value,
    );
    return relate(whole, question, placed, passage) + (isSaid ? 1 : 0);
  };
  return passages
    .filter(({ isOwn }) => isOwn)
    .flatMap((passage) =>
      [...(passage.title ? [passage.title] : []), ...passage.sentences].flatMap((sentence) =>
        sentence.quantities.flatMap((one, index): Price[] => {
          if (!isPrice(one, sentence) || one.value === 0) return [];
          const placed = placeQuantity(sentence, index);
          return [{ ...placed, passage, score: scoreOf(placed, passage) }];
        }),
      ),
    )
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxPrices);
};

const percentsOf = (said: Placed, question: Sentence, passages: readonly ReadPassage[]): number[] => [
  ...new Set(
    [
      ...question.quantities,
      ...said.sentence.quantities,
      ...passages.flatMap(({ sentences }) => sentences.flatMap(({ quantities }) => quantities)),
    ].flatMap(({ kind, value }) => (kind === "percent" && value > 0 && value < 100 ? [value] : [])),
  ),
];

/** Amounts of money that the customer named. */
const namedAmounts = (question: Sentence): Term[] =>
  question.quantities.flatMap(({ kind, value }) =>
    (kind === "money" || kind === "number" || kind === "count") && value >= 20
      ? [{ value, prices: [], factors: [], steps: 0 }]
      : [],
  );

const toTerms = (prices: readonly Price[], factors: readonly number[]): Term[] =>
  prices.flatMap((price): Term[] => {
    const { value } = price.quantity;
    const once = { value, prices: [price], factors: [], steps: 0 };
    const times = factors.map((by) => ({ value: value * by, prices: [price], factors: [by], steps: 1 }));
    const twofold = factors.flatMap((by, index) =>
      factors
        .slice(index)
        .map((other) => ({ value: value * by * other, prices: [price], factors: [by, other], steps: 2 })),
    );
    return [once, ...times, ...twofold];
  });

const shares = function* (term: Term, percents: readonly number[]): Generator<Term> {
  for (const percent of percents)
    for (const share of [percent, 100 - percent, 100 + percent])
      yield { ...term, value: (term.value * share) / 100, steps: term.steps + 1 };
};

/** All values that one to three operations make of the prices, the simpler first. */
const derivable = function* (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): Generator<Term> {
  const prices = pricesOf(said, question, passages);
  const factors = factorsOf(said, question, passages);
  const percents = percentsOf(said, question, passages);
  const terms = toTerms(prices, factors);
  const simple = terms.filter(({ steps }) => steps <= 1);
  yield* terms.filter(({ steps }) => steps > 0);
  for (const term of [...simple, ...namedAmounts(question)]) yield* shares(term, percents);
  for (const term of terms.filter(({ steps }) => steps === 0))
    for (const by of factors) yield { ...term, value: term.value / by, factors: [by], steps: 1 };
  for (const one of simple)
    for (const other of simple) {
      if (one === other || one.steps + other.steps > 2) continue;
      const isSame = one.prices[0] === other.prices[0];
      const joined = {
        prices: [...one.prices, ...other.prices],
        factors: [...one.factors, ...other.factors],
        steps: one.steps + other.steps + 1,
      };
      if (isSame) continue;
      if (one.value > other.value) yield { ...joined, value: one.value - other.value };
      yield { ...joined, value: one.value + other.value };
      if (one.steps + other.steps === 0)
        for (const by of factors)
          yield { ...joined, value: (one.value + other.value) * by, factors: [by], steps: 2 };
    }
  // A second one at half price, and three prices together.
  for (const one of terms.filter(({ steps }) => steps === 0)) {
    for (const part of shares(one, percents)) yield { ...part, value: one.value + part.value, steps: 2 };
    for (const other of simple)
      for (const third of terms.filter(({ steps }) => steps === 0))
        if (
          one.prices[0] !== other.prices[0] &&
          one.prices[0] !== third.prices[0] &&
          other.prices[0] !== third.prices[0]
        )
          yield {
            value: one.value + other.value + third.value,
            prices: [...one.prices, ...other.prices, ...third.prices],
            factors: other.factors,
            steps: 2 + other.steps,
          };
  }
};

/** A price that fits better than one the figure was made of. */
const relationOf = (term: Term, all: readonly Price[]): number => {
  const others = all.filter((one) => !term.prices.includes(one));
  const rival = others.reduce((most, { score }) => Math.max(most, score), 0);
  const least = term.prices.reduce((most, { score }) => Math.min(most, score), Number.POSITIVE_INFINITY);
  return (term.prices.length === 0 ? 0.2 : least) - rival;
};

const deriveMoney = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): Derivation | null => {
  const all = pricesOf(said, question, passages);
  const values = [said.quantity.value, ...(said.quantity.alternatives ?? [])];
  let best: Derivation | null = null;
  for (const term of derivable(said, question, passages)) {
    if (!values.some((value) => Math.abs(value - term.value) < tolerance)) continue;
    const relation = relationOf(
      {
        ...term,
        prices: term.prices.map((one) => all.find(({ quantity }) => quantity === one.quantity) ?? one),
      },
      all,
    );
    const found = { steps: term.steps, relation: relation - 0.1 * term.steps };
    if (!best || found.relation > best.relation) best = found;
  }
  return best;
};

const halfDay = 12 * 60;

/** "Fifteen minutes before ten", and how long it is from nine to three. */
const deriveTime = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): Derivation | null => {
  const sentences = [question, ...passages.flatMap((passage) => passage.sentences)];
  const quantities = sentences.flatMap((one) => one.quantities);
  const spoken = said.sentence.quantities.filter((one) => one !== said.quantity);
  const times = [...quantities, ...spoken].filter(
    ({ kind, value }) => kind === "time" || (kind === "number" && value <= 12),
  );
  const minutes = (one: Quantity): number => (one.kind === "time" ? one.value : (one.value * 60) % halfDay);
  const durations = [...quantities, ...spoken].filter(
    ({ kind, value }) => kind === "duration" && value < 1440,
  );
  if (said.quantity.kind === "time")
    for (const time of times)
      for (const { value } of durations)
        for (const sign of [1, -1])
          if ((minutes(time) + sign * value + 2 * halfDay) % halfDay === said.quantity.value)
            return { steps: 1, relation: 0.5 };
  if (said.quantity.kind === "duration") {
    const known = quantities.filter(({ kind }) => kind === "duration");
    for (const { quantities: together } of passages.flatMap((passage) => passage.sentences))
      for (const time of together.filter(({ kind }) => kind === "time"))
        for (const other of together.filter(({ kind }) => kind === "time"))
          if (time !== other && (minutes(other) - minutes(time) + halfDay) % halfDay === said.quantity.value)
            return { steps: 1, relation: 0.3 };
    const counts = quantities.flatMap(({ kind, value }) =>
      kind === "count" || kind === "number" ? [value] : [],
    );
    for (const one of known)
      for (const other of [...counts, ...spoken.map(({ amount }) => amount)])
        if (Math.abs(one.value * other - said.quantity.value) < 1e-6) return { steps: 1, relation: 0.3 };
  }
  return null;
};

/** "Five more than the twenty that are included". */
const deriveCount = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): Derivation | null => {
  const numbersOf = (sentence: Sentence): number[] =>
    sentence.quantities.flatMap((one) =>
      one !== said.quantity && ["count", "number", "ordinal", "duration"].includes(one.kind)
        ? [one.amount]
        : [],
    );
  const { value } = said.quantity;
  const known = passages.flatMap(({ sentences }) => sentences.flatMap(numbersOf));
  for (const one of numbersOf(question))
    for (const other of known)
      if (value >= 1 && (one - other === value || (one > 1 && other > 1 && one * other === value)))
        return { steps: 1, relation: 0.2 };
  return null;
};

/** A figure that is not known and follows from some that are by a few operations; null where none does. */
export const deriveFigure = (
  said: Placed,
  question: Sentence,
  passages: readonly ReadPassage[],
): Derivation | null => {
  const { kind } = said.quantity;
  if (kind === "money") return deriveMoney(said, question, passages);
  if (kind === "time" || kind === "duration") return deriveTime(said, question, passages);
  if (kind === "count") return deriveCount(said, question, passages);
  if (kind !== "number") return null;
  return deriveMoney(said, question, passages) ?? deriveCount(said, question, passages);
};
