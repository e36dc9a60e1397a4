import { type Alignment, covers } from "./align-words.ts";
import type { QuantityCheck } from "./check-quantities.ts";
import type { Answering } from "./check-scope.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";
import { reserves, universals } from "./word-lists.ts";

export const featureNames = [
  "uncoveredInBest",
  "uncoveredAnywhere",
  "uncoveredShare",
  "maxUncovered",
  "unknownWords",
  "onlyInQuestion",
  "words",
  "isBare",
  "opposed",
  "opposedEverywhere",
  "negativeAgainstPositive",
  "positiveAgainstNegative",
  "yesToNegative",
  "noToPositive",
  "yesUnknownQuestion",
  "uncoveredQuestion",
  "universal",
  "beyondOnly",
  "saysOnly",
  "droppedCondition",
  "droppedReserve",
  "figures",
  "weakRelation",
  "figureless",
  "future",
  "roles",
  "firstPerson",
  "intensity",
  "deniesUnlisted",
  "superlative",
] as const;
export type FeatureName = (typeof featureNames)[number];
export type StatementFeatures = Record<FeatureName, number>;

type Material = {
  statement: Sentence;
  question: Sentence;
  answering: Answering;
  passages: readonly ReadPassage[];
  best: Alignment | undefined;
  quantities: QuantityCheck;
};

const condition =
  /\b(?:if|unless|when|provided|only for|for (?:new|members|first|seniors|orders|existing)|with (?:approved|proof|a|an|valid)|after|before|upon|si|cuando|siempre que|salvo|solo para|para (?:nuevos|miembros|socios|clientes)|con (?:credito|prueba|una?|previa|cita)|despues de|antes de|al (?:firmar|contratar|presentar)|sujeto a|subject to)\b([^,;:.]*)/g;

