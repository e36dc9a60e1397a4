import type { MessageTemplate } from "#contract/templates.ts";
import { addressKindOf, channels } from "#domain/channels/channel.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import type { Reason } from "#domain/reason.ts";
import { dropReason } from "#domain/rules/entry.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import { system } from "#server/audit/entry.ts";
import type { Messenger, Outgoing } from "#server/connectors/messaging/messenger.ts";
import type { Tx } from "#server/db/database.ts";
import { together } from "#server/db/together.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules, ContactRulesOf } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, type Recipient, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import {
  claimDue,
  type Decided,
  type Dispatch,
  type DueAction,
  markDispatching,
  saveDecided,
} from "#server/store/delivery/actions.ts";
import { listWordings } from "#server/store/delivery/templates.ts";
import { eventFields } from "#server/store/ingestion/events.ts";
import { addToTimeline, holdAddresses, type TimelineRow } from "#server/store/ingestion/recording.ts";
import type { Write } from "#server/store/write.ts";
import {
  type Business,
  type Composed,
  compose,
  type Language,
  languageOf,
  templateFor,
  valuesOf,
} from "./compose.ts";
import { openPacing } from "./pacing.ts";

/** A way that is open now: the messenger and how to reach its vendor. */
export type OpenWay = {
  messenger: Messenger;
  /** Is our own simulator at the other end? */
  isSimulated: boolean;
  /** How many a second it may take; null where nobody counts. */
  perSecond: number | null;
  send: (outgoing: Outgoing) => ReturnType<Messenger["send"]>;
};

export type Delivering = {
  write: Write;
  hash: AddressHash;
  rules: ContactRulesOf;
  /** The ways to a channel in the order in which they are tried. */
  ways: (channel: DueAction["channel"]) => Promise<OpenWay[]>;
  business: () => Promise<{ values: Business; language: Language }>;
  /** Where vendors tell what became of an action; null while nobody can reach us. */
  callbackUrl: (messenger: string, actionId: string) => string | null;
  unsubscribeUrl: (actionId: string) => string | null;
  /** Where what comes back about a letter is known to be about it. */
  returnAddress: (actionId: string, isSimulated: boolean) => string | null;
};

/** Claimed, let through by the gate, and about to leave. */
export type Leaving = {
  action: DueAction;
  way: OpenWay;
  outgoing: Outgoing;
  fence: number;
  /** Is there another way, should this one be shut? */
  hasOther: boolean;
};

/** Renewed while it is being sent, so that what a killed process held is soon known to be lost. */
export const leaseSeconds = 20;

type Means = {
  rules: ContactRules;
  business: Business;
  language: Language;
  ways: Map<DueAction["channel"], OpenWay[]>;
};

/**
 * What may ask the database for something is asked before the transaction: one that waits for a second connection
 * while it holds locks waits for whoever waits for those.
 */
const meansOf = async ({ rules, business, ways }: Delivering): Promise<Means> => {
  const { values, language } = await business();
  const open = await Promise.all(channels.map(async (channel) => [channel, await ways(channel)] as const));
  return { rules: await rules.get(Date.now()), business: values, language, ways: new Map(open) };
};

/** The fifth and sixth stage: the gate, in the transaction that claims what it lets through. */
export const claimNext = async (
  most: number,
  delivering: Delivering,
): Promise<{ looked: number; leaving: Leaving[] }> => {
  const means = await meansOf(delivering);
  return delivering.write(system, async ({ tx, touch }) => {
    const due = await claimDue(tx, most);
    if (due.length === 0) return { looked: 0, leaving: [] };
    const now = Date.now();
    const { business, language: workspace } = means;
    const asked = new Set(due.map(({ channel }) => channel));
    const open = [...asked].flatMap((channel) => means.ways.get(channel) ?? []);
    const causes = due.flatMap(({ causedBy }) => causedBy ?? []);
    const [{ people, facts }, templates, events] = await together([
      lookUp(tx, due, delivering.hash, means.rules, now),
      listWordings(tx),
      eventFields(tx, causes),
    ]);
    // After the lanes, always: whoever takes both takes them in this order.
    const pacing = await openPacing(tx, open, now);
    const decided: Decided[] = [];
    const going: (Dispatch & Leaving)[] = [];
    for (const action of due) {
      const person = people.get(action.personId);
      const known = facts.get(action.personId);
      if (!person || !known) continue;
      const event = events.get(action.causedBy ?? "") ?? {};
      const unsubscribe = action.channel === "email" ? delivering.unsubscribeUrl(action.id) : null;
      const judged = judge(action, person, known, templates, business, workspace, event, unsubscribe);
      if ("status" in judged) {
        decided.push(judged);
        continue;
      }
      const shut = action.config.avoid ?? [];
      const ways = (means.ways.get(action.channel) ?? []).filter(
        ({ messenger }) => !shut.includes(messenger.id),
      );
      const way = pacing.choose(action, ways);
      if (way === null) continue;
      if (!way) {
        const reasons: Reason[] = [{ code: "not_configured", channel: action.channel }];
        decided.push({ id: action.id, status: "failed", reasons, notBefore: null });
        continue;
      }
      const outgoing = outgoingOf(action, person, judged.composed, way, delivering, business);
      going.push({
        id: action.id,
        messenger: way.messenger.id,
        rendered: {
          to: outgoing.to,
          text: outgoing.text,
          subject: outgoing.subject,
          language: outgoing.language,
        },
        reasons: judged.reasons,
        action,
        way,
        outgoing,
        fence: action.fence + 1,
        hasOther: ways.length > 1,
      });
      // What was just let through counts for whoever comes next in the same batch.
      const purpose = action.config.purpose ?? "marketing";
      facts.set(action.personId, {
        ...known,
        recentSends: [
          ...known.recentSends,
          { at: now, channel: action.channel, ruleId: action.ruleId, purpose },
        ],
      });
    }
    const dispatched = going.map(({ id, messenger, rendered, reasons }) => ({
      id,
      messenger,
      rendered,
      reasons,
    }));
    await together([
      saveDecided(tx, decided),
      pacing.save(),
      markDispatching(tx, dispatched, leaseSeconds),
      addToTimeline(tx, timelineOf(due, decided), false),
    ]);
    touch("actions");
    if (decided.length > 0) touch("people");
    return {
      looked: due.length,
      leaving: going.map(({ action, way, outgoing, fence, hasOther }) => ({
        action,
        way,
        outgoing,
        fence,
        hasOther,
      })),
    };
  });
};

