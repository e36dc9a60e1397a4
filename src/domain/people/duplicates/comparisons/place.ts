import { type Comparison, foldWords } from "#domain/people/duplicates/comparison.ts";

export const zipComparison: Comparison = {
  id: "zip",
  compare: ({ zip: one }, { zip: other }) => {
    const [a, b] = [foldWords(one)[0], foldWords(other)[0]];
    if (a === undefined || b === undefined) return null;
    return a === b
      ? { level: "same", weight: 3, values: [one, other] }
      : { level: "different", weight: -1.2, values: [one, other] };
  },
};

export const townComparison: Comparison = {
  id: "town",
  compare: ({ town: one, zip: oneZip }, { town: other, zip: otherZip }) => {
    const [a, b] = [foldWords(one).join(" "), foldWords(other).join(" ")];
    // The postal code says the same more exactly.
    if (a === "" || b === "" || (oneZip && otherZip)) return null;
    return a === b
      ? { level: "same", weight: 1.8, values: [one, other] }
      : { level: "different", weight: -1.4, values: [one, other] };
  },
};