/** Words of the conditions that a sentence names. */
const conditionWords = ({ text, words }: Sentence): ContentWord[] => {
  const spans = [...text.matchAll(condition)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  return words.filter(({ start }) => spans.some(([from, to]) => start >= from && start < to));
};

const count = (words: readonly string[], set: ReadonlySet<string>): number =>
  words.filter((word) => set.has(word)).length;
const sum = (words: readonly ContentWord[]): number => words.reduce((total, { weight }) => total + weight, 0);

const future =
  /\b(?:will|gonna|going to|youll|well|theyll|va a|van a|vamos a|podra|tendra|recibira|sera|quedara|\w+(?:aremos|eremos|iremos|ara|era|ira))\b/;
const addressesYou =
  /\b(?:you (?:must|need|have|should)|youll (?:need|have)|your own|usted(?:es)? (?:tiene|debe|mismo|misma)|tiene que|debe|le toca|por su cuenta)\b/;
const namesUs = /\b(?:we|our|us|nosotros|nuestr[oa]s?|\w+[aei]mos)\b/;
const firstPerson = /\b(?:i|ive|ill|my|me|mine|yo|mi|mis|he)\b/;
const intense =
  /\b(?:best|always|never|guarantee\w*|perfect\w*|easily|instantly|immediately|right away|the same day|today|tonight|anything|everything|mejor|siempre|inmediat\w+|enseguida|facilmente|hoy mismo|hoy|perfect\w+|sin falta|exactly|exactamente|nothing|nada|too|also|tambien|even|incluso|including|incluyendo|still|todavia)\b/g;

const superlative =
  /\b(?:(?:the|el|la|lo|los|las|mas|most|very) (?:\w+ )?(?:best|cheapest|fastest|lowest|biggest|largest|mejor|mejores|barat[oa]s?|economic[oa]s?|rapid[oa]s?|grandes?)|number one|numero uno|unbeatable|inmejorable)\b/;
const minListed = 3;

/** A day or a place is denied that a list of days or places leaves out. */
const deniesUnlisted = (
  statement: Sentence,
  question: Sentence,
  passages: readonly ReadPassage[],
): boolean => {
  const listed = new Set(passages.flatMap(({ sentences }) => sentences.flatMap(({ days }) => [...days])));
  const days = [...statement.days, ...question.days];
  if (days.length > 0 && listed.size >= minListed && days.some((day) => !listed.has(day))) return true;
  const names = [...statement.words, ...question.words].filter(({ isName }) => isName);
  const known = passages.flatMap(({ sentences }) =>
    sentences.map(({ words }) => words.filter(({ isName }) => isName)),
  );
  return (
    names.some((name) => known.every((words) => covers(name, words) === 0)) &&
    known.some(({ length }) => length >= minListed)
  );
};

/** Wherever the word stands, the other thing is said of it. */
const isOpposed = (word: ContentWord, all: readonly ContentWord[]): boolean => {
  const same = all.filter((other) => covers(word, [other]) >= 0.8);
  return same.length > 0 && same.every(({ isNegated }) => isNegated !== word.isNegated);
};

export const computeFeatures = ({
  statement,
  question,
  answering,
  passages,
  best,
  quantities,
}: Material): StatementFeatures => {
  const all = passages.flatMap(({ title, sentences }) => [
    ...(title?.words ?? []),
    ...sentences.flatMap(({ words }) => words),
  ]);
  const nearWords = best
    ? [
        ...(best.passage.title?.words ?? []),
        ...best.passage.sentences
          .slice(Math.max(0, best.index - 1), best.index + 2)
          .flatMap(({ words }) => words),
      ]
    : [];
  const sentenceWords = best?.sentence.words ?? [];
  const total = sum(statement.words);
  const uncoveredBy = (words: readonly ContentWord[], others: readonly ContentWord[]) =>
    words.filter((word) => covers(word, others) === 0);
  const uncovered = uncoveredBy(statement.words, nearWords);
  const uncoveredAll = uncoveredBy(statement.words, all);
  const isAsked = (word: ContentWord): boolean => covers(word, question.words) > 0;
  const free = uncoveredAll.filter((word) => !isAsked(word));
  const asked = uncoveredAll.filter(isAsked);
  const saysNo = statement.isNegative || answering === "no";
  const bestNegative = best?.sentence.isNegative ?? false;
  const questionAligned = question.words.filter((word) => covers(word, sentenceWords) > 0);
  const questionDenied = questionAligned.filter((word) =>
    sentenceWords.some((other) => other.isNegated && covers(word, [other]) > 0),
  );
  const questionUncovered = uncoveredBy(question.words, all);
  const dropped = best
    ? uncoveredBy(conditionWords(best.sentence), [...statement.words, ...question.words])
    : [];
  const bestReserves = best ? count(best.sentence.functionWords, reserves) : 0;
  const ownReserves =
    count(statement.functionWords, reserves) +
    (statement.quantities.some(({ bound }) => bound !== null) ? 1 : 0);
  const known = passages.map(({ sentences }) => sentences);
  const universal = count(statement.functionWords, universals);
  const knowsUniversal = known.some((sentences) =>
    sentences.some(({ functionWords }) => count(functionWords, universals) > 0),
  );
  return {
    uncoveredInBest: Math.min(4, sum(uncovered) - sum(uncovered.filter(isAsked)) * 0.5),
    uncoveredAnywhere: Math.min(4, sum(free)),
    uncoveredShare: total === 0 ? 0 : sum(uncoveredAll) / total,
    maxUncovered: free.reduce((most, { weight }) => Math.max(most, weight), 0),
    unknownWords: Math.min(3, free.filter(({ meaning }) => meaning.senses.size === 0).length),
    onlyInQuestion: Math.min(3, sum(asked)),
    words: Math.min(2, Math.log1p(statement.words.length) / 2),
    isBare: statement.words.length + statement.quantities.length === 0 ? 1 : 0,
    opposed: Math.min(3, best?.opposed ?? 0),
    opposedEverywhere: Math.min(3, sum(statement.words.filter((word) => isOpposed(word, all)))),
    negativeAgainstPositive: saysNo && !bestNegative && !best?.sentence.isExclusive ? 1 : 0,
    positiveAgainstNegative: !saysNo && bestNegative ? 1 : 0,
    yesToNegative: answering === "yes" ? Math.min(2, sum(questionDenied)) : 0,
    noToPositive:
      answering === "no" && !bestNegative && !best?.sentence.isExclusive && !statement.isNegative ? 1 : 0,
    yesUnknownQuestion: answering === "yes" ? Math.min(3, sum(questionUncovered)) : 0,
    uncoveredQuestion: answering === "yes" ? 0 : Math.min(3, sum(questionUncovered)),
    universal: universal > 0 && !knowsUniversal ? 1 : 0,
    beyondOnly:
      best?.sentence.isExclusive && !saysNo && !statement.isExclusive
        ? Math.min(2, 0.3 + sum(uncoveredBy(statement.words, sentenceWords)))
        : 0,
    saysOnly:
      statement.isExclusive && !known.some((sentences) => sentences.some((one) => one.isExclusive)) ? 1 : 0,
    droppedCondition: Math.min(3, sum(dropped)),
    droppedReserve: bestReserves > 0 && ownReserves === 0 ? 1 : 0,
    figures: Math.min(3, quantities.count),
    weakRelation:
      quantities.count === 0 ? 0 : quantities.relation < 0.2 ? 1 : quantities.relation < 0.8 ? 0.5 : 0,
    figureless: quantities.count === 0 && statement.words.length > 0 ? 1 : 0,
    future: future.test(statement.text) ? 1 : 0,
    roles:
      best &&
      addressesYou.test(statement.text) &&
      namesUs.test(best.sentence.text) &&
      !addressesYou.test(best.sentence.text)
        ? 1
        : 0,
    firstPerson: firstPerson.test(statement.text) ? 1 : 0,
    deniesUnlisted: saysNo && deniesUnlisted(statement, question, passages) ? 1 : 0,
    superlative:
      superlative.test(statement.text) &&
      !passages.some(({ sentences }) => sentences.some(({ text }) => superlative.test(text)))
        ? 1
        : 0,
    intensity: Math.min(
      2,
      (statement.text.match(intense) ?? []).filter((word) => !best?.sentence.text.includes(word)).length,
    ),
  };
};
