import { checkPiece, type PieceProblem } from "#domain/agent/check-piece.ts";
import { foldSpeech } from "#domain/agent/plain-speech.ts";
import type { Language } from "#domain/language.ts";
import { cutText } from "#domain/storable-text.ts";
import { type AnswerSource, isCourtesy, sourcesOfSentence, toReplySentences } from "./reply-source.ts";

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
};

export type ReplyContext = {
  sources: readonly AnswerSource[];
  language: Language;
  /** Characters that the channel takes well. */
  maxLength: number;
  /** A secret word of the instructions. */
  canary: string;
  /** Titles of passages that were found and not used, because they give orders. */
  setAside?: readonly string[];
};

/** "I am a human", and questions for what nobody should write. */
const claimsToBeHuman =
  /\b(?:(?:im|i am|this is) (?:a |an )?(?:human|real person|not a (?:bot|robot|machine))|soy (?:una persona|human[oa])|no soy (?:un |una )?(?:robot|bot|maquina))\b/;
const asksForSecrets =
  /\b(?:card number|credit card|debit card|security code|cvv|social security|ssn|password|pin code|numero de (?:su )?tarjeta|tarjeta de credito|codigo de seguridad|seguro social|contrasena|clave)\b/;
const freeOffer = /\b(?:is|are|for|todo|es|son|sera) (?:free|gratis|gratuit[oa]s?)\b/;

const problemOf = (sentence: string, context: ReplyContext): ReplyCheckName | null => {
  const { sources, language, canary } = context;
  const texts = sources.map(({ title, text }) => `${title} ${text}`);
  const ownTexts = sources.filter(({ isOwn }) => isOwn).map(({ title, text }) => `${title} ${text}`);
  const folded = foldSpeech(sentence);
  const known = foldSpeech(ownTexts.join("\n"));
  if (claimsToBeHuman.test(folded)) return "policy";
  if (asksForSecrets.test(folded) && !known.includes(asksForSecrets.exec(folded)?.[0] ?? "")) return "policy";
  if (freeOffer.test(folded) && !/\b(?:free|gratis|gratuit[oa]s?|sin costo)\b/.test(known)) return "promises";
  const checked = checkPiece(sentence, {
    sources: texts,
    ownSources: ownTexts,
    toolsRun: [],
    previous: [],
    language,
    canary,
  });
  return checked.ok ? null : checkOf[checked.problem];
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
        const problem = problemOf(sentence, context);
        if (problem !== null) {
          if (!refused.has(problem)) refused.set(problem, sentence);
          return false;
        }
        if (isCourtesy(sentence)) {
          hasStatement ||= sentence.trim().endsWith("?");
          return true;
        }
        hasStatement = true;
        const sources = sourcesOfSentence(sentence, context.sources);
        hasKnowledge ||= sources.some(({ kind }) => kind === "knowledge");
        if (sources.length === 0) unsupported.push(sentence);
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
