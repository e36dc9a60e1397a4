import {
  type Concept,
  conceptNamed,
  findConcept,
  findMisspeltConcept,
  takeConceptPhrases,
} from "./concepts.ts";
import { isMisspelling } from "./edit-distance.ts";
import { stopWords } from "./stop-words.ts";

/** One thing that a question asks for. */
export type QueryTerm = {
  /** As it was written, in lower case without accents. */
  word: string;
  /** Words that mean it, for a search by the grammar of each language. */
  english: readonly string[];
  spanish: readonly string[];
  /** Null for a listed concept, which is spelled right and has a grammar. */
  plain: string | null;
};

const maxTerms = 12;
const maxQueryLength = 400;

export const foldQuery = (text: string): string =>
  text.slice(0, maxQueryLength).toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Letters and digits only: what goes into a full-text query needs no quoting. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a question asks for, without stop words of either language. Empty for a text without any subject. */
export const readQueryTerms = (question: string): QueryTerm[] => {
  const apostropheless = question.replaceAll(/['’´`]/g, "");
  const { names, rest } = takeConceptPhrases(foldQuery(apostropheless));
  const terms = new Map<string, QueryTerm>();
  const addConcept = (word: string, { name, english, spanish }: Concept) => {
    if (!terms.has(name)) terms.set(name, { word, english, spanish, plain: null });
  };
  for (const name of names) {
    const concept = conceptNamed(name);
    if (concept) addConcept(concept.name, concept);
  }
  for (const word of wordsOf(rest)) {
    if (stopWords.has(word) || (word.length < 2 && !/\d/.test(word))) continue;
    const concept = findConcept(word) ?? findMisspeltConcept(word, isMisspelling);
    if (concept) addConcept(word, concept);
    else if (!terms.has(word)) {
      const forms = withSingular(word);
      terms.set(word, { word, english: forms, spanish: forms, plain: word });
    }
  }
  return [...terms.values()].slice(0, maxTerms);
};

/** The singular, because the Spanish stemmer treats words with and without their accent differently. */
const withSingular = (word: string): string[] =>
  word.length > 4 && word.endsWith("s") ? [word, word.replace(/(?:es|s)$/, "")] : [word];
