import type { DeliveryRecord } from "#contract/deliveries.ts";
import { type Channel, channels, outreachChannels } from "#domain/channels/channel.ts";
import { reasonsByCheck } from "#domain/compliance/checks.ts";
import type { ConsentPurpose } from "#domain/compliance/consent.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import type { Language } from "#domain/language.ts";
import type { Reason } from "#domain/reason.ts";
import { shortReasonText } from "#domain/short-reason-texts.ts";
import { actionStatusLabels, channelLabels, yesNoLabels } from "#domain/texts/value-labels.ts";
import { newId } from "#server/db/id.ts";
import { findTemplate, recipientLanguage } from "#server/pipeline/deliver/compose.ts";
import { noteOutcomes } from "#server/pipeline/deliver/thread-hooks.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { takeBackMessage } from "#server/store/conversations/written-messages.ts";
import { readActionHistory } from "#server/store/delivery/action-history.ts";
import {
  cancelAction,
  findAction,
  listActions,
  moveAction,
  readOutcomes,
  setOutcomeByOperator,
} from "#server/store/delivery/action-list.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import type { WriteContext } from "#server/store/write.ts";
import { invalidField } from "./field-problems.ts";
import { askGate, readCurrentFacts } from "./gate-checks.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { sendLedgerCsv, toLedgerQuery } from "./ledger-export.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** How far ahead a message may be moved. */
const maxAheadMs = 366 * dayMs;

/** The gate's decision, derived from the state of the action. */
const gateDecision = (status: string, attempts: number): "send" | "wait" | "stop" | null => {
  if (status === "blocked") return "stop";
  if (status === "held") return "wait";
  const wasEvaluated = attempts > 0 || !["pending", "cancelled"].includes(status);
  return wasEvaluated ? "send" : null;
};

const manualActions = ["asked", "moved", "cancelled", "settled"] as const;
const isManualAction = (what: string): what is (typeof manualActions)[number] =>
  manualActions.some((deed) => deed === what);

const resolvedEntry = (
  { id, personId, channel, text, simulated }: DeliveryRecord,
  outcome: "sent" | "failed",
): TimelineRow => ({
  personId,
  eventType: outcome === "sent" && simulated ? "message_simulated" : (`message_${outcome}` as const),
  source: channel,
  title: `${channel} ${outcome}`,
  description: text,
  metadata: {
    channel,
    actionId: id,
    reasons: [{ code: "settled_by_person" }],
    ...(simulated ? { simulated } : {}),
  },
  causedBy: id,
});

type MessageRequest = {
  id: string;
  personId: string;
  channel: Channel;
  config: {
    template?: string;
    text?: string | undefined;
    subject?: string;
    purpose: ConsentPurpose;
    addressId?: string;
    approved?: { subject: string | null; text: string };
  };
  sentBy: string | null;
};

/** Plans a message that an operator asked for; the sender asks the gate before it leaves. */
export const requestMessage = async (
  { tx, audit, touch }: WriteContext,
  { id, personId, channel, config, sentBy }: MessageRequest,
): Promise<void> => {
  await insertActions(tx, [
    {
      id,
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config,
      notBefore: new Date().toISOString(),
      causedBy: null,
      sentBy,
    },
  ]);
  audit({
    eventType: "data_change",
    entityType: "action",
    entityId: id,
    details: { kind: "message_requested", channel },
    metadata: { deed: "asked", personId, purpose: config.purpose },
  });
  touch("actions");
};

const describeReasons = (reasons: readonly { code: string }[], language: Language | null): string | null =>
  (language === null
    ? reasons.map(({ code }) => code).join(" ")
    : reasons.map(({ code }) => shortReasonText(code, language) ?? code).join("; ")) || null;

