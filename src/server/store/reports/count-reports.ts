import { sql } from "drizzle-orm";
import { type CountedKind, reportKinds } from "#domain/figures/metrics.ts";
import type { Db, Tx } from "#server/db/database.ts";
import {
  bandSql,
  longestAnswerWindow,
  reportKindSql,
  reportPoints,
  reportVersion,
  sumSql,
} from "./report-points.ts";

/** People and hours that one transaction works off. */
const maxPeople = 5_000;
const maxHours = 48;

type Progress = { done: boolean };

/** Everything that there is has changed: the hours of all rows of each kind. */
const nameAllHours = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`DELETE FROM report_changes`);
  await tx.execute(sql`DELETE FROM report_hours`);
  await tx.execute(sql`DELETE FROM report_days`);
  for (const kind of reportKinds) {
    const { table, anchor } = reportKindSql[kind];
    const condition = kind === "opt_outs" ? sql`event_type = 'opted_out'` : sql`${anchor} IS NOT NULL`;
    await tx.execute(sql`
      INSERT INTO report_changes (kind, at)
      SELECT ${kind}::text, hour FROM (
        SELECT report_hour(min(${anchor})) AS first, max(${anchor}) AS last FROM ${table} WHERE ${condition}) rows,
        LATERAL generate_series(first, last, interval '1 hour') hour`);
  }
};

/** Adds the hours of all days up again, for days that begin at another instant. */
const rebuildDays = async (tx: Tx, timezone: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM report_days`);
  for (const kind of reportKinds)
    await tx.execute(sql`
      INSERT INTO report_days (day, kind, metric, dimension, band, count, amount)
      SELECT (hour AT TIME ZONE ${timezone})::date, kind, metric, dimension, band, sum(count), sum(amount)
        FROM report_hours WHERE kind = ${kind} GROUP BY 1, 2, 3, 4, 5`);
};

/** Compares how everything was counted with how it is to be counted now. */
const followSettings = async (tx: Tx, timezone: string): Promise<void> => {
  const { rows } = await tx.execute<{ version: number; timezone: string }>(
    sql`SELECT version, timezone FROM report_state`,
  );
  const [state] = rows;
  if (state?.version === reportVersion && state.timezone === timezone) return;
  if (state?.version === reportVersion) await rebuildDays(tx, timezone);
  else await nameAllHours(tx);
  await tx.execute(sql`
    INSERT INTO report_state (version, timezone) VALUES (${reportVersion}, ${timezone})
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, timezone = excluded.timezone`);
};

/**
 * Replaces people of whom messages left, came or moved by the hours that count them: that of their arrival, unless an
 * earlier message counts there, and those of messages that they may have answered.
 */
const namePeoplesHours = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    WITH taken AS MATERIALIZED (
      DELETE FROM report_changes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM report_changes WHERE person_id IS NOT NULL LIMIT ${sql.raw(String(maxPeople))}))
      RETURNING kind, at, person_id),
    added AS (
      INSERT INTO report_changes (kind, at)
      SELECT DISTINCT 'leads', report_hour(p.created_at) FROM taken t JOIN people p ON p.id = t.person_id
       WHERE CASE
         WHEN t.kind = 'moved' OR t.at <= p.converted_at THEN true
         WHEN t.kind = 'wrote' THEN NOT EXISTS (
           SELECT FROM messages m WHERE m.person_id = t.person_id AND m.direction = 'in' AND m.at < t.at
              AND EXISTS (SELECT FROM actions o WHERE o.person_id = t.person_id AND has_left(o.status) AND o.executed_at < m.at))
         ELSE NOT EXISTS (
           SELECT FROM actions o WHERE o.person_id = t.person_id AND has_left(o.status) AND o.executed_at < t.at
              AND (t.kind = 'sent' OR o.sent_by IS NOT NULL)) END
      UNION
      SELECT 'messages', report_hour(a.created_at) FROM taken t JOIN actions a ON a.person_id = t.person_id
       WHERE has_left(a.status) AND a.rule_id IS NOT NULL AND (t.kind = 'moved'
         OR (a.executed_at <= t.at AND a.executed_at >= t.at - ${longestAnswerWindow}
             AND (t.kind = 'wrote' OR EXISTS (
               SELECT FROM messages m WHERE m.person_id = t.person_id AND m.direction = 'in' AND m.at > t.at)))))
    SELECT count(*)::int AS taken FROM taken`);
  return rows[0]?.taken ?? 0;
};

