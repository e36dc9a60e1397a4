import { foldSpeech } from "#domain/agent/plain-speech.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { type SafetyKind, type SafetyLabel, safetyKinds } from "./safety-kind.ts";
import { safetyPatterns } from "./safety-patterns.ts";

export type SafetyFinding = {
  kind: SafetyKind;
  because: "pattern" | "learned" | "both" | "number";
  probability: number;
};

/**
 * From which learned probability a kind holds: alone, and where a pattern finds it too. An unneeded "call 911" costs
 * little, so danger to life has the lowest limits; for it, the probabilities of emergency and self-harm count together.
 */
const limits: Record<SafetyKind, { alone: number; withPattern: number }> = {
  emergency: { alone: 0.07, withPattern: 0.02 },
  selfharm: { alone: 0.07, withPattern: 0.02 },
  threat: { alone: 0.3, withPattern: 0.1 },
  minor: { alone: 0.4, withPattern: 0.15 },
  secret: { alone: 0.4, withPattern: 0.1 },
  erasure: { alone: 0.4, withPattern: 0.1 },
  recording: { alone: 0.4, withPattern: 0.1 },
  ai_question: { alone: 0.35, withPattern: 0.1 },
  medical: { alone: 0.3, withPattern: 0.1 },
  legal: { alone: 0.35, withPattern: 0.1 },
  vulnerable: { alone: 0.2, withPattern: 0.08 },
  complaint: { alone: 0.35, withPattern: 0.35 },
};

/** Danger to life goes before all that is also said. */
const first: readonly SafetyKind[] = ["emergency", "selfharm", "threat"];

const secretKinds: readonly string[] = ["card", "ssn", "iban"];

const holds = (
  kind: SafetyKind,
  probability: number,
  plain: string,
  hasSecret: boolean,
): SafetyFinding | null => {
  if (kind === "secret" && hasSecret) return { kind, because: "number", probability };
  const hasPattern = safetyPatterns[kind]?.test(plain) ?? false;
  const { alone, withPattern } = limits[kind];
  if (probability >= alone) return { kind, because: hasPattern ? "both" : "learned", probability };
  return hasPattern && probability >= withPattern ? { kind, because: "pattern", probability } : null;
};

/** What in a text must come before everything else: the first of those that endanger life, else the most probable. */
export const assessSafety = (
  text: string,
  probabilities: Readonly<Record<SafetyLabel, number>>,
): SafetyFinding | null => {
  const plain = foldSpeech(text).replaceAll("?", "").replaceAll(/ +/g, " ").trim();
  const hasSecret = findSpansInText(text).some(({ kind }) => secretKinds.includes(kind));
  const isHarm = probabilities.selfharm > probabilities.emergency;
  const danger = probabilities.emergency + probabilities.selfharm;
  const probabilityOf = (kind: SafetyKind): number => {
    if (kind === "emergency") return isHarm ? probabilities.emergency : danger;
    return kind === "selfharm" && isHarm ? danger : probabilities[kind];
  };
  const found = safetyKinds.flatMap((kind) => holds(kind, probabilityOf(kind), plain, hasSecret) ?? []);
  const urgent = found.filter(({ kind }) => first.includes(kind));
  return (urgent.length > 0 ? urgent : found).reduce<SafetyFinding | null>(
    (best, one) => (best === null || one.probability > best.probability ? one : best),
    null,
  );
};
