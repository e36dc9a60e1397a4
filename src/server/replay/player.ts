import { sql } from "drizzle-orm";
import { type Channel, channels } from "#domain/channels/channel.ts";
import { readSubmission } from "#domain/forms/read-submission.ts";
import type { ChannelConnections } from "#domain/messages/simulation.ts";
import { timePassedType } from "#domain/scoring/behaviours.ts";
import { system } from "#server/audit/entry.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { moveClock } from "#server/db/move-clock.ts";
import { demoForm } from "#server/demo/form.ts";
import type { DemoHappening, ScriptStep } from "#server/demo/happenings.ts";
import { reviseScript } from "#server/demo/scripts.ts";
import { countScoreSends, failingEndpoint, pauseRule } from "#server/demo/workspace.ts";
import { createLog, type Log } from "#server/log.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { claimNext, type DeliveryContext } from "#server/pipeline/deliver/claim.ts";
import { recordOutcomes } from "#server/pipeline/deliver/outcomes.ts";
import { storeSubmission } from "#server/pipeline/ingest/form-submissions.ts";
import { type RecordContext, recordBatchSize, recordNext } from "#server/pipeline/ingest/record.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { type ReactContext, reactNext } from "#server/pipeline/react/react.ts";
import { isSnapshotDay } from "#server/pipeline/react/update-scores.ts";
import { completeEndedCall } from "#server/pipeline/receive/complete-call.ts";
import { saveReceipts } from "#server/pipeline/receive/receipts.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import type { ReceiveContext } from "#server/pipeline/receive/record-inbound.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import {
  readAskingRules,
  readEnabledRules,
  type StoredCompiledRule,
} from "#server/store/automation/compiled-rules.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import type { AskingRule } from "#server/store/automation/run-happenings.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { type ContactRules, readContactRules } from "#server/store/compliance/contact-rules.ts";
import { findFormBySlug, toFormInput } from "#server/store/forms/lead-forms.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { readBusiness } from "#server/store/workspace/business.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import type { Write } from "#server/store/write.ts";
import { noTracing } from "#server/tracing.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { createCampaignWork } from "./campaign-work.ts";
import { createDemoWrite } from "./demo-write.ts";
import { failToRead } from "./fail-to-read.ts";
import { createAgentCalls, noModels } from "./play-agent-call.ts";
import { answerCalls, answerMs, playCall } from "./play-call.ts";
import { createSyncWork, demoSync } from "./sync-work.ts";
import { createTeamWork } from "./team-work.ts";
import { createScriptedVendors, scriptedTwilio } from "./vendors.ts";
import { createWebhookWork } from "./webhook-work.ts";

type HappeningOf<K extends DemoHappening["kind"]> = Extract<DemoHappening, { kind: K }>;

const anonymousVisit: HappeningOf<"event"> = {
  kind: "event",
  endpoint: "Website form",
  payload: { type: "page_viewed", path: "/", seconds: 42 },
};

const claimSize = 128;
const receiptMs = 4000;

/** What the load needs of the installation. */
export type DemoKeys = { hash: AddressHash; keyring: Keyring };

