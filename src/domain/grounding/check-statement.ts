import { anchorWords, findBestAlignment } from "./align-words.ts";
import { checkQuantities, type QuantityProblem } from "./check-quantities.ts";
import { checkScope, readAnswering, type ScopeProblem, withoutAnswering } from "./check-scope.ts";
import { type ForbiddenClaim, findForbiddenClaim } from "./forbidden-claims.ts";
import { type GroundingSource, type ReadPassage, readPassage } from "./grounding-passage.ts";
import { learnedWeights } from "./learned-weights.ts";
import { isPlain } from "./plain-statement.ts";
import { readSentence } from "./read-sentence.ts";
import { scoreFeatures } from "./score-features.ts";
import { computeFeatures, type StatementFeatures } from "./statement-features.ts";
import { kindOf } from "./statement-kind.ts";

export type GroundingContext = {
  /** What the customer asked; empty where nothing was. */
  question: string;
  /** Passages, the person's own record and what the system knows. */
  knowledge: readonly GroundingSource[];
};

export type UnsupportedReason = ForbiddenClaim | QuantityProblem | ScopeProblem | "content";
export type SupportResult =
  | { supported: true; passage: GroundingSource | null }
  | { supported: false; reason: UnsupportedReason };

type Judged =
  | { kind: "decided"; result: SupportResult }
  | {
      kind: "scored";
      features: StatementFeatures;
      source: GroundingSource | null;
      /** What makes the statement unsure. */
      doubt: UnsupportedReason;
    };

const passes: Judged = { kind: "decided", result: { supported: true, passage: null } };
const refused = (reason: UnsupportedReason): Judged => ({
  kind: "decided",
  result: { supported: false, reason },
});

/** The rules first; what they leave open has features to be scored. */
export const judgeStatement = (
  original: string,
  { question: asked, knowledge }: GroundingContext,
): Judged => {
  const full = readSentence(original);
  const passages = knowledge.map(readPassage);
  const question = anchorWords(readSentence(asked), passages);
  const known = passages.map(({ text }) => readSentence(text).text).join("\n");
  const own = passages
    .filter(({ isOwn }) => isOwn)
    .map(({ text }) => readSentence(text).text)
    .join("\n");
  const claim = findForbiddenClaim(full, { question, known, own });
  if (claim !== null) return refused(claim);
  const kind = kindOf(full, original);
  const answering = readAnswering(full.text, original);
  if (kind !== "claim" && !(kind === "courtesy" && answering !== null && asked.includes("?"))) return passes;
  const rest = withoutAnswering(original);
  const isElliptic =
    answering !== null && readSentence(rest).words.length + readSentence(rest).quantities.length === 0;
  // "Yes, of course" says what was asked.
  const statement = isElliptic ? question : anchorWords(readSentence(rest), passages);
  if (isElliptic && answering === "no") return refused("content");
  const best = findBestAlignment(statement, question, passages);
  const quantities = checkQuantities(statement, isElliptic ? readSentence("") : question, passages);
  if (quantities.isRefused) return refused(quantities.problem ?? "number");
  const scope = checkScope(statement, question, answering, passages, best);
  if (scope !== null && scope !== "limit" && scope !== "negation") return refused(scope);
  const features = computeFeatures({ statement, question, answering, passages, best, quantities, scope });
  return {
    kind: "scored",
    features,
    source: sourceOf(best?.passage, passages, knowledge),
    doubt:
      quantities.problem ?? scope ?? (quantities.steps > 0 && quantities.relation < 0 ? "number" : "content"),
  };
};

const sourceOf = (
  passage: ReadPassage | undefined,
  passages: readonly ReadPassage[],
  knowledge: readonly GroundingSource[],
): GroundingSource | null => (passage ? (knowledge[passages.indexOf(passage)] ?? null) : null);

/** Whether one statement of a model may be said. */
export const checkStatement = (statement: string, context: GroundingContext): SupportResult => {
  const judged = judgeStatement(statement, context);
  if (judged.kind === "decided") return judged.result;
  const isSupported =
    isPlain(judged.features) || scoreFeatures(judged.features, learnedWeights) >= learnedWeights.threshold;
  return isSupported
    ? { supported: true, passage: judged.source }
    : { supported: false, reason: judged.doubt };
};
