import { checkPiece, type PieceProblem } from "#domain/agent/check-piece.ts";
import type { Language } from "#domain/language.ts";
import { cutText } from "#domain/storable-text.ts";
import { type AnswerSource, groundingSources, isCourtesy, toReplySentences } from "./reply-source.ts";

/** What code verifies of a suggested answer. All must hold before an automatic send. */
export const replyChecks = [
  "facts",
  "promises",
  "acts",
  "policy",
  "language",
  "length",
  "supported",
  "knowledge",
  "passages",
] as const;
export type ReplyCheckName = (typeof replyChecks)[number];
export type ReplyCheck = { check: ReplyCheckName; ok: boolean; detail: string | null };

/** With these problems a sentence is left out; an operator never sees it as a proposal. */
const refusing: readonly ReplyCheckName[] = ["facts", "promises", "acts", "policy", "language"];

const checkOf: Record<PieceProblem, ReplyCheckName | null> = {
  number_not_grounded: "facts",
  price_not_grounded: "facts",
  url: "facts",
  phone: "facts",
  email: "facts",
  discount: "promises",
  claimed_act: "acts",
  reveals_instructions: "policy",
  other_language: "language",
  repeats: null,
  empty: null,
  not_supported: "supported",
  claims_human: "policy",
  recording: "policy",
  secret: "policy",
  advice: "policy",
};

export type ReplyContext = {
  /** What the person asked. */
  question: string;
  sources: readonly AnswerSource[];
  language: Language;
  /** Characters that the channel takes well. */
  maxLength: number;
  /** A secret word of the instructions. */
  canary: string;
  /** Titles of passages that were found and not used, because they give orders. */
  setAside?: readonly string[];
};

/** The check that a sentence fails, and the source of one that fails none. */
const judge = (
  sentence: string,
  { sources, question, language, canary }: ReplyContext,
): { problem: ReplyCheckName | null; source: AnswerSource | null } => {
  const texts = sources.map(({ title, text }) => `${title} ${text}`);
  const checked = checkPiece(sentence, {
    sources: texts,
    ownSources: sources.filter(({ isOwn }) => isOwn).map(({ title, text }) => `${title} ${text}`),
    toolsRun: [],
    previous: [],
    language,
    canary,
    grounding: { question, knowledge: groundingSources(sources), before: "" },
  });
  if (!checked.ok) return { problem: checkOf[checked.problem], source: null };
  return { problem: null, source: sources.find((source) => source === checked.source) ?? null };
};

const maxDetailLength = 160;

/**
 * Leaves out the sentences that cannot be proved and says which and why. What is left is at least courtesy; null where
 * nothing is.
 */
export const checkReply = (
  text: string,
  context: ReplyContext,
): { text: string | null; checks: ReplyCheck[] } => {
  const refused = new Map<ReplyCheckName, string>();
  const unsupported: string[] = [];
  let hasKnowledge = false;
  let hasStatement = false;
  const lines = text.split("\n").map((line) =>
    toReplySentences(line)
      .filter((sentence) => {
        const { problem, source } = judge(sentence, context);
        if (problem === "supported") unsupported.push(sentence);
        else if (problem !== null) {
          if (!refused.has(problem)) refused.set(problem, sentence);
          return false;
        }
        if (isCourtesy(sentence)) {
          hasStatement ||= sentence.trim().endsWith("?");
          return true;
        }
        hasStatement = true;
        hasKnowledge ||= source?.kind === "knowledge";
        return true;
      })
      .join(" "),
  );
  const kept = lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const result = (check: ReplyCheckName, detail: string | null): ReplyCheck => ({
    check,
    ok: detail === null,
    detail: detail === null || detail === "" ? null : cutText(detail, maxDetailLength),
  });
  const checks = replyChecks.map((check): ReplyCheck => {
    if (refusing.includes(check)) return result(check, refused.get(check) ?? null);
    if (check === "length")
      return result(check, kept.length <= context.maxLength ? null : String(kept.length));
    if (check === "passages") return result(check, context.setAside?.[0] ?? null);
    if (check === "supported") return result(check, unsupported[0] ?? null);
    return { check, ok: hasKnowledge, detail: null };
  });
  return { text: kept === "" || !hasStatement ? null : kept, checks };
};
