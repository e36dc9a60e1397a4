import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { lockDemoFlag, setDemoFlag } from "./demo-mark.ts";
import { removeDemoTemplates } from "./templates.ts";

/**
 * Clears what the demo brought and everything that grew on it. Users, sessions, settings, connections and the
 * audit log stay. False, with nothing changed, where there is no demo (any more): two administrators who both
 * press the button must not clear the first real data.
 */
export const clearDemo = async (tx: Tx): Promise<boolean> => {
  if (!(await lockDemoFlag(tx))) return false;
  // Named one by one and without CASCADE: a new table that hangs on these fails here instead of being emptied unasked.
  await tx.execute(sql`
    TRUNCATE people, ai_profiles, timeline, actions, calls, events, event_files, blobs, endpoints, rules, scripts,
             notifications, notification_reads, usage, quiet_hours, counters, rule_versions, rule_runs, happenings, happened,
             conversations, reviews`);
  await removeDemoTemplates(tx);
  await tx.execute(sql`DELETE FROM api_keys WHERE service LIKE 'endpoint:%'`);
  await setDemoFlag(tx, false);
  return true;
};
