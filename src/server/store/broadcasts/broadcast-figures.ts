import { type SQL, sql } from "drizzle-orm";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import type { BroadcastInput } from "#domain/broadcasts/broadcast.ts";
import { messageTypes } from "#domain/sequences/compile-sequence.ts";
import type { Reader } from "#server/db/database.ts";
import { outcomeSql } from "./broadcast-outcomes.ts";

type BroadcastKey = {
  id: string;
  checkNumber: number;
  begunTo: number;
  startedAt: number | null;
  definition: Pick<BroadcastInput, "holdoutPercent" | "actions">;
};

type Row = Omit<BroadcastActual, "differences" | "perMinute" | "cost" | "compared" | "byMessage"> & {
  cost: number | null;
  differences: { code: string; count: number }[] | null;
  perMinute: { at: string; count: number }[] | null;
};

/** What became of a person's last message, from its status and their run; null for who has not begun. */
export const fateSql = (status: SQL, run: SQL): SQL => sql`CASE
  WHEN ${status} IN ('delivered', 'read') THEN 'delivered' WHEN ${status} IN ('sent', 'simulated') THEN 'sent'
  WHEN ${status} = 'dispatching' THEN 'on_the_way' WHEN ${status} IN ('failed', 'unknown') THEN ${status}
  WHEN ${status} IN ('blocked', 'cancelled') THEN 'not_sent' WHEN ${status} IN ('pending', 'held') THEN 'waiting'
  WHEN ${run} = 'ended' THEN 'not_sent' WHEN ${run} IS NOT NULL THEN 'waiting' END`;

/** Why a person did not get it as planned; null for who did. */
export const differenceSql = (
  ruling: SQL,
  message: { status: SQL; reasons: SQL },
  run: { state: SQL; why: SQL },
): SQL => sql`CASE
  WHEN ${message.status} IN ('blocked', 'cancelled', 'failed') OR (${message.status} = 'held' AND ${ruling} = 'send')
    THEN coalesce(${message.reasons} -> 0 ->> 'code', ${message.status})
  WHEN ${message.status} IS NULL AND ${run.state} = 'ended' THEN coalesce(${run.why} -> 0 ->> 'code', 'run_ended')
  WHEN ${run.state} IS NULL THEN 'run_merged' END`;

/** Minutes of the chart; a broadcast that takes longer shows its last ones. */
const shownMinutes = 180;

/**
 * What became of the people who were to get a broadcast, each counted once by their last message. An answer, an opt-out
 * or a complaint counts where it came after a message left.
 */
