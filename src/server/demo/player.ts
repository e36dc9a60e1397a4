import { sql } from "drizzle-orm";
import { type Channel, channels } from "#domain/channels/channel.ts";
import type { ReadFailure } from "#domain/ingestion/read-failure.ts";
import type { ChannelConnections } from "#domain/messages/simulation.ts";
import { timePassedType } from "#domain/scoring/behaviours.ts";
import { type Actor, type AuditRow, createAuditRow, system } from "#server/audit/entry.ts";
import { runBulkPage } from "#server/batches/bulk/run-bulk-page.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { moveClock } from "#server/db/move-clock.ts";
import { createLog } from "#server/log.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { claimNext, type DeliveryContext } from "#server/pipeline/deliver/claim.ts";
import { recordOutcomes } from "#server/pipeline/deliver/outcomes.ts";
import { endWithFailure, readingLeaseSeconds } from "#server/pipeline/ingest/reading-lease.ts";
import { type RecordContext, recordBatchSize, recordNext } from "#server/pipeline/ingest/record.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { type ReactContext, reactNext } from "#server/pipeline/react/react.ts";
import { isSnapshotDay } from "#server/pipeline/react/update-scores.ts";
import { completeCall, completeEndedCall } from "#server/pipeline/receive/complete-call.ts";
import { saveReceipts } from "#server/pipeline/receive/receipts.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import type { ReceiveContext } from "#server/pipeline/receive/record-inbound.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { readEnabledRules, type StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import { insertBulkBatch } from "#server/store/batches/bulk-people.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { type ContactRules, readContactRules } from "#server/store/compliance/contact-rules.ts";
import { applyToThreads } from "#server/store/conversations/threads.ts";
import { extendLease, lockReading, type PullState } from "#server/store/ingestion/pull.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { readBusiness } from "#server/store/workspace/business.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { appendAuditRows } from "./audit-chain.ts";
import type { DemoHappening, ScriptStep } from "./happenings.ts";
import { answerCalls, playCall } from "./play-call.ts";
import { reviseScript } from "./scripts.ts";
import { createScriptedVendors } from "./vendors.ts";
import { failingEndpoint, pauseRule } from "./workspace.ts";

/** Marks the audit entries that the demo made: they go with it. */
const demoMark = { demo: true } as const;

const claimSize = 128;
const receiptMs = 4000;
const pullFailure: ReadFailure = { code: "status", status: 401 };
const pauseAfterFailureMs = 6 * 3_600_000;

type HappeningOf<K extends DemoHappening["kind"]> = Extract<DemoHappening, { kind: K }>;

