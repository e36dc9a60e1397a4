import type { MessageTemplateRecord } from "#contract/templates.ts";
import { type ApproveMessage, evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import type { Language } from "#domain/language.ts";
import type { Reason } from "#domain/reason.ts";
import { dropReason } from "#domain/rules/entry.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import type { Recipient } from "#server/store/compliance/gate-facts.ts";
import type { ActionDecision, DueAction } from "#server/store/delivery/actions.ts";
import {
  type BusinessValues,
  type ComposedMessage,
  composeMessage,
  findTemplate,
  recipientLanguage,
  templateValues,
} from "./compose.ts";

export type DecisionInput = {
  action: DueAction;
  person: Recipient;
  facts: GateFacts;
  templates: readonly MessageTemplateRecord[];
  business: BusinessValues;
  /** For people whose own language is unknown. */
  workspaceLanguage: Language;
  /** The fields of the event that caused the action. */
  event: Record<string, unknown>;
  unsubscribeUrl: string | null;
};

export type Decision =
  | { sends: true; composed: ComposedMessage; approve: ApproveMessage; reasons: Reason[] }
  | { sends: false; decision: ActionDecision };

/** Whether a due action is sent now: its rule's conditions for waiting, then the gate, then the message itself. */
export const decideAction = (input: DecisionInput): Decision => {
  const { action, person, facts, templates, business, workspaceLanguage, event, unsubscribeUrl } = input;
  const { id, channel, ruleId, config } = action;
  const notNow = (
    status: ActionDecision["status"],
    reasons: Reason[],
    until: number | null = null,
  ): Decision => ({
    sends: false,
    decision: { id, status, reasons, notBefore: until === null ? null : new Date(until).toISOString() },
  });
  const replyStop = stopOnReply(action, facts);
  if (replyStop) return notNow("cancelled", [replyStop]);
  const language = recipientLanguage(person, workspaceLanguage);
  const template = config.template === undefined ? undefined : findTemplate(templates, action, language);
  const intent = buildSendIntent({
    personId: person.id,
    channel,
    purpose: config.purpose,
    ruleId,
    approvedTemplateName: template?.approvedName ?? null,
    templateCategory: template?.category,
  });
  const decision = evaluateGate(intent, facts);
  if (decision.kind === "stop") return notNow("blocked", decision.reasons);
  if (decision.kind === "wait") return notNow("held", decision.reasons, decision.until);
  const values = templateValues(person, business, event, unsubscribeUrl);
  const composed = composeMessage(action, template, values, language, decision.content === "template");
  if ("code" in composed) return notNow("failed", [composed]);
  return { sends: true, composed, approve: decision.approve, reasons: decision.reasons };
};

/** An action of a rule that stops at a reply is cancelled once the person has replied. */
const stopOnReply = ({ config }: DueAction, facts: GateFacts): Reason | null => {
  const lastReplyAt = Math.max(0, ...Object.values(facts.lastInboundAt).map((at) => at ?? 0)) || null;
  return dropReason(
    { ...defaultOptions, stopOnReply: config.stopOnReply ?? false },
    { firedAt: config.firedAt ?? facts.now, lastReplyAt },
  );
};
