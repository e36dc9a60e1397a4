import { fitClause } from "./align-clauses.ts";
import { type Alignment, covers } from "./align-words.ts";
import type { QuantityCheck } from "./check-quantities.ts";
import type { Answering, ScopeProblem } from "./check-scope.ts";
import { countContraries } from "./contrary-words.ts";
import type { ReadPassage } from "./grounding-passage.ts";
import { isLight } from "./light-words.ts";
import type { ContentWord, Sentence } from "./read-sentence.ts";
import { reserves } from "./word-lists.ts";

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
  "derived",
  "derivedWeakly",
  "restated",
  "wrongRelation",
  "relationGap",
  "wrongPeriod",
  "wrongBound",
  "wrongRange",
  "manyPassages",
  "wrongLimit",
  "wrongNegation",
  "contraries",
  "contrariesOfQuestion",
  "deniesCovered",
  "deniesListed",
  "negatesNegation",
  "conjoins",
  "otherDay",
  "unsaid",
  "elsewhere",
  "askedElsewhere",
  "figureUnfit",
  "figureUnsaid",
  "askedGap",
  "saidGap",
  "knownNothing",
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
  scope: ScopeProblem | null;
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

/** "Everybody", "always"; "not any" and "as long as" claim no more than is known. */
const universal =
  /\b(?:all(?! of (?:it|that)| right| together)|every(?! (?:day|week|month|year|night|hour|two|three|six|\d))|everyone|everybody|everything|everywhere|always|anyone|anybody|anytime|anywhere|whenever|wherever|no matter|nobody|(?<!(?:not|nt|no|without|never)(?: \w+)? (?:\w+ )?)any(?:thing)?|whatever|unlimited|todo(?! (?:el (?:dia|ano)|el mes))|toda(?! la (?:semana|noche))|todos(?! los (?:dias|meses|anos))|todas(?! las)|todo el mundo|siempre(?! que)|cualquier\w*|nadie|jamas|ilimitad[oa])\b/;
/** What joins to a thing what is known of another. */
const conjoining =
  /\b(?:both|either|same|alike|as well|just like|each|whole|entire|ambos|ambas|igual(?:es)?|mism[oa]s?|demas|los dos|las dos|como (?:el|la|los|las)|tampoco|neither|nor|whether|sea)\b/g;
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

/** No word of it, no figure and no day is known. */
const sharesAnything = ({ words, quantities, days }: Sentence, known: readonly ContentWord[]): boolean =>
  quantities.length + days.size > 0 || words.some((word) => covers(word, known) > 0);

export const computeFeatures = ({
  statement,
  question,
  answering,
  passages,
  best,
  quantities,
  scope,
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
  const uncoveredBy = (words: readonly ContentWord[], others: readonly ContentWord[]) =>
    words.filter((word) => covers(word, others) === 0);
  const claimed = statement.words.filter(({ word, isName }) => isName || !isLight(word));
  const uncovered = uncoveredBy(claimed, nearWords);
  const uncoveredAll = uncoveredBy(claimed, all);
  const isAsked = (word: ContentWord): boolean => covers(word, question.words) > 0;
  const free = uncoveredAll.filter((word) => !isAsked(word));
  const asked = uncoveredAll.filter(isAsked);
  const saysNo = statement.isNegative || answering === "no";
  const bestNegative = best?.sentence.isNegative ?? false;
  const questionAligned = question.words.filter((word) => covers(word, sentenceWords) > 0);
  const questionDenied = questionAligned.filter((word) => {
    const same = sentenceWords.filter((other) => covers(word, [other]) > 0);
    return same.every((other) => other.isNegated && !word.isNegated);
  });
  const questionUncovered = uncoveredBy(question.words, all);
  const dropped = best
    ? uncoveredBy(conditionWords(best.sentence), [...statement.words, ...question.words])
    : [];
  const bestReserves = best ? count(best.sentence.functionWords, reserves) : 0;
  const ownReserves =
    count(statement.functionWords, reserves) +
    (statement.quantities.some(({ bound }) => bound !== null) ? 1 : 0);
  const known = passages.map(({ sentences }) => sentences);
  const isUniversal = ({ text }: Sentence): boolean => universal.test(text);
  const knowsUniversal = best !== undefined && isUniversal(best.sentence);
  const days = [...statement.days, ...question.days];
  const clause = fitClause(statement, question, passages);
  const unlisted = deniesUnlisted(statement, question, passages);
  return {
    uncoveredInBest: Math.min(4, sum(uncovered) - sum(uncovered.filter(isAsked)) * 0.5),
    uncoveredAnywhere: Math.min(4, sum(free)),
    uncoveredShare: claimed.length === 0 ? 0 : sum(uncoveredAll) / sum(claimed),
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
    universal: isUniversal(statement) && !knowsUniversal ? 1 : 0,
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
    deniesUnlisted: saysNo && unlisted ? 1 : 0,
    superlative:
      superlative.test(statement.text) &&
      !passages.some(({ sentences }) => sentences.some(({ text }) => superlative.test(text)))
        ? 1
        : 0,
    derived: Math.min(3, quantities.steps),
    derivedWeakly: quantities.steps > 0 && quantities.relation < -0.2 ? 1 : 0,
    restated: Math.min(2, quantities.restated),
    wrongRelation: quantities.problem === "relation" ? 1 : 0,
    relationGap: Math.min(3, Math.max(0, -quantities.relation)),
    wrongPeriod: quantities.problem === "period" ? 1 : 0,
    wrongBound: quantities.problem === "bound" ? 1 : 0,
    wrongRange: quantities.problem === "range" ? 1 : 0,
    manyPassages: quantities.problem === "passages" ? 1 : 0,
    wrongLimit: scope === "limit" ? 1 : 0,
    wrongNegation: scope === "negation" ? 1 : 0,
    contraries: best ? Math.min(3, countContraries(statement, best.sentence)) : 0,
    contrariesOfQuestion: best ? Math.min(3, countContraries(question, best.sentence)) : 0,
    deniesCovered:
      saysNo &&
      !bestNegative &&
      !best?.sentence.isExclusive &&
      claimed.length > 0 &&
      sum(uncovered) === 0 &&
      quantities.count === 0
        ? 1
        : 0,
    deniesListed: saysNo && statement.days.size + question.days.size > 0 && !unlisted ? 1 : 0,
    unsaid: Math.min(4, clause.unsaid),
    elsewhere: Math.min(3, clause.elsewhere),
    askedElsewhere: Math.min(3, clause.askedElsewhere),
    figureUnfit: Math.min(3, quantities.unfit),
    knownNothing: statement === question || sharesAnything(statement, all) ? 0 : 1,
    askedGap: quantities.count === 0 ? 0 : Math.max(-1, Math.min(2, quantities.askedGap)),
    saidGap: quantities.count === 0 ? 0 : Math.max(-1, Math.min(2, quantities.saidGap)),
    figureUnsaid: Math.min(3, quantities.unsaid),
    negatesNegation: statement.isNegative && bestNegative && (best?.opposed ?? 0) === 0 ? 1 : 0,
    otherDay:
      !saysNo && best && best.sentence.days.size > 0 && [...days].every((day) => !best.sentence.days.has(day))
        ? Math.min(1, days.length)
        : 0,
    conjoins: Math.min(
      2,
      (statement.text.match(conjoining) ?? []).filter((word) => !best?.sentence.text.includes(word)).length,
    ),
    intensity: Math.min(
      2,
      (statement.text.match(intense) ?? []).filter((word) => !best?.sentence.text.includes(word)).length,
    ),
  };
};
