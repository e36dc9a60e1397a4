import { describe, expect, test } from "vitest";
import { answeringFit, type PassageCandidate, rankPassages } from "./rank-passages.ts";

const candidate = (id: string, change: Partial<PassageCandidate> = {}): PassageCandidate => ({
  id,
  entryId: id,
  title: id,
  text: id,
  language: "en",
  matches: [],
  fullTextRank: 0.1,
  similarity: null,
  ...change,
});
const inTitle = (...terms: number[]) =>
  terms.map((term) => ({ term, isInTitle: true, correctedTo: null as string | null }));
const options = {
  question: "",
  terms: [
    { word: "price", passages: 2 },
    { word: "battery", passages: 1 },
  ],
  passageCount: 5,
  language: "en",
  limit: 5,
};
const ids = (passages: { id: string }[]) => passages.map(({ id }) => id);

describe("the fit of a passage", () => {
  const fitOf = (change: Partial<PassageCandidate>, changed: object = {}) =>
    rankPassages([candidate("a", change)], { ...options, ...changed })[0]?.fit;

  test("is the share of the question that it has: full in the title, less in the text", () => {
    expect(fitOf({ matches: inTitle(0, 1) })).toBe(1);
    expect(fitOf({ matches: inTitle(0) })).toBe(0.5);
    expect(fitOf({ matches: inTitle(0, 1).map((match) => ({ ...match, isInTitle: false })) })).toBe(0.85);
  });

  test("of half a question is not enough for an answer", () => {
    expect(fitOf({ matches: inTitle(0) })).toBeLessThan(answeringFit);
  });

  test("counts a misspelt word a little less, and another word not at all", () => {
    const corrected = (word: string) => [{ term: 0, isInTitle: true, correctedTo: word }];
    const one = { terms: [{ word: "bateria", passages: 1 }] };
    expect(fitOf({ matches: corrected("baterias") }, one)).toBe(0.9);
    expect(
      rankPassages([candidate("a", { matches: corrected("bacteria") })], { ...options, ...one })[0]?.fit,
    ).toBe(0.9);
    expect(fitOf({ matches: corrected("materia") }, one)).toBeUndefined();
  });

  test("gives words of most passages half the weight, in a base of some size", () => {
    const terms = [
      { word: "solar", passages: 30 },
      { word: "pool", passages: 0 },
    ];
    expect(fitOf({ matches: inTitle(0) }, { terms, passageCount: 40 })).toBe(0.33);
    expect(fitOf({ matches: inTitle(0) }, { terms, passageCount: 8 })).toBe(0.5);
  });

  test("is the meaning where vectors say more than words, between 0 and 1", () => {
    const scale = { unrelated: 0.2, same: 0.6 };
    expect(fitOf({ similarity: 0.5 }, { scale })).toBe(0.75);
    expect(fitOf({ similarity: 0.9 }, { scale })).toBe(1);
    expect(fitOf({ similarity: 0.1 }, { scale })).toBeUndefined();
    expect(fitOf({ similarity: 0.9 })).toBeUndefined();
  });
});

describe("the order of passages", () => {
  test("merges the rankings by reciprocal rank", () => {
    const candidates = [
      candidate("third", { matches: inTitle(0), fullTextRank: 0.1 }),
      candidate("first", { matches: inTitle(0, 1), fullTextRank: 0.9 }),
      candidate("second", { matches: inTitle(0), fullTextRank: 0.5 }),
    ];
    expect(ids(rankPassages(candidates, options))).toEqual(["first", "second", "third"]);
    expect(ids(rankPassages(candidates, { ...options, limit: 1 }))).toEqual(["first"]);
  });

  test("puts the person's language first among passages that fit alike", () => {
    const both = [
      candidate("es", { language: "es", matches: inTitle(0, 1) }),
      candidate("en", { matches: inTitle(0, 1) }),
    ];
    expect(ids(rankPassages(both, options))).toEqual(["en", "es"]);
    expect(ids(rankPassages(both, { ...options, language: "es" }))).toEqual(["es", "en"]);
  });

  test("puts an answer in the other language before a passage that does not answer", () => {
    const both = [
      candidate("en", { matches: inTitle(0), fullTextRank: 0.9 }),
      candidate("es", { language: "es", matches: inTitle(0, 1) }),
    ];
    expect(ids(rankPassages(both, options))).toEqual(["es", "en"]);
  });

  test("leaves out what has nothing of the question", () => {
    expect(rankPassages([candidate("a")], options)).toEqual([]);
  });
});
