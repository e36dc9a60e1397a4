import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { topics } from "#domain/topic.ts";
import { system } from "#server/audit/entry.ts";
import type { Database, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { moveClock } from "#server/db/move-clock.ts";
import { type DemoThings, hasData, rememberDemoThings, setDemoFlag } from "#server/demo/demo-mode.ts";
import { rememberDemoRows } from "#server/demo/demo-rows.ts";
import { demoForm } from "#server/demo/form.ts";
import { addKnowledge } from "#server/demo/knowledge.ts";
import { addPersonFields } from "#server/demo/person-fields.ts";
import { planScript } from "#server/demo/script.ts";
import { addScripts } from "#server/demo/scripts.ts";
import {
  addDemoTemplates,
  addEndpoints,
  addRule,
  demoRules,
  demoSequence,
  newRule,
  saveDemoSettings,
} from "#server/demo/workspace.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { insertForm } from "#server/store/forms/lead-forms.ts";
import { markRead } from "#server/store/workspace/notifications.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { liveChannel } from "#server/store/write.ts";
import { createPlayer, type DemoKeys } from "./player.ts";
import { addShowcase } from "./showcase.ts";
import { type DemoTraining, rescoreDemo, saveTraining, startTraining } from "./teach.ts";

type LoadOptions = {
  readerIsTrained?: Promise<void>;
  /** Called with the part that is played, between 0 and 1. */
  onProgress?: (share: number) => void;
  /** Ends the load, whose transaction is then rolled back. */
  signal?: AbortSignal;
};

/**
 * Fills an empty workspace with the demo data in one transaction. Returns false when there is data already, or when
 * the demo was cleared before. Of two processes starting at once, one loads and the other waits.
 */
export const loadDemo = async (
  database: Database,
  keys: DemoKeys,
  now: Date,
  options: LoadOptions = {},
): Promise<boolean> => {
  for (;;) {
    const loaded = await database.db.transaction(async (tx) => {
      if (!(await tryLock(tx))) return undefined;
      if (await hasData(tx)) return false;
      await playDemo(tx, keys, now.getTime(), options);
      await setDemoFlag(tx, true);
      await tx.execute(sql`SELECT pg_notify(${liveChannel}, ${JSON.stringify(topics)})`);
      return true;
    });
    if (loaded !== undefined) return loaded;
    // Polls instead of waiting for the lock, because the statement timeout would end a long wait.
    await sleep(200);
  }
};

/** False while another process loads the demo. The lock ends with its transaction. */
const tryLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('faro demo', 0)) AS locked`,
  );
  return rows[0]?.locked === true;
};

const playDemo = async (
  tx: Tx,
  keys: DemoKeys,
  now: number,
  { readerIsTrained, onProgress, signal }: LoadOptions,
): Promise<void> => {
  const { timezone } = await readGeneralSettings(tx);
  const { holidays } = await readContactRules(tx, new Date(now).getUTCFullYear());
  const script = planScript(now, timezone, holidays);
  const [first, last] = [script[0]?.at ?? now, script.at(-1)?.at ?? now];
  const firstTrainingAt = script.findLast(({ at }) => at <= now - firstTrainingMs)?.at;
  /** The training of the night. */
  const nightAt = script.find(({ part }) => part === "today")?.at;
  const users = await tx.execute<{ id: string; role: string }>(
    sql`SELECT id, role FROM users ORDER BY created_at`,
  );
  // JIT compilation takes longer than these statements.
  await tx.execute(sql`SET LOCAL jit = off`);
  // The same statements run hundreds of times.
  await tx.execute(sql`SET LOCAL plan_cache_mode = force_generic_plan`);
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  await moveClock(tx, first - 3_600_000);
  await saveDemoSettings(tx);
  await addDemoTemplates(tx);
  await addScripts(tx);
  await addKnowledge(tx);
  for (const rule of [...demoRules, demoSequence]) await addRule(tx, rule);
  const endpointIds = await addEndpoints(tx);
  await insertForm(tx, newId(), demoForm);
  const personFields = await addPersonFields(tx);
  await readerIsTrained;
  const userId = users.rows.find(({ role }) => role === "admin")?.id ?? null;
  const player = await createPlayer(tx, keys, { userId, endpointIds });
  try {
    await player.readRules();
    let [played, analyzeAt] = [0, firstAnalyzeAt];
    let early: DemoTraining | undefined;
    for (const [index, step] of script.entries()) {
      signal?.throwIfAborted();
      onProgress?.(index / script.length);
      await player.play(step);
      if (step.part === "past" && step.daysAgo > 11) await player.keepQuietMoments();
      if (step.at === firstTrainingAt) early = await startTraining(tx, step.at, signal);
      if (step.at === nightAt) {
        if (early) await saveTraining(tx, player, early);
        await player.moveTo(step.at);
        await saveTraining(tx, player, await startTraining(tx, step.at, signal));
        await rescoreDemo(tx, step.at);
        await addRule(tx, newRule);
        await player.readScorer();
        await player.readRules();
      }
      played += step.happenings.length;
      if (played < analyzeAt) continue;
      // Plans that were made for smaller tables would be used to the end; the sizes are enough for new ones.
      await analyze(tx, 1);
      analyzeAt = 2.5 * played;
    }
    await player.moveTo(last);
    await rescoreDemo(tx, last);
  } finally {
    await player.close();
  }
  const things = userId === null ? noThings : await addShowcase(tx, player.asking, { ...system, userId });
  await rememberDemoThings(tx, { ...things, personFields, ...(await player.endConnections()) });
  for (const { id } of users.rows) await readNotifications(tx, id);
  await rememberDemoRows(tx);
  await analyze(tx);
  await player.moveTo(last);
  await player.write(system, async ({ audit }) =>
    audit({
      eventType: "data_change",
      entityType: "workspace",
      entityId: "demo",
      details: { kind: "thing", verb: "loaded", thing: "demo_data" },
    }),
  );
  await player.appendAudit();
};

/** The user has read everything but the newest request for a human, and what only an operator can settle. */
const readNotifications = async (tx: Tx, userId: string): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM notifications WHERE kind NOT IN ('endpoint_failing', 'send_unknown')
       AND id IS DISTINCT FROM (SELECT id FROM notifications WHERE kind = 'handoff_asked' ORDER BY created_at DESC, id DESC LIMIT 1)`);
  await markRead(
    tx,
    userId,
    rows.map(({ id }) => id),
  );
};

/** Without an administrator there is no team that sets anything up. */
const noThings: DemoThings = { teams: [], tokens: [] };

/** A model of some days ago shows how the next one differs. */
const firstTrainingMs = 12 * 86_400_000;
const firstAnalyzeAt = 400;

/** Gives the planner statistics for the first page views. Event payloads are never filtered on. */
const analyze = async (tx: Tx, statisticsTarget = 20): Promise<void> => {
  await tx.execute(sql.raw(`SET LOCAL default_statistics_target = ${statisticsTarget}`));
  await tx.execute(sql`ANALYZE events (endpoint_id, person_id, created_at)`);
  await tx.execute(sql`ANALYZE actions (id, person_id, rule_id, created_at, status, messenger, provider_id)`);
  await tx.execute(sql`ANALYZE timeline (person_id, created_at, caused_by, event_type)`);
  await tx.execute(sql`
    ANALYZE people, person_addresses, ai_profiles, counters, threads, messages, usage, calls, call_turns, delivery_receipts,
            consent_records, rule_runs, conversations, episodes, message_readings, unread_events, suppressions, score_snapshots`);
};