export const readBroadcastFigures = async (db: Reader, broadcast: BroadcastKey): Promise<BroadcastActual> => {
  const { id, checkNumber, begunTo } = broadcast;
  const { rows } = await db.execute<Row>(sql`
    WITH person AS MATERIALIZED (
      SELECT b.person_id, b.run_id, b.ruling, b.place <= ${begunTo} AS begun FROM broadcast_people b
       WHERE b.broadcast_id = ${id} AND b.check_number = ${checkNumber} AND b.ruling <> 'stop'),
    message AS MATERIALIZED (
      SELECT DISTINCT ON (rule_run_id) rule_run_id, status, reasons, executed_at FROM actions
       WHERE rule_id = ${id} ORDER BY rule_run_id, created_at DESC, id DESC),
    sent AS MATERIALIZED (
      SELECT rule_run_id, min(executed_at) AS first_at, sum(price) AS price FROM actions
       WHERE rule_id = ${id} AND status IN ('sent', 'simulated', 'delivered', 'read', 'failed', 'unknown') GROUP BY 1),
    fate AS MATERIALIZED (
      SELECT person.person_id, person.ruling, person.begun, message.status, sent.first_at, sent.price,
             run.state AS run_state, coalesce(run.why, '[]') AS run_why, coalesce(message.reasons, '[]') AS reasons
        FROM person LEFT JOIN sequence_runs run ON run.id = person.run_id AND person.begun
        LEFT JOIN message ON message.rule_run_id = person.run_id
        LEFT JOIN sent ON sent.rule_run_id = person.run_id),
    reaction AS MATERIALIZED (
      SELECT fate.person_id, t.last_inbound_at > fate.first_at AS answered,
             EXISTS (SELECT FROM timeline l WHERE l.person_id = fate.person_id AND l.event_type = 'opted_out'
                        AND l.created_at > fate.first_at AND l.source <> 'complaint') AS opted_out,
             EXISTS (SELECT FROM timeline l WHERE l.person_id = fate.person_id AND l.event_type = 'opted_out'
                        AND l.created_at > fate.first_at AND l.source = 'complaint') AS complained
        FROM fate LEFT JOIN threads t ON t.person_id = fate.person_id WHERE fate.first_at IS NOT NULL),
    outcome AS MATERIALIZED (
      SELECT *, ${fateSql(sql`status`, sql`run_state`)} AS fate,
             ${differenceSql(sql`ruling`, { status: sql`status`, reasons: sql`reasons` }, { state: sql`run_state`, why: sql`run_why` })} AS difference
        FROM fate)
    SELECT count(*)::int AS people, count(*) FILTER (WHERE begun)::int AS begun,
           count(*) FILTER (WHERE fate = 'delivered')::int AS delivered, count(*) FILTER (WHERE fate = 'sent')::int AS sent,
           count(*) FILTER (WHERE fate = 'on_the_way')::int AS "onTheWay",
           count(*) FILTER (WHERE begun AND fate = 'waiting')::int AS waiting,
           count(*) FILTER (WHERE fate = 'failed')::int AS failed, count(*) FILTER (WHERE fate = 'unknown')::int AS unknown,
           count(*) FILTER (WHERE begun AND coalesce(fate, 'not_sent') = 'not_sent')::int AS "notSent",
           (SELECT count(*) FILTER (WHERE answered)::int FROM reaction) AS answered,
           (SELECT count(DISTINCT a.person_id)::int FROM actions a JOIN short_links k ON k.action_id = a.id
             WHERE a.rule_id = ${id} AND k.first_clicked_at IS NOT NULL) AS clicked,
           (SELECT count(*) FILTER (WHERE opted_out)::int FROM reaction) AS "optedOut",
           (SELECT count(*) FILTER (WHERE complained)::int FROM reaction) AS complained,
           count(*) FILTER (WHERE reasons -> 0 ->> 'code' = 'mail_bounced')::int AS bounced,
           sum(price)::float8 AS cost,
           (SELECT jsonb_agg(d ORDER BY d.count DESC, d.code) FROM (
              SELECT difference AS code, count(*)::int AS count FROM outcome WHERE begun AND difference IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 20) d) AS differences,
           (SELECT jsonb_agg(m ORDER BY m.at) FROM (
              SELECT to_char(date_trunc('minute', first_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:00"Z"') AS at, count(*)::int AS count
                FROM fate WHERE first_at IS NOT NULL GROUP BY 1 ORDER BY 1 DESC LIMIT ${shownMinutes}) m) AS "perMinute"
      FROM outcome`);
  const [row] = rows;
  if (!row) throw new Error("The figures of a broadcast have no row");
  return {
    ...row,
    cost: row.cost === null ? null : Math.round(row.cost * 1e4) / 1e4,
    differences: row.differences ?? [],
    perMinute: row.perMinute ?? [],
    compared: await readComparison(db, broadcast),
    byMessage: await readMessageFigures(db, broadcast),
  };
};

/**
 * What became of each message of several steps. An opt-out or a complaint counts for the last message that had left
 * before it. One message has the figures of the whole broadcast.
 */