/** Plays happenings through the stages of the pipeline, inside one transaction whose clock it moves. */
export const createPlayer = async (
  tx: Tx,
  hash: AddressHash,
  { userId, endpointIds }: { userId: string | null; endpointIds: Map<string, string> },
) => {
  let now = 0;
  const clock = { now: () => now };
  const moveTo = async (at: number): Promise<void> => {
    now = Math.round(at);
    await moveClock(tx, now);
  };
  const ended: string[] = [];
  const queue: Parameters<typeof createWrite>[1] = {
    insert: async (_tx, job, rows) => {
      if (job.name === completeCall.name)
        ended.push(...rows.map(({ payload }) => (payload as { callId: string }).callId));
    },
  };
  // The transaction is that of the load: a failure ends all of it.
  const transaction = ((change) => change(tx)) as typeof tx.transaction;
  const unaudited = createWrite({ transaction }, queue, () => {}, clock);
  const auditRows: AuditRow[] = [];
  const write: Write = (actor, change) =>
    unaudited(actor, (context) =>
      change({
        ...context,
        // Kept until the end, because the lock of the audit chain would keep others waiting during the load.
        audit: ({ metadata, ...entry }) =>
          void auditRows.push(
            createAuditRow({ ...entry, metadata: { ...metadata, ...demoMark } }, actor, new Date(now)),
          ),
        // The load names all topics at its end.
        touch: () => {},
        asyncCommit: async () => {},
      }),
    );
  const team: Actor = { ...system, userId };
  const log = createLog("silent");
  const mapping = createMappingEngine();
  const vendors = createScriptedVendors();
  const general = await readGeneralSettings(tx);
  const business = await readBusiness(tx, async () => general);
  const scorer = await readScorer(tx);
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
  let rules: readonly StoredCompiledRule[] = [];
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
    personFields: async () => [],
    forms: { canConfirm: false, smsPerDay: async () => 0, businessName: async () => "" },
  };
  const reacting: ReactContext = {
    write,
    clock,
    log,
    rules: async () => rules,
    audienceReferences: async () => references,
    scorer: async () => scorer,
    day: async (at) => ({ timezone: general.timezone, midnight: startOfToday(general.timezone, at) }),
  };
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
    personFields: async () => [],
    maxCallSeconds: async () => 900,
    returnAddress: () => null,
    readFile: () => Promise.reject(new Error("The demo sends no files")),
    fileUrl: () => null,
  };

  /** As the webhook stores them; each arrived some time since the last step. */
  const acceptEvents = async (step: ScriptStep): Promise<void> => {
    const events = step.happenings.filter((one): one is HappeningOf<"event"> => one.kind === "event");
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

  const react = async (): Promise<void> => {
    while ((await recordNext(recording)) === recordBatchSize);
    while ((await reactNext(reacting)).hasMore);
  };

  /** Sends what is due, with everything that vendors report about it. */
  const deliver = async (step: ScriptStep): Promise<void> => {
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
    if (receipts.length > 0) {
      await moveTo(Math.min(step.at + receiptMs, step.endsAt));
      await write(system, (context) => saveReceipts(context, receipts, hash));
    }
    if (calls.length === 0) return;
    await answerCalls(calls, step.at, { ...receiving, moveTo });
    for (const call of calls) {
      await playCall(call, step.at, { ...receiving, moveTo });
      for (const callId of ended.splice(0)) await completeEndedCall(callId, { ...receiving, db: tx });
    }
    await react();
  };

  const changeStage = async ({ status, people }: HappeningOf<"stage">): Promise<void> => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT DISTINCT person_id AS id FROM person_addresses WHERE value = ANY(${sql.param(people)}::text[])`);
    await write(team, async (context) => {
      let batch = await insertBulkBatch(context.tx, {
        userId,
        selection: { ids: rows.map(({ id }) => id) },
        change: { kind: "status", status },
        timezone: general.timezone,
      });
      while (batch.state === "running")
        batch = await runBulkPage(context, batch, { condition: undefined, hash, pageSize: 1000 });
    });
  };

  const closeThreads = async (before: number): Promise<void> => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT person_id AS id FROM threads WHERE state = 'open' AND last_item_at < ${new Date(before).toISOString()}`);
    if (rows.length === 0) return;
    await write(team, async ({ tx: own, audit, touch }) => {
      const change = { kind: "close", how: "no_need" } as const;
      const ids = rows.map(({ id }) => id);
      await applyToThreads(
        own,
        ids.map((personId) => ({ ...change, by: userId, personId })),
        now,
      );
      audit({
        eventType: "data_change",
        entityType: "thread",
        entityId: ids[0] ?? "",
        details: { kind: "conversations_changed", change: "close", count: ids.length },
        metadata: { change, people: ids },
      });
      touch("threads");
    });
  };

  const failToRead = async (): Promise<void> => {
    const id = endpointIds.get(failingEndpoint) ?? "";
    await write(system, async (context) => {
      const { rows } = await tx.execute<{ state: PullState; version: string }>(
        sql`SELECT pull_state AS state, updated_at::text AS version FROM endpoints WHERE id = ${id}`,
      );
      const fence = newId();
      await extendLease(tx, id, { ...rows[0]?.state, lease: { fence } }, readingLeaseSeconds);
      const locked = await lockReading(tx, id, fence);
      if (locked)
        await endWithFailure(context, { id, version: locked.version }, locked, locked.state, {
          reason: pullFailure,
          pauseMs: pauseAfterFailureMs,
          needsOperator: true,
        });
    });
  };

  const refuse = async (endpoint: string): Promise<void> => {
    refusals.record({ id: endpointIds.get(endpoint) ?? "", name: endpoint }, "signature_wrong", "127.0.0.1");
    await refusalWritten;
  };

  const playOther = async (happening: DemoHappening): Promise<void> => {
    switch (happening.kind) {
      case "stage":
        return changeStage(happening);
      case "refusal":
        return refuse(happening.endpoint);
      case "read_failure":
        return failToRead();
      case "close_threads":
        return closeThreads(happening.since);
      case "pause_rule":
        await pauseRule(tx);
        return readRules();
      case "revise_script":
        return reviseScript(tx);
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

  const readRules = async (): Promise<void> => {
    rules = await readEnabledRules(tx);
  };

  return {
    write,
    moveTo,
    readRules,
    play: async (step: ScriptStep): Promise<void> => {
      await moveTo(step.at);
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
      await acceptEvents(step);
      await react();
      await deliver(step);
      await moveTo(step.at);
      for (const one of step.happenings) await playOther(one);
    },
    /** As the nightly job: time has passed for those to whom nothing happened. */
    refreshScores: () => passTime(() => true),
    /** The part of the nightly job whose moments are kept to learn from. */
    keepQuietMoments: () => passTime((id) => isSnapshotDay(id, now)),
    appendAudit: () => appendAuditRows(tx, auditRows),
    close: () => mapping.close(),
  };
};
