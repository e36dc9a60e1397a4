import { sql } from "drizzle-orm";
import type { PlannedForPerson } from "#contract/plan.ts";
import type { Reader } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";

const mostMessages = 50;

/** Messages of a run that goes on are told with the run. */
export const readPersonPlan = async (db: Reader, personId: string): Promise<PlannedForPerson> => {
  const [{ rows: messages }, { rows: broadcasts }] = await inOneRoundTrip([
    db.execute<PlannedForPerson["messages"][number]>(sql`
      SELECT a.id AS "actionId", a.type AS channel, coalesce(a.reasons, '[]') AS reasons,
             CASE WHEN a.not_before IS NULL OR a.not_before < 'infinity' THEN to_char(
               coalesce(a.not_before, a.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END AS at,
             CASE WHEN rules.id IS NOT NULL THEN jsonb_build_object(
               'id', rules.id, 'name', rules.name, 'isBroadcast', rules.is_broadcast) END AS rule
        FROM actions a LEFT JOIN rules ON rules.id = a.rule_id
       WHERE a.person_id = ${personId} AND a.status IN ('pending', 'held')
         AND NOT EXISTS (SELECT FROM sequence_runs r WHERE r.id = a.rule_run_id AND r.state <> 'ended')
       ORDER BY a.not_before NULLS FIRST, a.id LIMIT ${mostMessages}`),
    db.execute<PlannedForPerson["broadcasts"][number]>(sql`
      SELECT s.id, s.definition ->> 'name' AS name, s.state,
             to_char(CASE s.state
               -- The time for all may have been moved since the check.
               WHEN 'scheduled' THEN CASE WHEN b.ruling = 'send' AND s.definition #>> '{when,kind}' = 'at' THEN s.due_at
                                          ELSE greatest(b.until, s.due_at) END
               WHEN 'sending' THEN CASE WHEN b.until > now() THEN b.until END
             END AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
        FROM broadcast_people b JOIN broadcasts s ON s.id = b.broadcast_id AND s.check_number = b.check_number
       WHERE b.person_id = ${personId} AND b.ruling <> 'stop' AND b.place > s.begun_to
         AND s.state IN ('scheduled', 'sending', 'paused')
       ORDER BY s.due_at, s.id`),
  ]);
  return { messages, broadcasts };
};
