import { type Alignment, covers } from "./align-words.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { meaningOf, similarity } from "./meaning.ts";
import type { Quantity } from "./quantities.ts";
import { type ContentWord, daysOf, type Sentence } from "./read-sentence.ts";

/** Days that depend on when the words are said: no passage knows them. */
const relativeDay =
  /\b(?:today|tomorrow|tonight|this (?:morning|afternoon|evening|week|weekend)|next week|right now|first thing|within the hour|hoy|(?:pasado )?manana(?! por)(?<!(?:la|de la|por la|una|cada) manana)|esta (?:tarde|noche|semana)|ahora mismo|(?:la )?(?:proxima semana|semana que viene))\b/g;

const namesUnknownDay = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): boolean => {
  const known = passages.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join("\n");
  return (
    !statement.isNegative &&
    (statement.text.match(relativeDay) ?? []).some((day) => !known.includes(day)) &&
    question.text.match(relativeDay) === null
  );
};

export type ScopeProblem = "day" | "month" | "name" | "limit" | "negation";

/** "Yes" and "no" at the beginning answer the question, so its words are part of what is said. */
export type Answering = "yes" | "no" | null;

const yes =
  /^(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|definitely|correct|exactly|right|thats right|thats correct|si|claro(?: que si)?|por supuesto|asi es|correcto|exacto|cierto|efectivamente|desde luego|seguro)\b[ ,.:;!-]*/;
const no =
  /^(?:no|nope|not at all|im sorry no|sorry no|lo siento no|unfortunately not|para nada)(?:[,.:;!-]+ ?|$)/;

/** "Si gusta" without an accent or a comma is a condition. */
const condition = /^\s*[¡¿]?si\s/i;

export const readAnswering = (text: string, original: string): Answering =>
  condition.test(original) ? null : yes.test(text) ? "yes" : no.test(text) ? "no" : null;

