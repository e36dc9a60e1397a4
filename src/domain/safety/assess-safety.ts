import { foldSpeech } from "#domain/agent/plain-speech.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { type SafetyKind, type SafetyLabel, safetyKinds } from "./safety-kind.ts";
import { safetyPatterns } from "./safety-patterns.ts";

export type SafetyFinding = {
  kind: SafetyKind;
  because: "pattern" | "learned" | "both" | "number";
  probability: number;
};

/** From which learned probability a kind holds: alone, and where a pattern finds it too. */
const limits: Record<SafetyKind, { alone: number; withPattern: number }> = {
  emergency: { alone: 0.3, withPattern: 0.06 },
  selfharm: { alone: 0.3, withPattern: 0.05 },
  threat: { alone: 0.4, withPattern: 0.1 },
  minor: { alone: 0.5, withPattern: 0.2 },
  secret: { alone: 0.5, withPattern: 0.1 },
  erasure: { alone: 0.45, withPattern: 0.15 },
  recording: { alone: 0.45, withPattern: 0.1 },
  ai_question: { alone: 0.45, withPattern: 0.15 },
  medical: { alone: 0.45, withPattern: 0.15 },
  legal: { alone: 0.45, withPattern: 0.15 },
  vulnerable: { alone: 0.45, withPattern: 0.2 },
  complaint: { alone: 0.45, withPattern: 0.45 },
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
  const found = safetyKinds.flatMap((kind) => holds(kind, probabilities[kind], plain, hasSecret) ?? []);
  const urgent = found.find(({ kind }) => first.includes(kind));
  return (
    urgent ??
    found.reduce<SafetyFinding | null>(
      (best, one) => (best === null || one.probability > best.probability ? one : best),
      null,
    )
  );
};
