import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { failingEndpoint, failingForMs } from "./endpoints.ts";

/**
 * One for each person who asked for a human in a call of today, for the endpoint that fails and for the messages of
 * unknown outcome. The team has read all requests but the newest.
 */
export const insertDemoNotifications = async (tx: Tx, { newest, days }: Calendar): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO notifications (kind, params, link, created_at)
    SELECT 'handoff_asked', jsonb_build_object('person', concat_ws(' ', first_name, last_name)), '/voice', calls.created_at
      FROM calls JOIN people ON people.id = calls.person_id
     WHERE calls.handoff_reason IS NOT NULL AND calls.created_at >= ${new Date(days[0] ?? newest).toISOString()}
    UNION ALL
    SELECT 'endpoint_failing', jsonb_build_object('endpoint', ${failingEndpoint}::text), '/endpoints', ${new Date(newest - failingForMs).toISOString()}
    UNION ALL
    SELECT 'send_unknown', jsonb_build_object('count', count(*)), '/compliance?tab=unknown', max(executed_at) FROM actions WHERE status = 'unknown'`);
  await tx.execute(sql`
    INSERT INTO notification_reads (notification_id, user_id, read_at)
    SELECT handoffs.id, users.id, handoffs.created_at
      FROM (SELECT id, created_at, row_number() OVER (ORDER BY created_at DESC, id DESC) AS age FROM notifications WHERE kind = 'handoff_asked') handoffs, users
     WHERE age > 1`);
};