/** The newest first, as they are looked at most. */
const takeHours = async (tx: Tx): Promise<{ kind: CountedKind; hour: string }[]> => {
  const { rows } = await tx.execute<{ kind: CountedKind; hour: string }>(sql`
    WITH picked AS MATERIALIZED (
      SELECT kind, at FROM report_changes WHERE person_id IS NULL GROUP BY 1, 2
       ORDER BY at DESC, kind LIMIT ${sql.raw(String(maxHours))}),
    taken AS (
      DELETE FROM report_changes c USING picked p WHERE c.kind = p.kind AND c.at = p.at AND c.person_id IS NULL
      RETURNING c.kind, c.at)
    SELECT DISTINCT kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour FROM taken`);
  return rows;
};

const countHours = async (tx: Tx, kind: CountedKind, hours: string[], timezone: string): Promise<void> => {
  const these = sql`${sql.param(hours)}::timestamptz[]`;
  const days = sql`(SELECT DISTINCT (hour AT TIME ZONE ${timezone})::date AS day FROM unnest(${these}) hour)`;
  await tx.execute(sql`DELETE FROM report_hours WHERE kind = ${kind} AND hour = ANY(${these})`);
  await tx.execute(sql`
    INSERT INTO report_hours (hour, kind, metric, dimension, band, count, amount)
    SELECT hour, ${kind}::text, metric, dimension, ${bandSql}, ${sumSql}
      FROM unnest(${these}) AS hours (hour)
      CROSS JOIN LATERAL (${reportPoints(kind, sql`hours.hour`, sql`hours.hour + interval '1 hour'`)}) point
     GROUP BY 1, 2, 3, 4, 5`);
  await tx.execute(sql`DELETE FROM report_days WHERE kind = ${kind} AND day IN ${days}`);
  await tx.execute(sql`
    INSERT INTO report_days (day, kind, metric, dimension, band, count, amount)
    SELECT d.day, h.kind, h.metric, h.dimension, h.band, sum(h.count), sum(h.amount)
      FROM ${days} d JOIN report_hours h ON h.kind = ${kind}
       AND h.hour >= d.day::timestamp AT TIME ZONE ${timezone}
       AND h.hour < (d.day + 1)::timestamp AT TIME ZONE ${timezone}
     GROUP BY 1, 2, 3, 4, 5`);
};

/** Counts some of the hours that have changed again, in one transaction. Done when there is none left. */
const countSome = (db: Db, timezone: string, now: Date): Promise<Progress> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended('faro reports', 0)) AS locked`,
    );
    if (!rows[0]?.locked) return { done: true };
    await followSettings(tx, timezone);
    if ((await namePeoplesHours(tx)) === maxPeople) return { done: false };
    const taken = await takeHours(tx);
    for (const [kind, own] of Map.groupBy(taken, (one) => one.kind))
      await countHours(
        tx,
        kind,
        own.map(({ hour }) => hour),
        timezone,
      );
    const done = taken.length < maxHours;
    if (done) await tx.execute(sql`UPDATE report_state SET counted_at = ${now.toISOString()}::timestamptz`);
    return { done };
  });

/** Counts everything that has changed again. Another process that counts is left to it. */
export const countReports = async (db: Db, timezone: string, now: () => number = Date.now): Promise<void> => {
  for (;;) {
    const { done } = await countSome(db, timezone, new Date(now()));
    if (done) return;
  }
};