export const deliveryHandlers: Handlers["deliveries"] = {
  list: async ({ input: { query }, services }) => {
    const { limit, ...filter } = await toLedgerQuery(query, services);
    const { records, nextBefore } = await listActions(services.database.db, filter, limit);
    return { actions: records, nextBefore };
  },

  exportDeliveries: async ({ input: { query }, services, ...call }) => {
    const { names: _names, language: _language, ...filter } = await toLedgerQuery(query, services);
    return sendLedgerCsv<DeliveryRecord>(
      { ...call, services },
      {
        name: "deliveries",
        query,
        columns: [
          ["created_at", ({ createdAt }) => createdAt],
          ["executed_at", ({ executedAt }) => executedAt],
          ["delivery_id", ({ id }) => id],
          ["person_id", ({ personId }) => personId],
          ["person", ({ personName }) => personName],
          ["channel", ({ channel }) => channel, channelLabels],
          ["status", ({ status }) => status, actionStatusLabels],
          ["reasons", ({ reasons }, language) => describeReasons(reasons, language)],
          ["rule", ({ ruleName }) => ruleName],
          ["messenger", ({ messenger }) => messenger],
          ["simulated", ({ simulated }) => (simulated ? "yes" : "no"), yesNoLabels],
          ["price_usd", ({ price }) => price],
          ["error", ({ error }) => error],
          ["text", ({ text }) => text],
        ],
        readPage: (before, limit) => listActions(services.database.db, { ...filter, before }, limit),
      },
    );
  },

  send: async ({ input: { params, body }, actor, services: { database, write }, caller, request }) => {
    const { channel, template, text, subject, purpose } = body;
    if ((template === undefined) === (text === undefined))
      throw new Problem("invalid", {
        issues: [
          { path: "text", message: issuePhrases[requestLanguage({ caller, request })].textOrTemplate },
        ],
      });
    const id = newId();
    await write(actor, async (context) => {
      const [person] = await findRecipients(context.tx, [params.id]);
      if (!person) throw new Problem("not_found");
      const content = template === undefined ? { text } : { template };
      await requestMessage(context, {
        id,
        personId: params.id,
        channel,
        config: { ...content, ...(subject ? { subject } : {}), purpose },
        sentBy: actor.userId,
      });
    });
    const created = await findAction(database.db, id);
    if (!created) throw new Problem("internal");
    return created;
  },

  check: async ({ input: { params, body }, services }) => {
    const { database, business } = services;
    const current = await readCurrentFacts(services, params.id, Date.now());
    if (!current) throw new Problem("not_found");
    const wordings = body.template === undefined ? [] : await listTemplateTexts(database.db);
    const language = recipientLanguage(current.person, (await business()).language);
    // X is a channel only of those who have written there.
    const asked = current.facts.x === null ? outreachChannels : channels;
    return asked.map((channel) => {
      const config = body.template === undefined ? {} : { template: body.template };
      const template = findTemplate(wordings, { channel, config }, language);
      const question = {
        personId: params.id,
        channel,
        purpose: body.purpose,
        approvedTemplateName: template?.approvedName ?? null,
        templateCategory: template?.category,
      };
      return { channel, ...askGate(question, current.facts) };
    });
  },

  why: async ({ input: { params }, services: { database } }) => {
    const action = await findAction(database.db, params.id);
    const story = action && (await readActionHistory(database.db, params.id));
    if (!story) throw new Problem("not_found");
    return {
      ...story,
      ruling: gateDecision(action.status, story.attempts),
      ...reasonsByCheck(action.reasons as Reason[]),
      deeds: story.deeds.flatMap(({ what, ...deed }) => (isManualAction(what) ? [{ ...deed, what }] : [])),
    };
  },

  cancel: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const action = await findAction(tx, params.id);
      if (!action) throw new Problem("not_found");
      if (!(await cancelAction(tx, params.id))) throw new Problem("conflict");
      if (await takeBackMessage(tx, params.id, Date.now())) touch("threads");
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: params.id,
        details: { kind: "thing", verb: "cancelled", thing: "waiting_message" },
        metadata: { deed: "cancelled" },
      });
      touch("actions");
    });
    return { ok: true };
  },

  move: async ({ input: { params, body }, actor, services: { database, write, clock }, ...asking }) => {
    const now = clock.now();
    const at = body.at === null ? now : Math.max(now, Date.parse(body.at));
    if (at > now + maxAheadMs) throw invalidField(asking, "at", "invalid");
    await write(actor, async ({ tx, audit, touch }) => {
      const moved = await moveAction(tx, params.id, new Date(at));
      if (moved === "too_late") throw new Problem("move_too_late");
      if (moved === "not_waiting")
        throw new Problem((await findAction(tx, params.id)) ? "conflict" : "not_found");
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "waiting_message" },
        metadata: { deed: "moved", at: new Date(at).toISOString() },
      });
      touch("actions");
    });
    const action = await findAction(database.db, params.id);
    if (!action) throw new Problem("not_found");
    return action;
  },

  settle: async ({ input: { params, body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch, clock }) => {
      const action = await findAction(tx, params.id);
      if (!action) throw new Problem("not_found");
      if (!(await setOutcomeByOperator(tx, params.id, body.outcome))) throw new Problem("conflict");
      await addToTimeline(tx, [resolvedEntry(action, body.outcome)]);
      await noteOutcomes({ tx, touch, clock }, await readOutcomes(tx, [params.id]));
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: params.id,
        details: { kind: "send_outcome_set", outcome: body.outcome },
        metadata: { deed: "settled", outcome: body.outcome },
      });
      touch("actions", "people");
    });
    return { ok: true };
  },
};
