import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { topics } from "#domain/topic.ts";
import type { Database, Tx } from "#server/db/database.ts";
import { readGeneralSettings } from "#server/store/workspace/general-settings.ts";
import { liveChannel } from "#server/store/write.ts";
import { insertActions } from "./actions.ts";
import { appendAudit } from "./audit.ts";
import { inBulk } from "./bulk.ts";
import { calendarAt } from "./calendar.ts";
import { insertCalls } from "./calls.ts";
import { setDemoMark } from "./demo-mark.ts";
import { insertEndpoints } from "./endpoints.ts";
import { insertEvents } from "./events.ts";
import { holdsAnything } from "./holds-anything.ts";
import { insertNotifications } from "./notifications.ts";
import { insertPeople, planPeople } from "./people.ts";
import { insertProfiles } from "./profiles.ts";
import { insertQuietHours } from "./quiet-hours.ts";
import { countRules, insertRules } from "./rules.ts";
import { insertScripts } from "./scripts.ts";
import { insertTemplates } from "./templates.ts";
import { insertTimeline, planLatest } from "./timeline.ts";
import { insertUsage } from "./usage.ts";

const sayAloud = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Fills a workspace that holds nothing with the demo, all or nothing. False where anything is there already, and
 * where the demo was cleared before. Of two processes that start at once, one loads and the other finds it done.
 */
export const loadDemo = async (database: Database, now: Date, say = sayAloud): Promise<boolean> => {
  for (;;) {
    const loaded = await database.db.transaction(async (tx) => {
      if (!(await lock(tx))) return undefined;
      if (await holdsAnything(tx)) return false;
      say("Preparing the demo workspace …");
      await fill(tx, now);
      await setDemoMark(tx, true);
      await tx.execute(sql`SELECT pg_notify(${liveChannel}, ${JSON.stringify(topics)})`);
      return true;
    });
    if (loaded !== undefined) return loaded;
    // Not a wait inside the database: a statement that waits long is ended.
    await sleep(200);
  }
};

/** False while another process loads; it lets go when it is done or dead. */
const lock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('faro demo', 0)) AS got`,
  );
  return rows[0]?.got === true;
};

const fill = async (tx: Tx, now: Date): Promise<void> => {
  const { timezone } = await readGeneralSettings(tx);
  const calendar = calendarAt(now, timezone);
  const agent = await firstUser(tx);
  // Compiling a statement that runs once takes longer than running it.
  await tx.execute(sql`SET LOCAL jit = off`);
  await tx.execute(sql`SET LOCAL work_mem = '64MB'`);
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  await planPeople(tx, calendar, agent);
  await planLatest(tx, calendar);
  await insertPeople(tx);
  await insertProfiles(tx);
  await insertEndpoints(tx, calendar);
  await inBulk(tx, "events", () => insertEvents(tx, calendar));
  await insertRules(tx, calendar);
  await insertTemplates(tx);
  await inBulk(tx, "actions", () => insertActions(tx, calendar));
  await countRules(tx);
  await inBulk(tx, "usage", () => insertUsage(tx, calendar));
  await insertScripts(tx, calendar);
  await insertCalls(tx, calendar);
  await insertTimeline(tx, calendar);
  await insertQuietHours(tx, calendar);
  await insertNotifications(tx, calendar);
  await analyze(tx);
  // Last, because its lock is held until the commit.
  await appendAudit(tx, calendar, agent);
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
