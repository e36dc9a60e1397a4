import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { topics } from "#domain/topic.ts";
import type { Database, Tx } from "#server/db/database.ts";
import { readGeneralSettings } from "#server/store/workspace/general-settings.ts";
import { liveChannel } from "#server/store/write.ts";
import { insertDemoActions } from "./actions.ts";
import { appendDemoAudit } from "./audit.ts";
import { insertWithoutIndexes } from "./bulk.ts";
import { calendarAt } from "./calendar.ts";
import { insertDemoCalls } from "./calls.ts";
import { setDemoFlag } from "./demo-mark.ts";
import { insertDemoEndpoints } from "./endpoints.ts";
import { insertDemoEvents } from "./events.ts";
import { hasData } from "./holds-anything.ts";
import { insertDemoNotifications } from "./notifications.ts";
import { insertDemoPeople, planPeople } from "./people.ts";
import { insertDemoProfiles } from "./profiles.ts";
import { insertDemoQuietHours } from "./quiet-hours.ts";
import { countRuleExecutions, insertDemoRules } from "./rules.ts";
import { insertDemoScripts } from "./scripts.ts";
import { insertDemoTemplates } from "./templates.ts";
import { insertDemoTimeline, planRecentEntries } from "./timeline.ts";
import { insertDemoUsage } from "./usage.ts";

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Fills a workspace that holds nothing with the demo, all or nothing. False where anything is there already, and
 * where the demo was cleared before. Of two processes that start at once, one loads and the other finds it done.
 */
export const loadDemo = async (database: Database, now: Date, say = printLine): Promise<boolean> => {
  for (;;) {
    const loaded = await database.db.transaction(async (tx) => {
      if (!(await tryLock(tx))) return undefined;
      if (await hasData(tx)) return false;
      say("Preparing the demo workspace …");
      await insertDemo(tx, now);
      await setDemoFlag(tx, true);
      await tx.execute(sql`SELECT pg_notify(${liveChannel}, ${JSON.stringify(topics)})`);
      return true;
    });
    if (loaded !== undefined) return loaded;
    // Not a wait inside the database: a statement that waits long is ended.
    await sleep(200);
  }
};

/** False while another process loads; it lets go when it is done or dead. */
const tryLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('faro demo', 0)) AS got`,
  );
  return rows[0]?.got === true;
};

const insertDemo = async (tx: Tx, now: Date): Promise<void> => {
  const { timezone } = await readGeneralSettings(tx);
  const calendar = calendarAt(now, timezone);
  const agent = await firstUser(tx);
  // Compiling a statement that runs once takes longer than running it.
  await tx.execute(sql`SET LOCAL jit = off`);
  await tx.execute(sql`SET LOCAL work_mem = '64MB'`);
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  await planPeople(tx, calendar, agent);
  await planRecentEntries(tx, calendar);
  await insertDemoPeople(tx);
  await insertDemoProfiles(tx);
  await insertDemoEndpoints(tx, calendar);
  await insertWithoutIndexes(tx, "events", () => insertDemoEvents(tx, calendar));
  await insertDemoRules(tx, calendar);
  await insertDemoTemplates(tx);
  await insertWithoutIndexes(tx, "actions", () => insertDemoActions(tx, calendar));
  await countRuleExecutions(tx);
  await insertWithoutIndexes(tx, "usage", () => insertDemoUsage(tx, calendar));
  await insertDemoScripts(tx, calendar);
  await insertDemoCalls(tx, calendar);
  await insertDemoTimeline(tx, calendar);
  await insertDemoQuietHours(tx, calendar);
  await insertDemoNotifications(tx, calendar);
  await analyze(tx);
  // Last, because its lock is held until the commit.
  await appendDemoAudit(tx, calendar, agent);
};

/** So that the first look at each screen is planned well; what events hold inside is not asked for. */
const analyze = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`ANALYZE events (endpoint_id, person_id, created_at)`);
  await tx.execute(sql`ANALYZE actions (person_id, rule_id, created_at)`);
  await tx.execute(sql`ANALYZE usage (service, created_at)`);
  await tx.execute(sql`ANALYZE people, ai_profiles, counters`);
  await tx.execute(sql`ANALYZE timeline (person_id, created_at)`);
};

const firstUser = async (tx: Tx): Promise<string | null> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1`,
  );
  return rows[0]?.id ?? null;
};
