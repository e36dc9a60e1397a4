import { findConcept } from "#domain/knowledge/concepts.ts";
import { editDistance } from "#domain/knowledge/edit-distance.ts";
import { plainText, stemOf } from "./fold-text.ts";
import { businessSynonyms } from "./synonyms.ts";
import { actionSynonyms } from "./synonyms-of-actions.ts";
import { thingSynonyms } from "./synonyms-of-things.ts";

/** What a word means, as far as tables and spelling can tell. */
export type Meaning = { stem: string; senses: ReadonlySet<string> };

const sensesByStem = new Map<string, Set<string>>();
`${businessSynonyms}\n${thingSynonyms}\n${actionSynonyms}`
  .trim()
  .split("\n")
  .forEach((line, index) => {
    for (const word of plainText(line).split(/[\s|]+/)) {
      const stem = stemOf(word);
      if (stem === "") continue;
      const senses = sensesByStem.get(stem) ?? new Set();
      senses.add(`s${index}`);
      sensesByStem.set(stem, senses);
    }
  });

const known = new Map<string, Meaning>();
const maxKnown = 20_000;

export const meaningOf = (word: string): Meaning => {
  const found = known.get(word);
  if (found) return found;
  const stem = stemOf(word);
  const senses = new Set(sensesByStem.get(stem));
  const concept = findConcept(word);
  if (concept) senses.add(`c:${concept.name}`);
  const meaning = { stem, senses };
  if (known.size >= maxKnown) known.clear();
  known.set(word, meaning);
  return meaning;
};

const minCognate = 5;
const sameSense = 0.9;
/** A word in another form is nearer than one of the same sense. */
const cognate = 0.95;
/** From here on two words are forms of one word. */
export const sameForm = cognate;

/** "Exótico" and "exotic", "transmisión" and "transmission", a plural or a misspelling. */
const isCognate = (one: string, other: string): boolean => {
  const length = Math.min(one.length, other.length);
  if (length < minCognate || one[0] !== other[0]) return false;
  const longest = Math.max(one.length, other.length);
  if (one.slice(0, 5) === other.slice(0, 5) && longest - length <= 3) return true;
  return Math.abs(one.length - other.length) <= 2 && editDistance(one, other) <= (longest >= 8 ? 2 : 1);
};

/** Between 0 and 1: how sure it is that two words mean the same. */
export const similarity = (one: Meaning, other: Meaning): number => {
  if (one.stem === other.stem) return 1;
  for (const sense of one.senses)
    if (other.senses.has(sense)) return isCognate(one.stem, other.stem) ? cognate : sameSense;
  return isCognate(one.stem, other.stem) ? cognate : 0;
};