const readMessageFigures = async (
  db: Reader,
  { id, definition }: Pick<BroadcastKey, "id" | "definition">,
): Promise<BroadcastActual["byMessage"]> => {
  if (definition.actions.filter(({ type }) => messageTypes.includes(type)).length < 2) return [];
  const { rows } = await db.execute<BroadcastActual["byMessage"][number]>(sql`
    WITH step AS (
      SELECT step ->> 'id' AS id, row_number() OVER (ORDER BY place)::int AS message
        FROM rules CROSS JOIN LATERAL jsonb_array_elements(actions) WITH ORDINALITY AS row (step, place)
       WHERE rules.id = ${id} AND step ->> 'type' = ANY(${sql.param([...messageTypes])}::text[])),
    sent AS MATERIALIZED (
      SELECT step_id, person_id, status, reasons -> 0 ->> 'code' AS code, executed_at,
             coalesce(lead(executed_at) OVER (PARTITION BY rule_run_id ORDER BY executed_at, id), 'infinity') AS next_at
        FROM actions
       WHERE rule_id = ${id} AND status IN ('sent', 'simulated', 'delivered', 'read', 'failed', 'unknown')),
    reaction AS MATERIALIZED (
      SELECT sent.step_id, count(DISTINCT sent.person_id) FILTER (WHERE l.source <> 'complaint')::int AS opted_out,
             count(DISTINCT sent.person_id) FILTER (WHERE l.source = 'complaint')::int AS complained
        FROM sent JOIN timeline l ON l.person_id = sent.person_id AND l.event_type = 'opted_out'
                                 AND l.created_at > sent.executed_at AND l.created_at <= sent.next_at
       GROUP BY 1)
    SELECT step.message, count(*) FILTER (WHERE sent.status IN ('delivered', 'read'))::int AS delivered,
           count(*) FILTER (WHERE sent.status IN ('sent', 'simulated'))::int AS sent,
           count(*) FILTER (WHERE sent.status = 'failed')::int AS failed,
           count(*) FILTER (WHERE sent.status = 'unknown')::int AS unknown,
           count(*) FILTER (WHERE sent.code = 'mail_bounced')::int AS bounced,
           coalesce(min(reaction.opted_out), 0) AS "optedOut", coalesce(min(reaction.complained), 0) AS complained
      FROM step LEFT JOIN sent ON sent.step_id = step.id LEFT JOIN reaction ON reaction.step_id = step.id
     GROUP BY step.message ORDER BY step.message`);
  return rows;
};

const dayMs = 86_400_000;
/** Who converts within this time is counted. */
export const comparedMs = 14 * dayMs;

type ComparedRow = { isAside: boolean; people: number; converted: number; wrote: number };

/** What people did since the start, those who got it beside those kept aside. Both are asked the same. */
const readComparison = async (
  db: Reader,
  { id, checkNumber, startedAt, definition }: BroadcastKey,
): Promise<BroadcastActual["compared"]> => {
  if (startedAt === null || definition.holdoutPercent === 0) return null;
  const start = sql`${new Date(startedAt).toISOString()}::timestamptz`;
  const end = sql`${new Date(startedAt + comparedMs).toISOString()}::timestamptz`;
  const { rows } = await db.execute<ComparedRow>(sql`
    SELECT b.ruling = 'stop' AS "isAside", count(*)::int AS people,
           count(*) FILTER (WHERE p.converted_at >= ${start} AND p.converted_at < ${end})::int AS converted,
           count(*) FILTER (WHERE t.last_inbound_at >= ${start})::int AS wrote
      FROM broadcast_people b JOIN people p ON p.id = b.person_id LEFT JOIN threads t ON t.person_id = b.person_id
     WHERE b.broadcast_id = ${id} AND b.check_number = ${checkNumber}
       AND CASE WHEN b.ruling = 'stop' THEN b.reasons -> 0 ->> 'code' = 'broadcast_held_out' ELSE ${outcomeSql("got")} END
     GROUP BY 1`);
  const groupOf = (isAside: boolean) => {
    const { people, converted, wrote } = rows.find((row) => row.isAside === isAside) ?? {
      ...{ people: 0, converted: 0, wrote: 0 },
    };
    return { people, converted, wrote };
  };
  const keptAside = groupOf(true);
  return keptAside.people === 0 ? null : { got: groupOf(false), keptAside };
};

/** Whether a run of it still goes on. */
export const hasOpenRuns = async (db: Reader, id: string): Promise<boolean> => {
  const { rows } = await db.execute<{ open: boolean }>(
    sql`SELECT EXISTS (SELECT FROM sequence_runs WHERE rule_id = ${id} AND state <> 'ended') AS open`,
  );
  return rows[0]?.open ?? false;
};

/** How much of it waits for the stage or the senders at this moment, up to `most`. */
export const countBacklog = async (db: Reader, id: string, most: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM (SELECT FROM actions
                                   WHERE rule_id = ${id} AND status IN ('pending', 'held', 'dispatching') AND status <> 'held'
                                   LIMIT ${most}) message)::int
         + (SELECT count(*) FROM (SELECT FROM sequence_runs
                                   WHERE rule_id = ${id} AND state <> 'ended' AND due_at <= now()
                                   LIMIT ${most}) run)::int AS count`);
  return rows[0]?.count ?? 0;
};