const yesOfOriginal =
  /^\s*¡?(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|definitely|correct|exactly|right|that['’]?s (?:right|correct)|sí|si|claro(?: que s[ií])?|por supuesto|as[ií] es|correcto|exacto|cierto|efectivamente|desde luego|seguro)(?:[\s,.:;!–—-]+|$)/i;

/** The statement without the word that answers the question. */
export const withoutAnswering = (statement: string): string => {
  const rest = condition.test(statement) ? statement : statement.replace(yesOfOriginal, "");
  return rest.replace(/^\s*(?:no|nope)[,.:;!–—-]+\s*/i, "");
};
const deniesDay =
  /\b(?:closed|close(?! at| by| early)|closes(?! at| by| early)|cerrad\w+|cerramos(?! a )|cierra\w*(?! a )|not|no|dont|never|except|excepto|salvo|descans\w+|off)\b/;

const exceptsDay = /^ ?(?:except|excepto|salvo|menos|but not|excluding)\b/;
const daysPerWeek = 7;

/** Days of a passage on which something is so, and those on which it is not. */
const daysOfPassages = (passages: readonly ReadPassage[]): { open: Set<number>; all: Set<number> } => {
  const open = new Set<number>();
  const all = new Set<number>();
  const excepted = new Set<number>();
  for (const { sentences, title } of passages)
    for (const { text } of title ? [title, ...sentences] : sentences) {
      // "Monday, Wednesday and Friday" is one list; a comma before words begins something else.
      for (const part of text.split(
        /[;.]|,(?! ?(?:and |y )?[a-z]+days?\b| ?(?:y )?(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)(?:,| y| o|$))|\bbut\b|\bpero\b/,
      )) {
        for (const day of daysOf(part)) {
          all.add(day);
          if (!deniesDay.test(part)) open.add(day);
          else if (exceptsDay.test(part)) excepted.add(day);
        }
      }
    }
  // "Closed on Mondays" alone leaves the other days.
  if (open.size === 0 && all.size > 0)
    for (let day = 0; day < daysPerWeek; day++) if (!all.has(day)) open.add(day);
  for (const day of excepted) open.delete(day);
  return { open, all };
};

const checkDays = (
  statement: Sentence,
  question: Sentence,
  answering: Answering,
  passages: readonly ReadPassage[],
): ScopeProblem | null => {
  const named = new Set([...statement.days, ...(answering === "yes" ? question.days : [])]);
  if (named.size === 0) return null;
  const { open, all } = daysOfPassages(passages);
  const isDenial = statement.isNegative || answering === "no";
  for (const day of named) {
    if (!isDenial && !open.has(day)) return "day";
    if (isDenial && !all.has(day) && all.size === 0) return "day";
    // "Closed on Monday" of a day on which the business is open.
    if (
      isDenial &&
      statement.days.size === 1 &&
      statement.days.has(day) &&
      all.has(day) &&
      open.has(day) &&
      deniesDay.test(statement.text) &&
      statement.words.length <= 3 &&
      statement.quantities.length === 0
    ) {
      const isDenied = passages.some(({ sentences }) =>
        sentences.some(({ text, days }) => days.has(day) && deniesDay.test(text)),
      );
      if (!isDenied) return "day";
    }
  }
  return null;
};

const wordsOf = ({ title, sentences }: ReadPassage): ContentWord[] => [
  ...(title?.words ?? []),
  ...sentences.flatMap(({ words }) => words),
];

const checkNames = (
  statement: Sentence,
  question: Sentence,
  answering: Answering,
  passages: readonly ReadPassage[],
): ScopeProblem | null => {
  const words = passages.flatMap(wordsOf);
  const isDenial = statement.isNegative || answering === "no" || statement.isExclusive;
  for (const word of statement.words.filter(({ isName }) => isName)) {
    if (covers(word, words) > 0) continue;
    const isAsked = covers(word, question.words) > 0;
    if (!isAsked || !isDenial) return "name";
  }
  if (answering === "yes")
    for (const word of question.words.filter(({ isName }) => isName))
      if (covers(word, words) === 0 && covers(word, statement.words) === 0 && question.words.length <= 6)
        return "name";
  return null;
};

const minutesPerYear = 360 * 24 * 60;

const satisfies = (value: number, { bound, value: limit }: Quantity): boolean | null => {
  if (bound === "upTo" || bound === "within") return value <= limit;
  if (bound === "under") return value < limit;
  if (bound === "over") return value > limit;
  return bound === "from" ? value >= limit : null;
};

/** "Under 14" of a twelve year old. */
const isAge = (asked: Quantity, known: Quantity): boolean =>
  asked.kind === "duration" && known.kind === "number" && asked.value === asked.amount * minutesPerYear;

const isComparable = (asked: Quantity, known: Quantity): boolean => {
  if (isAge(asked, known)) return true;
  if (asked.kind === "duration" && known.kind === "duration")
    return Math.max(asked.value, known.value) < 1e9 && asked.value >= 259_200 === known.value >= 259_200;
  if (known.kind === "money") return asked.kind === "money" || (asked.kind === "number" && asked.value >= 10);
  if (known.kind !== "count" || (asked.kind !== "count" && asked.kind !== "number")) return false;
  if (asked.noun === null || known.noun === null) return asked.noun === null && asked.kind === "number";
  return similarity(meaningOf(asked.noun), meaningOf(known.noun)) > 0;
};

/** "Up to five members" does not hold for the seven that were asked about. */
const checkLimits = (
  statement: Sentence,
  question: Sentence,
  answering: Answering,
  best: Pick<Alignment, "sentence" | "passage" | "index"> | undefined,
): ScopeProblem | null => {
  if (!best || statement.isNegative || answering === "no") return null;
  const { sentence, passage } = best;
  const near = [sentence, passage.sentences[best.index + 1], passage.sentences[best.index - 1]].filter(
    (one) => one !== undefined,
  );
  const isKnown = ({ kind, value }: Quantity): boolean =>
    passage.sentences.some(({ quantities }) =>
      quantities.some((one) => one.kind === kind && one.value === value),
    );
  const asked = [...question.quantities, ...statement.quantities].filter(
    (one) =>
      !isKnown(one) &&
      !passage.sentences.some(({ quantities }) => quantities.some(({ amount }) => amount === one.amount)),
  );
  for (const known of near.flatMap(({ quantities, text }) =>
    quantities.map((quantity) => ({ quantity, text })),
  )) {
    const { quantity, text } = known;
    if (quantity.bound === null || (quantity.bound === "from" && quantity.kind === "money")) continue;
    const isDenied = /\b(?:no|not|dont|never|without|cannot|cant|nor|ni)\b/.test(
      text
        .slice(Math.max(0, quantity.start - 40), quantity.start)
        .replaceAll(/\bno (?:mas|more|menos|less)\b/g, ""),
    );
    for (const one of asked) {
      if (!isComparable(one, quantity) || one.value === quantity.value) continue;
      const holds = satisfies(isAge(one, quantity) ? one.amount : one.value, quantity);
      if (holds !== null && holds === isDenied) {
        // Another rule of the same text may hold for it: "under that it is 8".
        const saysOther = statement.quantities.some(
          ({ kind, value }) =>
            kind === "money" &&
            near.some(({ quantities }) =>
              quantities.some(
                (each) =>
                  each.kind === "money" && each.value === value && each.bound === null && each.value !== 0,
              ),
            ),
        );
        if (!saysOther || quantity.kind !== "money") return "limit";
      }
    }
  }
  return null;
};

const sentencesAbout = (question: Sentence, passages: readonly ReadPassage[]) =>
  passages.flatMap((passage) =>
    passage.sentences
      .map((sentence, index) => ({ passage, sentence, index }))
      .filter(({ sentence }) => question.words.some((word) => covers(word, sentence.words) > 0)),
  );

export const checkScope = (
  statement: Sentence,
  question: Sentence,
  answering: Answering,
  passages: readonly ReadPassage[],
  best: Alignment | undefined,
): ScopeProblem | null => {
  if (namesUnknownDay(statement, question, passages)) return "day";
  const day = checkDays(statement, question, answering, passages);
  if (day !== null) return day;
  const knownMonths = new Set(
    passages.flatMap(({ sentences }) => sentences.flatMap(({ months }) => [...months])),
  );
  const isOpenMonth = (month: number): boolean => !knownMonths.has(month) && !question.months.has(month);
  if ([...statement.months].some(isOpenMonth)) return "month";
  const name = checkNames(statement, question, answering, passages);
  if (name !== null) return name;
  // A "yes" must hold for every limit of what was asked.
  const asked = answering === "yes" ? sentencesAbout(question, passages) : [];
  const limit = [best, ...asked]
    .map((one) => checkLimits(statement, question, answering, one))
    .find((one) => one !== null);
  if (limit !== undefined) return limit;
  // "Nor in Culebra" against "in Culebra".
  return best && best.opposedNames > 0 && !best.sentence.isExclusive ? "negation" : null;
};
