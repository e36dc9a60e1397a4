import { type Comparison, foldWords, isOneEditApart } from "#domain/people/duplicates/comparison.ts";
import { isSwapped } from "./first-name.ts";

/** Surnames that so many people have that they tell little. */
const commonSurnames = new Set([
  ...[
    "rivera",
    "rodriguez",
    "gonzalez",
    "ortiz",
    "torres",
    "lopez",
    "perez",
    "cruz",
    "diaz",
    "sanchez",
    "ramirez",
  ],
  ...["garcia", "martinez", "hernandez", "colon", "vazquez", "vega", "santiago", "morales", "reyes", "ramos"],
  ...[
    "smith",
    "johnson",
    "williams",
    "brown",
    "jones",
    "miller",
    "davis",
    "wilson",
    "anderson",
    "taylor",
    "lee",
  ],
]);

/** Particles are part of a surname and are not compared alone. */
const particles = new Set([
  "de",
  "del",
  "la",
  "las",
  "los",
  "y",
  "da",
  "do",
  "van",
  "von",
  "der",
  "mc",
  "jr",
  "sr",
  "ii",
  "iii",
]);

const surnames = (text: string | null): string[] => {
  const words = foldWords(text);
  const telling = words.filter((word) => !particles.has(word));
  return telling.length > 0 ? telling : words;
};

export const lastNameComparison: Comparison = {
  id: "last_name",
  compare: (one, other) => {
    const [a, b] = [surnames(one.lastName), surnames(other.lastName)];
    if (a.length === 0 || b.length === 0) return null;
    const values: [string | null, string | null] = [one.lastName, other.lastName];
    if (isSwapped(one, other)) return { level: "swapped", weight: 2.5, values };
    const shared = a.filter((word) => b.includes(word));
    const [common] = shared;
    if (common !== undefined) {
      const isWhole = shared.length === a.length && shared.length === b.length;
      const rarity = shared.every((word) => commonSurnames.has(word)) ? -1.6 : 0;
      if (isWhole) return { level: "same", weight: (a.length > 1 ? 6.5 : 4.6) + rarity, values };
      // Two surnames, of which one is often left out.
      if (a.length === 1 || b.length === 1) return { level: "one_of_two", weight: 3 + rarity, values };
      return { level: "one_shared", weight: 0.5, values };
    }
    const isTypo = a.some((x) => x.length >= 5 && b.some((y) => y.length >= 5 && isOneEditApart(x, y)));
    return isTypo
      ? { level: "typing_error", weight: 2.4, values }
      : { level: "different", weight: -3.5, values };
  },
};
