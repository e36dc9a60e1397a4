import type { ComparedPart, ComparedPerson } from "./comparison.ts";
import { comparisons } from "./comparisons.ts";

/** From here on a pair is shown for review. */
export const reviewWeight = 6;
/** From here on a pair may be merged together with others, if nothing speaks against it. */
const strictWeight = 11;

export type ComparedPair = {
  weight: number;
  /** The strongest first. */
  parts: ComparedPart[];
  /** `household`: one address, but different given names. */
  verdict: "strict" | "review" | "household" | "different";
};

const toTenth = (value: number): number => Math.round(value * 10) / 10;

const levelOf = (parts: readonly ComparedPart[], comparison: string): string | undefined =>
  parts.find((part) => part.comparison === comparison)?.level;

const sameAddress = (parts: readonly ComparedPart[]): boolean =>
  levelOf(parts, "phone") === "same" || ["same", "same_mailbox"].includes(levelOf(parts, "email") ?? "");

const judge = (parts: readonly ComparedPart[], weight: number): ComparedPair["verdict"] => {
  const given = levelOf(parts, "first_name");
  // Relatives share a telephone and a mailbox, so the given name decides.
  if (given === "different") return sameAddress(parts) ? "household" : "different";
  if (weight < reviewWeight) return "different";
  const isContradicted = parts.some((part) => part.weight <= -2);
  const isNamed = given !== undefined && levelOf(parts, "last_name") !== undefined;
  return weight >= strictWeight && sameAddress(parts) && isNamed && !isContradicted ? "strict" : "review";
};

/** How likely two people are one, and why. A household is shown for review, and never as sure. */
export const comparePeople = (one: ComparedPerson, other: ComparedPerson): ComparedPair => {
  const parts = comparisons
    .flatMap(({ id, compare }): ComparedPart[] => {
      const part = compare(one, other);
      return part ? [{ comparison: id, ...part, weight: toTenth(part.weight) }] : [];
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const sum = toTenth(parts.reduce((total, { weight }) => total + weight, 0));
  const verdict = judge(parts, sum);
  return { weight: verdict === "household" ? Math.min(sum, reviewWeight) : sum, parts, verdict };
};
