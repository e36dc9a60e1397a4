import type { PersonField } from "#contract/person-fields.ts";
import type { MessageTemplateRecord } from "#contract/templates.ts";
import { addressKindOf } from "#domain/channels/channel.ts";
import { minuteMs } from "#domain/compliance/durations.ts";
import { type ApproveMessage, evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import type { Language } from "#domain/language.ts";
import { wordEventDates } from "#domain/messages/event-dates.ts";
import { shortLinkKey, shortLinkName } from "#domain/messages/short-link.ts";
import { shortLinksIn } from "#domain/messages/template.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import type { Reason } from "#domain/reason.ts";
import { dropReason } from "#domain/rules/entry.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import type { RunOfAction } from "#server/store/automation/sequence-runs.ts";
import {
  factsForAddress,
  type Recipient,
  type RecipientAddress,
} from "#server/store/compliance/gate-facts.ts";
import type { ActionDecision, DueAction } from "#server/store/delivery/actions.ts";
import {
  type BusinessValues,
  type ComposedMessage,
  composeMessage,
  digestWords,
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
  /** The run whose step it is; null for a message that is no step, or whose run is gone. */
  run: RunOfAction | null;
  /** For people whose own language is unknown. */
  workspaceLanguage: Language;
  workspaceTimezone: string;
  /** The fields of the event that caused the action. */
  event: Record<string, unknown>;
  unsubscribeUrl: string | null;
  /** The short form of an address; null where nobody could open it. */
  shortLink: (target: string) => SentLink | null;
  personFields: readonly PersonField[];
};

/** A short link of a message, and where it leads. */
type SentLink = { code: string; url: string; target: string };

export type Decision =
  | {
      sends: true;
      composed: ComposedMessage;
      links: SentLink[];
      /** The name of the template whose words it has; null where it has none. */
      template: string | null;
      /** Of a rule's message: equal for equal words. */
      words: string | null;
      approve: ApproveMessage;
      reasons: Reason[];
    }
  | { sends: false; decision: ActionDecision };

/** The address that the action names, if it still is the person's and fits the channel. */
export const findTargetAddress = (
  { channel, config }: Pick<DueAction, "channel" | "config">,
  { addresses }: Recipient,
): RecipientAddress | undefined =>
  addresses.find(({ id, kind }) => id === config.addressId && kind === addressKindOf(channel));

/** Whether a due action is sent now: its rule's conditions for waiting, then the gate, then the message itself. */
export const decideAction = (input: DecisionInput): Decision => {
  const { action, person, templates, business, workspaceLanguage, event, unsubscribeUrl } = input;
  const { id, channel, ruleId, config } = action;
  const notNow = (
    status: ActionDecision["status"],
    reasons: Reason[],
    until: number | null = null,
  ): Decision => ({
    sends: false,
    decision: { id, status, reasons, notBefore: until === null ? null : new Date(until).toISOString() },
  });
  const runStop = stopForRun(input);
  if (runStop) return notNow(runStop.status, runStop.reasons, runStop.until);
  const address = findTargetAddress(action, person);
  if (config.addressId !== undefined && !address)
    return notNow("failed", [{ code: "address_gone", channel }]);
  const facts = address ? factsForAddress(input.facts, person, address) : input.facts;
  const replyStop = stopOnReply(action, facts);
  if (replyStop) return notNow("cancelled", [replyStop]);
  const humanStop = stopForHuman(action, facts);
  if (humanStop) return notNow("cancelled", [humanStop]);
  const language = recipientLanguage(person, workspaceLanguage);
  const template = config.template === undefined ? undefined : findTemplate(templates, action, language);
  const messageLanguage = template?.language ?? language;
  const values = templateValues(
    person,
    business,
    wordEventDates(event, {
      language: messageLanguage,
      zone: person.timezone ?? input.workspaceTimezone,
      now: facts.now,
    }),
    unsubscribeUrl,
    fieldTexts(person.fields, input.personFields, messageLanguage),
  );
  const links = targetsOf(action, template).flatMap((target) => input.shortLink(target) ?? []);
  const linked = {
    ...values,
    ...Object.fromEntries(links.map(({ target, url }) => [shortLinkKey(target), url])),
  };
  const plain = composeMessage(action, template, linked, language, false);
  const words = ruleId === null || "code" in plain ? null : digestWords(channel, withTargets(plain, links));
  const { repeatHours = defaultOptions.repeatHours } = config;
  const intent = buildSendIntent({
    personId: person.id,
    channel,
    purpose: config.purpose,
    ruleId,
    approvedTemplateName: template?.approvedName ?? null,
    templateCategory: template?.category,
    isByHand: action.sentBy !== null,
    repeatLimit: words === null || repeatHours === null ? null : { words, hours: repeatHours },
  });
  const decision = evaluateGate(intent, facts);
  if (decision.kind === "stop") return notNow("blocked", decision.reasons);
  if (decision.kind === "wait") return notNow("held", decision.reasons, decision.until);
  const composed =
    decision.content === "template" ? composeMessage(action, template, linked, language, true) : plain;
  if ("code" in composed) return notNow("failed", [composed]);
  if (config.approved) {
    const isTemplate = decision.content === "template";
    const shown = composeMessage(
      action,
      template,
      { ...values, unsubscribe_link: null },
      language,
      isTemplate,
    );
    const isSame =
      !("code" in shown) && shown.text === config.approved.text && shown.subject === config.approved.subject;
    if (!isSame) return notNow("failed", [{ code: "text_not_approved" }]);
  }
  return {
    sends: true,
    composed,
    links,
    template: template?.name ?? null,
    words,
    approve: decision.approve,
    reasons: decision.reasons,
  };
};

/** Where the short links of a message lead. The body of a design has all of its addresses. */
const targetsOf = ({ config }: DueAction, template: MessageTemplateRecord | undefined): string[] => {
  const texts = template ? [template.body, template.approval?.body ?? ""] : [config.text ?? ""];
  const marked = texts.filter((text) => text.includes(shortLinkName));
  return [...new Set(marked.flatMap(shortLinksIn))];
};

/** The words with whole addresses: short ones differ for each message. */
const withTargets = (message: ComposedMessage, links: readonly SentLink[]): ComposedMessage => ({
  ...message,
  text: links.reduce((text, { url, target }) => text.replaceAll(url, target), message.text),
});

/**
 * A message that waits with its run is looked at again after this time, should the wake of the run have been lost, and
 * so is one of a rule that was switched off.
 */
const restMs = 15 * minuteMs;

type RunStop = { status: "cancelled" | "held"; reasons: Reason[]; until: number | null };

const cancelled = (...reasons: Reason[]): RunStop => ({ status: "cancelled", reasons, until: null });

/** A step that its run has left is not sent; one of a run that rests waits with it. */
const stopForRun = ({ action, run, facts }: DecisionInput): RunStop | null => {
  // What a rule had planned for later is not sent once it was deleted.
  if (action.runId !== null && action.ruleId === null && action.stepId === null)
    return cancelled({ code: "run_rule_deleted" });
  const until = facts.now + restMs;
  if (action.stepId === null)
    return action.isRuleOff ? { status: "held", reasons: [{ code: "rule_off" }], until } : null;
  if (run === null) return cancelled({ code: "run_ended" });
  if (run.state === "ended") return cancelled(...run.why);
  if (run.state !== "acting" || run.stepId !== action.stepId) return cancelled({ code: "step_left_out" });
  if (run.isPaused) return { status: "held", reasons: [{ code: "run_paused" }], until };
  if (run.isRuleOn) return null;
  // The stage wakes what a broadcast holds, page by page.
  if (run.isBroadcast) return { status: "held", reasons: [{ code: "broadcast_paused" }], until: null };
  return { status: "held", reasons: [{ code: "rule_off" }], until };
};

/** An action of a rule that stops at a reply is cancelled once the person has replied. */
const stopOnReply = ({ config }: DueAction, facts: GateFacts): Reason | null => {
  const lastReplyAt = Math.max(0, ...Object.values(facts.lastInboundAt).map((at) => at ?? 0)) || null;
  return dropReason(
    { ...defaultOptions, stopOnReply: config.stopOnReply ?? false },
    { firedAt: config.firedAt ?? facts.now, lastReplyAt },
  );
};

/** An automatic answer is dropped once a human of the business has the conversation. */
const stopForHuman = ({ config }: DueAction, { takenUntil, now }: GateFacts): Reason | null =>
  config.ai === undefined || takenUntil === null || takenUntil <= now
    ? null
    : { code: "human_has_it", until: takenUntil };