/** Plays happenings through the stages of the pipeline, inside one transaction whose clock it moves. */
export const createPlayer = async (
  tx: Tx,
  { hash, keyring }: DemoKeys,
  { userId, endpointIds }: { userId: string | null; endpointIds: Map<string, string> },
) => {
  let now = 0;
  let ticks = 0;
  const clock = { now: () => now };
  const moveTo = async (at: number): Promise<void> => {
    ticks = 0;
    now = Math.round(at);
    await moveClock(tx, now);
  };
  const { write, ended, appendAudit } = createDemoWrite(tx, clock);
  const log = createLog("silent");
  let failure: unknown;
  /** What a call only reports would leave a transaction that is rolled back without a reason. */
  const callLog: Log = Object.assign(Object.create(log) as Log, {
    error: ({ error }: { error: unknown }) => {
      failure ??= error;
    },
  });
  const mapping = createMappingEngine();
  const vendors = createScriptedVendors();
  const general = await readGeneralSettings(tx);
  const business = await readBusiness(tx, async () => general);
  const fields = await listPersonFields(tx);
  const personFields = async () => fields;
  let scorer = await readScorer(tx);
  const references = await readAudienceReferences(tx);
  const simulation = { isDemo: true, allowsTestSends: false };
  const connections = Object.fromEntries(
    channels.map((channel) => [channel, channel === "x" ? "none" : "demo"]),
  ) as ChannelConnections;
  let refusalWritten: Promise<unknown> = Promise.resolve();
  const writeRefusal: Write = (actor, change) => {
    const writing = write(actor, change);
    refusalWritten = writing;
    return writing;
  };
  const refusals = createRefusalLog(writeRefusal, log, clock.now);
  /** How many events did not happen because the rule of the scores has sent an SMS. */
  let replaced = 0;
  let rules: readonly StoredCompiledRule[] = [];
  let askingRules: readonly AskingRule[] = [];
  const contactRules = new Map<number, ContactRules>();

  const receiving: ReceiveContext = {
    write,
    hash,
    general: async () => general,
    asksModels: async () => false,
  };
  const recording: RecordContext = {
    ...receiving,
    mapping,
    log,
    tracing: noTracing,
    personFields,
    forms: { canConfirm: false, smsPerDay: async () => 0, businessName: async () => "" },
  };
  const reacting: ReactContext = {
    write,
    clock,
    log,
    tracing: noTracing,
    rules: async () => rules,
    askingRules: async () => askingRules,
    audienceReferences: async () => references,
    scorer: async () => scorer,
    day: async (at) => ({ timezone: general.timezone, midnight: startOfToday(general.timezone, at) }),
  };
  const agentCalls = createAgentCalls({
    ...receiving,
    database: { db: tx },
    addressHash: hash,
    log: callLog,
    ai: noModels,
    // An answer takes some time.
    clock: { now: () => now + 150 * ticks++ },
    business: async () => business,
    simulation: async () => simulation,
    knowledgeVectors: async () => undefined,
    live: { watch: () => () => {} },
    messaging: {
      open: async () => ({ messenger: twilioCall, context: scriptedTwilio, settings: {}, isSimulated: true }),
    },
    keyring,
  });
  const webhooks = createWebhookWork(tx, { write, clock, keyring, userId });
  const sync = createSyncWork(tx, { write, clock, hash, keyring, log, userId });
  const calling = { ...receiving, moveTo, agentCalls };

  const delivering: DeliveryContext = {
    write,
    clock,
    hash,
    contactRules: async (at) => {
      const year = new Date(at).getUTCFullYear();
      const known = contactRules.get(year) ?? { ...(await readContactRules(tx, year)), connections };
      contactRules.set(year, known);
      return known;
    },
    messengersFor: vendors.messengersFor,
    simulation: async () => simulation,
    business: async () => business,
    callbackUrl: () => null,
    unsubscribeUrl: () => null,
    confirmUrl: () => null,
    personFields,
    maxCallSeconds: async () => 900,
    returnAddress: () => null,
    readFile: () => Promise.reject(new Error("The demo sends no files")),
    fileUrl: () => null,
    imageUrl: () => null,
    shortLink: () => null,
  };

  /** As the webhook stores them; each arrived some time since the last step. */
  const acceptEvents = async (step: ScriptStep): Promise<void> => {
    const planned = step.happenings.filter((one): one is HappeningOf<"event"> => one.kind === "event");
    let surplus = step.part === "today" ? (await countScoreSends(tx)) - replaced : 0;
    const events = planned.map((event): HappeningOf<"event"> => {
      if (!event.isSpare || surplus === 0) return event;
      surplus--;
      replaced++;
      return anonymousVisit;
    });
    const from = Math.max(step.previousAt, step.at - 15 * 60_000);
    const rows = events.map(({ endpoint, payload, ...event }, index) => ({
      id: newId(),
      endpoint: endpointIds.get(endpoint),
      type: event.eventType ?? null,
      payload,
      at: new Date(from + ((step.at - from) * (index + 1)) / events.length).toISOString(),
    }));
    for (const { answer } of events) if (answer) vendors.expect(answer);
    await tx.execute(sql`
      INSERT INTO unread_events (id, endpoint_id, event_type, raw_data, created_at)
      SELECT id, endpoint, type, payload, at
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (
          id uuid, endpoint uuid, type text, payload jsonb, at timestamptz)`);
  };

  const submitForm = async ({ language, posted }: HappeningOf<"form">): Promise<void> => {
    const form = await findFormBySlug(tx, demoForm.slug);
    if (!form) return;
    const read = readSubmission(toFormInput(form), posted, {
      country: general.defaultCountry,
      customFields: fields,
    });
    const visit = { language, read, version: form.consentVersion, consents: form.consents };
    await write(system, (context) =>
      storeSubmission(context, form, { ...visit, id: newId(), ip: "203.0.113.7", userAgent: null }),
    );
  };

  const react = async (): Promise<void> => {
    while ((await recordNext(recording)) === recordBatchSize);
    while ((await reactNext(reacting)).hasMore);
  };

  /** Sends what is due, with everything that vendors report about it. */
  const deliver = async (step: Pick<ScriptStep, "endsAt">): Promise<void> => {
    for (;;) {
      const { claimed, sends } = await claimNext(claimSize, delivering);
      if (sends.length > 0)
        await recordOutcomes(
          await Promise.all(
            sends.map(async (send) => ({
              send,
              outcome: await send.via.send(send.message),
              latencyMs: 120 + (send.action.id.charCodeAt(35) % 16) * 20,
            })),
          ),
          { write, hash },
        );
      if (claimed < claimSize) break;
    }
    const { receipts, calls } = vendors.takeReports();
    const sentAt = now;
    if (receipts.length > 0) {
      await moveTo(Math.min(sentAt + receiptMs, Math.max(sentAt, step.endsAt)));
      await write(system, (context) => saveReceipts(context, receipts, hash));
    }
    if (calls.length === 0) return;
    await answerCalls(calls, sentAt, calling);
    for (const call of calls) {
      await playCall(call, sentAt, calling);
      if (failure) throw failure;
      for (const callId of ended.splice(0)) await completeEndedCall(callId, { ...receiving, db: tx });
      await webhooks.deliver();
    }
    const ends = calls.map(({ answer }) => sentAt + answerMs + answer.seconds * 1000);
    await moveTo(Math.max(...ends));
    await react();
    // What was said in calls may have fired rules.
    await deliver(step);
  };

  const teamWork = createTeamWork(tx, { write, userId, hash, timezone: general.timezone, now: clock.now });

  const readRules = async (): Promise<void> => {
    rules = await readEnabledRules(tx);
    askingRules = await readAskingRules(tx);
  };

  const campaigns = createCampaignWork(tx, {
    ...reacting,
    hash,
    contactRules: delivering.contactRules,
    business: async () => business,
    personFields,
    linkOrigin: null,
    ...{ userId, moveTo, readRules },
    deliver: () => deliver({ endsAt: Number.POSITIVE_INFINITY }),
    expectAnswers: (answers) => {
      for (const answer of answers) vendors.expect(answer);
    },
  });

  const refuse = async (endpoint: string): Promise<void> => {
    refusals.record({ id: endpointIds.get(endpoint) ?? "", name: endpoint }, "signature_wrong", "127.0.0.1");
    await refusalWritten;
  };

  const playOther = async (happening: DemoHappening): Promise<void> => {
    switch (happening.kind) {
      case "stage":
        return teamWork.changeStage(happening);
      case "refusal":
        return refuse(happening.endpoint);
      case "read_failure":
        return failToRead(tx, write, endpointIds.get(failingEndpoint) ?? "");
      case "close_threads":
        return teamWork.closeThreads(happening.since);
      case "pause_rule":
        await pauseRule(tx);
        return readRules();
      case "revise_script":
        return reviseScript(tx);
      case "broadcast":
        return campaigns.send(happening);
      case "webhook":
        return webhooks.add();
      case "sync":
        return sync.start(happening);
      case "crm_edits":
        return sync.edit(happening);
      case "sync_paused":
        return sync.pause();
      default:
        return undefined;
    }
  };

  const passTime = async (isMeant: (personId: string) => boolean): Promise<void> => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`SELECT person_id AS id FROM ai_profiles WHERE updated_at < now()`,
    );
    const type = timePassedType;
    const people = rows.filter(({ id }) => isMeant(id));
    await enqueueReactions(
      tx,
      people.map(({ id }) => ({ personId: id, type, causedBy: id })),
    );
    await react();
  };

  return {
    write,
    moveTo,
    readRules,
    readScorer: async (): Promise<void> => {
      scorer = await readScorer(tx);
    },
    play: async (step: ScriptStep): Promise<void> => {
      await campaigns.passUntil(step.at);
      await moveTo(step.at);
      webhooks.setDown(step.happenings.some(({ kind }) => kind === "receiver_down"));
      await webhooks.deliver();
      for (const [index, one] of step.happenings.entries())
        if (one.kind === "reply")
          await receiveMessage(
            receiving,
            {
              kind: "message",
              providerId: `demo:${step.at}:${index}`,
              channel: one.channel satisfies Channel,
              from: one.from,
              to: "+17875550100",
              text: one.text,
              name: null,
              at: step.at,
            },
            { messenger: one.channel === "sms" ? "twilio-sms" : "whatsapp-meta", isTest: false },
          );
      for (const one of step.happenings) if (one.kind === "form") await submitForm(one);
      await acceptEvents(step);
      await react();
      await campaigns.advance();
      await deliver(step);
      await campaigns.goOn(step);
      await moveTo(step.at);
      for (const one of step.happenings) await playOther(one);
      await sync.goOn();
      await webhooks.deliver();
    },
    /** The part of the nightly job whose moments are kept to learn from. */
    keepQuietMoments: () => passTime((id) => isSnapshotDay(id, now)),
    appendAudit,
    /** What was added besides the rows that are remembered one by one. */
    endConnections: async () => {
      await webhooks.release();
      return { webhooks: webhooks.ids(), syncs: [demoSync] };
    },
    /** What programs ask of the product. */
    asking: {
      write,
      clock,
      addressHash: hash,
      contactRules: delivering.contactRules,
      business: async () => business,
      personFields,
    },
    close: () => mapping.close(),
  };
};
