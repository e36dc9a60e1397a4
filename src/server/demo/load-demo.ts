import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { topics } from "#domain/topic.ts";
import type { Database, Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { liveChannel } from "#server/store/write.ts";
import { insertDemoActions, insertDemoUsage } from "./actions.ts";
import { appendDemoAudit } from "./audit.ts";
import { calendarAt } from "./calendar.ts";
import { insertDemoCalls, planCalls } from "./calls.ts";
import { hasData, setDemoFlag } from "./demo-mode.ts";
import { rememberDemoRows } from "./demo-rows.ts";
import { insertDemoEndpoints } from "./endpoints.ts";
import { insertDemoEvents } from "./events.ts";
import { insertDemoKnowledge } from "./knowledge.ts";
import { insertDemoNotifications } from "./notifications.ts";
import { insertDemoOptOuts } from "./opt-outs.ts";
import { insertDemoConsents, insertDemoPeople, planPeople } from "./people.ts";
import { planActions } from "./plan-actions.ts";
import { planEvents } from "./plan-events.ts";
import { insertDemoReadings } from "./readings.ts";
import { countRuleExecutions, insertDemoRules } from "./rules.ts";
import { scoreDemoPeople } from "./scores.ts";
import { insertDemoScripts } from "./scripts.ts";
import { demoCompany, saveDemoSettings } from "./settings.ts";
import { insertDemoTemplates } from "./templates.ts";
import { planTexts } from "./texts.ts";
import { insertDemoMessages, insertDemoThreads } from "./threads.ts";
import { insertDemoTimeline } from "./timeline.ts";

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Fills an empty workspace with the demo data in one transaction. Returns false when there is data already, or when
 * the demo was cleared before. Of two processes starting at once, one loads and the other waits.
 */
export const loadDemo = async (
  database: Database,
  hash: AddressHash,
  now: Date,
  { report = printLine, readerIsTrained = Promise.resolve() } = {},
): Promise<boolean> => {
  for (;;) {
    const loaded = await database.db.transaction(async (tx) => {
      if (!(await tryLock(tx))) return undefined;
      if (await hasData(tx)) return false;
      report("Preparing the demo workspace …");
      await insertDemo(tx, hash, now, readerIsTrained);
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

const insertDemo = async (
  tx: Tx,
  hash: AddressHash,
  now: Date,
  readerIsTrained: Promise<void>,
): Promise<void> => {
  const { timezone, locale } = await readGeneralSettings(tx);
  const calendar = calendarAt(now, timezone);
  const agent = await firstUser(tx);
  // JIT compilation takes longer than these statements, which run once.
  await tx.execute(sql`SET LOCAL jit = off`);
  await tx.execute(sql`SET LOCAL work_mem = '64MB'`);
  await tx.execute(sql`SET LOCAL maintenance_work_mem = '256MB'`);
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  await planPeople(tx, calendar);
  await insertDemoEndpoints(tx, calendar);
  await insertDemoRules(tx, calendar);
  await planActions(tx, calendar);
  await planEvents(tx, calendar);
  await insertDemoPeople(tx);
  await insertWithoutIndexes(tx, "events", () => insertDemoEvents(tx));
  await insertWithoutIndexes(tx, "consent_records", () => insertDemoConsents(tx));
  await saveDemoSettings(tx);
  await insertDemoTemplates(tx);
  await planTexts(tx, demoCompany);
  await planCalls(tx);
  await insertWithoutIndexes(tx, "actions", () => insertDemoActions(tx));
  await countRuleExecutions(tx);
  await insertWithoutIndexes(tx, "usage", () => insertDemoUsage(tx, calendar));
  await insertDemoScripts(tx, calendar);
  await insertDemoKnowledge(tx, calendar);
  await insertDemoCalls(tx);
  await insertDemoOptOuts(tx, hash);
  await insertWithoutIndexes(tx, "messages", () => insertDemoMessages(tx));
  await insertDemoThreads(tx);
  await readerIsTrained;
  await insertDemoReadings(tx, { timezone, locale });
  await insertWithoutIndexes(tx, "timeline", () => insertDemoTimeline(tx, calendar));
  await scoreDemoPeople(tx, calendar.now);
  await insertDemoNotifications(tx, calendar);
  await rememberDemoRows(tx);
  await analyze(tx);
  // Last, because the audit lock is held until the commit.
  await appendDemoAudit(tx, calendar, agent);
};

/** Gives the planner statistics for the first page views. Event payloads are never filtered on. */
const analyze = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`SET LOCAL default_statistics_target = 20`);
  await tx.execute(sql`ANALYZE events (endpoint_id, person_id, created_at)`);
  await tx.execute(sql`ANALYZE actions (person_id, rule_id, created_at)`);
  await tx.execute(sql`ANALYZE usage (service, created_at)`);
  await tx.execute(sql`ANALYZE people, ai_profiles, counters, threads, messages`);
  await tx.execute(sql`ANALYZE timeline (person_id, created_at)`);
};

const firstUser = async (tx: Tx): Promise<string | null> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1`,
  );
  return rows[0]?.id ?? null;
};

type SchemaPart = { drop: string; create: string };

/**
 * Drops the keys and indexes of a still unused table during the insert and recreates them afterwards, which is much
 * faster for a hundred thousand rows.
 */
const insertWithoutIndexes = async (tx: Tx, table: string, insert: () => Promise<void>): Promise<void> => {
  // Foreign keys that reference the table depend on its primary key: they are dropped first and recreated last.
  const { rows: parts } = await tx.execute<SchemaPart>(sql`
    SELECT * FROM (
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
      FROM pg_constraint
     WHERE (conrelid = ${table}::regclass AND contype IN ('f', 'p'))
        OR (confrelid = ${table}::regclass AND contype = 'f')
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid = ${table}::regclass
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
    ) parts ORDER BY "create" LIKE '%FOREIGN KEY%' DESC, "create" LIKE '%PRIMARY KEY%' DESC`);
  for (const { drop } of parts) await tx.execute(sql.raw(drop));
  await insert();
  for (const { create } of parts.toReversed()) await tx.execute(sql.raw(create));
};