/** The lanes of their addresses are held: an opt-out is either seen here, or waits until this is settled. */
const lookUp = async (tx: Tx, due: DueAction[], hash: AddressHash, rules: ContactRules, now: number) => {
  const ids = [...new Set(due.map(({ personId }) => personId))];
  const before = await findRecipients(tx, ids);
  const addresses = before.flatMap(({ email, phone }) => [email, phone].flatMap((address) => address ?? []));
  const [, recipients] = await together([holdAddresses(tx, addresses), findRecipients(tx, ids)]);
  const facts = await readGateFacts(tx, recipients, rules, hash, now);
  return { people: new Map(recipients.map((person) => [person.id, person])), facts };
};

type Judged = Decided | { composed: Composed; reasons: Reason[] };

const judge = (
  action: DueAction,
  person: Recipient,
  facts: GateFacts,
  templates: readonly MessageTemplate[],
  business: Business,
  workspace: Language,
  event: Record<string, unknown>,
  unsubscribeUrl: string | null,
): Judged => {
  const { id, channel, ruleId, config } = action;
  const decided = (status: Decided["status"], reasons: Reason[], until: number | null = null): Decided => ({
    id,
    status,
    reasons,
    notBefore: until === null ? null : new Date(until).toISOString(),
  });
  const replied = Math.max(0, ...Object.values(facts.lastInboundAt).map((at) => at ?? 0)) || null;
  const dropped = dropReason(
    { ...defaultOptions, stopOnReply: config.stopOnReply ?? false },
    { firedAt: config.firedAt ?? facts.now, lastReplyAt: replied },
  );
  if (dropped) return decided("cancelled", [dropped]);
  const language = languageOf(person, workspace);
  const template = config.template === undefined ? undefined : templateFor(templates, action, language);
  const intent = buildSendIntent({
    personId: person.id,
    channel,
    purpose: config.purpose,
    ruleId,
    approvedTemplateName: template?.approvedName ?? null,
  });
  const ruling = evaluateGate(intent, facts);
  if (ruling.kind === "stop") return decided("blocked", ruling.reasons);
  if (ruling.kind === "wait") return decided("held", ruling.reasons, ruling.until);
  const values = valuesOf(person, business, event, unsubscribeUrl);
  const composed = compose(action, template, values, language, ruling.content === "template");
  return "code" in composed ? decided("failed", [composed]) : { composed, reasons: ruling.reasons };
};

const outgoingOf = (
  { id, channel }: DueAction,
  person: Recipient,
  { subject, text, template, language }: Composed,
  { messenger, isSimulated }: OpenWay,
  { callbackUrl, unsubscribeUrl, returnAddress }: Delivering,
  business: Business,
): Outgoing => ({
  actionId: id,
  channel,
  to: (addressKindOf(channel) === "email" ? person.email : person.phone) ?? "",
  from: null,
  subject,
  text,
  template,
  language,
  callbackUrl: callbackUrl(messenger.id, id),
  unsubscribeUrl: channel === "email" ? unsubscribeUrl(id) : null,
  returnAddress: channel === "email" ? returnAddress(id, isSimulated) : null,
  business: business.company_name ?? null,
  businessAddress: business.company_address ?? null,
});

const timelineOf = (due: DueAction[], decided: Decided[]): TimelineRow[] => {
  const actions = new Map(due.map((action) => [action.id, action]));
  return decided.flatMap(({ id, status, reasons }) => {
    const action = actions.get(id);
    if (!action) return [];
    return [
      {
        personId: action.personId,
        eventType: `message_${status}`,
        source: action.channel,
        title: `${action.channel} ${status}`,
        description: null,
        metadata: { channel: action.channel, reasons, actionId: id },
        causedBy: id,
      },
    ];
  });
};
