import { approvalLifeMs } from "#domain/approvals/approval.ts";
import type { ApprovalMessage } from "#domain/approvals/content.ts";
import { withoutCitations } from "#domain/inbox-ai/reply-source.ts";
import type { NoReplyReason } from "#domain/inbox-ai/template-reply.ts";
import { replySubject } from "#domain/messages/reply-subject.ts";
import { type AiStepResult, leftOut } from "#domain/sequences/ai-answers.ts";
import { draftAnswerFeature } from "#server/ai/features/draft-answer.ts";
import { findSimilarPassages } from "#server/ai/similar-passages.ts";
import { makeSuggestion } from "#server/pipeline/reply/make-suggestion.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { recordUnanswered } from "#server/store/ai/unanswered-questions.ts";
import { findNewestInbound, type NewSuggestion } from "#server/store/conversations/reply-suggestions.ts";
import { insertApproval, listDeciders } from "#server/store/delivery/approvals.ts";
import { countOpenRuleDrafts, replaceRuleDrafts } from "#server/store/delivery/drafts-of-rules.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { AiStepAnswer, AiStepContext, AiStepOf } from "./ai-step-answer.ts";

/** More than that is not read any more; the next ones wait. */
const maxOpenDrafts = 100;

const unproved: readonly NoReplyReason[] = ["no_passage", "nothing_proved"];

/** Drafts an answer to the newest message of the person, for the screen of approvals. */
export const draftAnswer = async (
  context: AiStepContext,
  { instruction, channel }: AiStepOf<"draft">,
): Promise<AiStepAnswer> => {
  const { database, run } = context;
  const { personId } = run;
  if ((await countOpenRuleDrafts(database.db)) >= maxOpenDrafts)
    return { kind: "full", why: { code: "ai_drafts_waiting", count: maxOpenDrafts } };
  const names = await readKnownNames(database.db, personId);
  const findSimilar = (question: string) => findSimilarPassages(context, question, names);
  const { unanswered, failure, ...made } = await makeSuggestion(
    { ...context, findSimilar },
    { personId, channel, instruction, feature: draftAnswerFeature },
  );
  const apply = async (writing: WriteContext): Promise<AiStepResult> => {
    if (unanswered) await recordUnanswered(writing.tx, unanswered);
    if ("suggestion" in made) return addDraft(writing, context, made.suggestion);
    return leftOut({
      code: unproved.includes(made.reason) ? "ai_answer_unproved" : "ai_nothing_to_answer",
    });
  };
  if (failure === null) return { kind: "answered", apply };
  // The words of the knowledge base, or why there are none, once no model can be asked.
  return "suggestion" in made ? { kind: "failed", failure, instead: apply } : { kind: "failed", failure };
};

const addDraft = async (
  { tx, audit, touch, enqueue, clock }: WriteContext,
  { run, rule }: AiStepContext,
  { channel, text: cited, vendor }: NewSuggestion,
): Promise<AiStepResult> => {
  const { personId } = run;
  const [person, inbound] = [await lockOnePerson(tx, personId), await findNewestInbound(tx, personId)];
  if (!person) return leftOut({ code: "ai_nothing_to_answer" });
  const subject = channel === "email" && inbound?.subject ? replySubject(inbound.subject) : null;
  const text = withoutCitations(cited);
  const message: ApprovalMessage = {
    ...{ channel, purpose: "service", template: null, text, subject },
    ...{ scriptId: null, scriptName: null, draftId: null, rendered: { subject, text } },
    to: channel === "email" ? person.email : person.phone,
    rule: { id: rule.id, name: rule.name },
  };
  const isFirst = (await countOpenRuleDrafts(tx)) === 0;
  await replaceRuleDrafts(tx, personId);
  const approval = await insertApproval(tx, {
    ...{ kind: "draft", tokenId: null, tokenName: rule.name, userId: null, client: null, personId },
    ...{ content: { message }, reason: "", cost: null, gate: null },
    expiresAt: clock.now() + approvalLifeMs.draft * 3,
  });
  // One notice for drafts that come together: the count in the sidebar shows the others.
  if (isFirst)
    await addPushedNotifications(
      { tx, enqueue },
      (await listDeciders(tx)).map((userId) => ({
        ...{ kind: "approval_waiting", params: { name: rule.name }, link: "/approvals", userId },
      })),
    );
  audit({
    eventType: "data_change",
    entityType: "approval",
    entityId: approval.id,
    details: { kind: "approval_asked", approval: "draft" },
    metadata: { personId, ruleId: rule.id, runId: run.id },
  });
  touch("approvals", "notifications", "knowledge");
  return {
    result: "done",
    why: [
      { code: "ai_drafted" },
      ...(vendor === null ? [{ code: "ai_drafted_without_model" as const }] : []),
    ],
  };
};
