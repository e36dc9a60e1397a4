import { foldSpeech } from "#domain/agent/plain-speech.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { type SafetyKind, type SafetyLabel, safetyKinds } from "./safety-kind.ts";
import { safetyPatterns } from "./safety-patterns.ts";

export type SafetyFinding = {
  kind: SafetyKind;
  /** What else holds. */
  also: readonly SafetyKind[];
  because: "pattern" | "learned" | "both" | "number";
  probability: number;
};

/**
 * From which learned probability a kind holds: alone, and where a pattern finds it too. An unneeded "call 911" costs
 * little, so danger to life has the lowest limits; for it, the probabilities of emergency and self-harm count together.
 */
const limits: Record<SafetyKind, { alone: number; withPattern: number }> = {
  emergency: { alone: 0.09, withPattern: 0.005 },
  selfharm: { alone: 0.09, withPattern: 0.03 },
  threat: { alone: 0.16, withPattern: 0.1 },
  minor: { alone: 0.15, withPattern: 0.1 },
  secret: { alone: 0.4, withPattern: 0.1 },
  erasure: { alone: 0.15, withPattern: 0.1 },
  recording: { alone: 0.4, withPattern: 0.1 },
  ai_question: { alone: 0.35, withPattern: 0.1 },
  medical: { alone: 0.2, withPattern: 0.1 },
  legal: { alone: 0.2, withPattern: 0.1 },
  vulnerable: { alone: 0.16, withPattern: 0.08 },
  complaint: { alone: 0.2, withPattern: 0.2 },
};

/** Danger to life goes before all that is also said. */
const first: readonly SafetyKind[] = ["emergency", "selfharm", "threat"];
/** From here on somebody is in danger, however much their words sound like a threat. */
const sureDanger = 0.3;

const secretKinds: readonly string[] = ["card", "ssn", "iban"];

const holds = (
  kind: SafetyKind,
  probability: number,
  plain: string,
  hasSecret: boolean,
): Omit<SafetyFinding, "also"> | null => {
  if (kind === "secret" && hasSecret) return { kind, because: "number", probability };
  const hasPattern = safetyPatterns[kind]?.test(plain) ?? false;
  const { alone, withPattern } = limits[kind];
  if (probability >= alone) return { kind, because: hasPattern ? "both" : "learned", probability };
  return hasPattern && probability >= withPattern ? { kind, because: "pattern", probability } : null;
};

/** What in a text, read as a whole, must come before everything else: the first of those that endanger life, else the most probable. */
export const assessWhole = (
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
  const inDanger = urgent.find(({ kind, probability }) => kind !== "threat" && probability >= sureDanger);
  const [best] = (urgent.length > 0 ? urgent : found).toSorted((a, b) => b.probability - a.probability);
  const chosen = inDanger ?? best;
  if (!chosen) return null;
  return { ...chosen, also: found.flatMap(({ kind }) => (kind === chosen.kind ? [] : [kind])) };
};

/** A clause has fewer words to rest on, so that it must be surer than the whole. */
const clauseLimits = { alone: 0.5, withPattern: 0.04 };
const clauseEnd = /[.!?;,:\n]+|\b(?:and|but|so|because|y|pero|porque|que)\b/i;
const minClauseWords = 2;

const toClauses = (text: string): string[] => {
  const clauses = text
    .split(clauseEnd)
    .map((clause) => clause.trim())
    .filter((clause) => clause.split(/\s+/).length >= minClauseWords);
  return clauses.length > 1 ? clauses : [];
};

const findDanger = (
  clause: string,
  { emergency, selfharm }: Readonly<Record<SafetyLabel, number>>,
): Omit<SafetyFinding, "also"> | null => {
  const probability = emergency + selfharm;
  const kind = selfharm > emergency ? "selfharm" : "emergency";
  const plain = foldSpeech(clause);
  const hasPattern = [safetyPatterns.emergency, safetyPatterns.selfharm].some((one) => one?.test(plain));
  if (probability >= clauseLimits.alone)
    return { kind, because: hasPattern ? "both" : "learned", probability };
  return hasPattern && probability >= clauseLimits.withPattern
    ? { kind, because: "pattern", probability }
    : null;
};

/**
 * What in a text must come before everything else. Danger to life is looked for in each clause, too, because no word
 * elsewhere in the sentence may hide it ("my roof is on fire, does the warranty cover that?").
 */
export const assessSafety = (
  text: string,
  read: (text: string) => Readonly<Record<SafetyLabel, number>>,
): SafetyFinding | null => {
  const whole = assessWhole(text, read(text));
  if (whole && first.includes(whole.kind)) return whole;
  for (const clause of toClauses(text)) {
    const danger = findDanger(clause, read(clause));
    if (danger) return { ...danger, also: whole ? [whole.kind, ...whole.also] : [] };
  }
  return whole;
};
