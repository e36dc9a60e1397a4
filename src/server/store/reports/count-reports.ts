import { sql } from "drizzle-orm";
import { hourMs } from "#domain/compliance/durations.ts";
import { type CountedKind, reportKinds } from "#domain/figures/metrics.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import {
  bandSql,
  longestAnswerWindow,
  reportKindSql,
  reportPoints,
  reportVersion,
  sumSql,
} from "./report-points.ts";

/** Contacts and hours that one transaction works off. */
const maxContacts = 5_000;
const maxHours = 240;

/** Rows that one statement counts, which must end in time on a slow machine, too. */
const maxRows = 20_000;

/** So many rows a second are counted again at most: an hour with many rows rests in between. */
const rowsPerSecond = 1_000;

type Hour = { kind: CountedKind; hour: string };

/** Until when hours with many rows rest after they were counted, in milliseconds since 1970. */
export type RestingHours = Map<string, number>;

type CountOptions = {
  timezone: string;
  now: () => number;
  /** Absent where everything is counted immediately. */
  resting: RestingHours | undefined;
};

/** The hours of all rows of some kinds have changed. */
const nameHoursOf = async (tx: Tx, kinds: readonly CountedKind[]): Promise<void> => {
  for (const kind of kinds) {
    const { table, anchor, only } = reportKindSql[kind];
    const condition = only ?? sql`${anchor} IS NOT NULL`;
    await tx.execute(sql`
      INSERT INTO report_changes (kind, at)
      SELECT ${kind}::text, hour FROM (
        SELECT report_hour(min(${anchor})) AS first, max(${anchor}) AS last FROM ${table} WHERE ${condition}) rows,
        LATERAL generate_series(first, last, interval '1 hour') hour`);
  }
};

/** Everything that there is has changed. */
const nameAllHours = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`DELETE FROM report_changes`);
  await tx.execute(sql`DELETE FROM report_contact_changes`);
  await tx.execute(sql`DELETE FROM report_hours`);
  await tx.execute(sql`DELETE FROM report_days`);
  await nameHoursOf(tx, reportKinds);
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

/** Kinds of rows that also count in business hours. */
const inBusinessHours = ["episodes", "answers"] as const satisfies readonly CountedKind[];

type CountedBy = { version: number; timezone: string; opens: number; closes: number; lastDay: number };

/** Compares how everything was counted with how it is to be counted now. */
const followSettings = async (tx: Tx, timezone: string): Promise<void> => {
  const { rows } = await tx.execute<CountedBy>(
    sql`SELECT version, timezone, opens, closes, last_day AS "lastDay" FROM report_state`,
  );
  const [state] = rows;
  const { businessOpens, businessCloses, businessLastDay } = await readGeneralSettings(tx);
  const isInZone = state?.timezone === timezone;
  const hasHours =
    state?.opens === businessOpens && state.closes === businessCloses && state.lastDay === businessLastDay;
  if (state?.version === reportVersion && isInZone && hasHours) return;
  await tx.execute(sql`
    INSERT INTO report_state (version, timezone, opens, closes, last_day)
    VALUES (${reportVersion}, ${timezone}, ${businessOpens}, ${businessCloses}, ${businessLastDay})
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, timezone = excluded.timezone, opens = excluded.opens,
      closes = excluded.closes, last_day = excluded.last_day`);
  if (state?.version !== reportVersion) return nameAllHours(tx);
  if (!isInZone) await rebuildDays(tx, timezone);
  await nameHoursOf(tx, inBusinessHours);
};

/**
 * Replaces messages that left or came, and people whose messages moved, by the hours that count them: that of the
 * person's arrival, unless an earlier message counts there, and those of messages that they may have answered. Returns
 * how many contacts were taken.
 */
const nameContactsHours = async (tx: Tx): Promise<number> => {
  const limit = sql.raw(String(maxContacts));
  const { rows } = await tx.execute<{ taken: number }>(sql`
    WITH taken AS MATERIALIZED (
      DELETE FROM report_contact_changes WHERE ctid = ANY (ARRAY(
        SELECT place FROM (
          SELECT place, sum(size) OVER (ROWS UNBOUNDED PRECEDING) - size AS before
            FROM (SELECT ctid AS place, cardinality(ids) AS size FROM report_contact_changes LIMIT ${limit}) first) sized
         WHERE before < ${limit}))
      RETURNING kind, ids),
    contact AS MATERIALIZED (
      SELECT kind, a.person_id, a.executed_at AS at, a.sent_by IS NOT NULL AS by_hand
        FROM taken CROSS JOIN LATERAL unnest(ids) AS id JOIN actions a USING (id) WHERE kind = 'sent'
      UNION ALL
      SELECT kind, m.person_id, m.at, false
        FROM taken CROSS JOIN LATERAL unnest(ids) AS id JOIN messages m USING (id) WHERE kind = 'wrote'
      UNION ALL
      SELECT DISTINCT kind, id, NULL::timestamptz, false
        FROM taken CROSS JOIN LATERAL unnest(ids) AS id WHERE kind = 'moved'),
    added AS (
      INSERT INTO report_changes (kind, at)
      SELECT DISTINCT 'leads', report_hour(p.created_at) FROM contact t JOIN people p ON p.id = t.person_id
       WHERE CASE
         WHEN t.kind = 'moved' OR t.at <= p.converted_at THEN true
         WHEN t.kind = 'wrote' THEN NOT EXISTS (
           SELECT FROM messages m WHERE m.person_id = t.person_id AND m.direction = 'in' AND m.at < t.at
              AND EXISTS (SELECT FROM actions o WHERE o.person_id = t.person_id AND has_left(o.status) AND o.executed_at < m.at))
         ELSE NOT EXISTS (
           SELECT FROM actions o WHERE o.person_id = t.person_id AND has_left(o.status) AND o.executed_at < t.at
              AND (NOT t.by_hand OR o.sent_by IS NOT NULL)) END
      UNION
      SELECT 'messages', report_hour(a.created_at) FROM contact t JOIN actions a ON a.person_id = t.person_id
       WHERE has_left(a.status) AND a.rule_id IS NOT NULL AND (t.kind = 'moved'
         OR (a.executed_at <= t.at AND a.executed_at >= t.at - ${longestAnswerWindow}
             AND (t.kind = 'wrote' OR EXISTS (
               SELECT FROM messages m WHERE m.person_id = t.person_id AND m.direction = 'in' AND m.at > t.at)))))
    SELECT coalesce(sum(cardinality(ids)), 0)::int AS taken FROM taken`);
  return rows[0]?.taken ?? 0;
};

/** The newest first, as they are looked at most; hours that rest stay. */
const takeHours = async (tx: Tx, resting: readonly Hour[]): Promise<Hour[]> => {
  const [kinds, hours] = [resting.map(({ kind }) => kind), resting.map(({ hour }) => hour)];
  const { rows } = await tx.execute<Hour>(sql`
    WITH picked AS MATERIALIZED (
      SELECT kind, at FROM report_changes c WHERE NOT EXISTS (
        SELECT FROM unnest(${sql.param(kinds)}::text[], ${sql.param(hours)}::timestamptz[]) AS r (kind, at)
         WHERE r.kind = c.kind AND r.at = c.at)
       GROUP BY 1, 2 ORDER BY at DESC, kind LIMIT ${sql.raw(String(maxHours))}),
    taken AS (
      DELETE FROM report_changes c USING picked p WHERE c.kind = p.kind AND c.at = p.at
      RETURNING c.kind, c.at)
    SELECT DISTINCT kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour FROM taken`);
  return rows;
};

type Span = { hour: string; from: string; to: string };
type SizedHour = { hour: string; rows: number };

const readSizes = async (tx: Tx, kind: CountedKind, hours: readonly string[]): Promise<SizedHour[]> => {
  const { table, anchor, only } = reportKindSql[kind];
  const { rows } = await tx.execute<SizedHour>(sql`
    SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour,
           (SELECT count(*) FROM ${table} WHERE ${anchor} >= hour AND ${anchor} < hour + interval '1 hour'
               AND ${only ?? sql`true`})::float8 AS rows
      FROM unnest(${sql.param([...hours])}::timestamptz[]) hour`);
  return rows;
};

/** Hours with few rows are counted together, one with many in parts of equal time. */
const toBatches = (hours: readonly SizedHour[]): Span[][] => {
  const batches: Span[][] = [];
  let open: Span[] = [];
  let size = 0;
  for (const { hour, rows } of hours) {
    const start = Date.parse(hour);
    const parts = Math.max(1, Math.ceil(rows / maxRows));
    const at = (part: number) => new Date(start + Math.round((part * hourMs) / parts)).toISOString();
    const spans = Array.from({ length: parts }, (_, part) => ({ hour, from: at(part), to: at(part + 1) }));
    if (parts > 1) batches.push(...spans.map((span) => [span]));
    else {
      if (size + rows > maxRows) {
        batches.push(open);
        [open, size] = [[], 0];
      }
      open.push(...spans);
      size += rows;
    }
  }
  return [...batches, open].filter(({ length }) => length > 0);
};

const countSpans = async (tx: Tx, kind: CountedKind, spans: readonly Span[]): Promise<void> => {
  const list = (part: keyof Span) => sql`${sql.param(spans.map((span) => span[part]))}::timestamptz[]`;
  await tx.execute(sql`
    INSERT INTO report_hours (hour, kind, metric, dimension, band, count, amount)
    SELECT hour, ${kind}::text, metric, dimension, ${bandSql}, ${sumSql}
      FROM unnest(${list("hour")}, ${list("from")}, ${list("to")}) AS span (hour, since, until)
      CROSS JOIN LATERAL (${reportPoints(kind, sql`span.since`, sql`span.until`)}) point
     GROUP BY 1, 2, 3, 4, 5`);
};

const countHours = async (
  tx: Tx,
  kind: CountedKind,
  hours: readonly SizedHour[],
  timezone: string,
): Promise<void> => {
  const these = sql`${sql.param(hours.map(({ hour }) => hour))}::timestamptz[]`;
  const days = sql`(SELECT DISTINCT (hour AT TIME ZONE ${timezone})::date AS day FROM unnest(${these}) hour)`;
  await tx.execute(sql`DELETE FROM report_hours WHERE kind = ${kind} AND hour = ANY(${these})`);
  for (const spans of toBatches(hours)) await countSpans(tx, kind, spans);
  await tx.execute(sql`DELETE FROM report_days WHERE kind = ${kind} AND day IN ${days}`);
  // The day decides, and the range only uses the index: in some zones midnight comes twice on one day of the year.
  await tx.execute(sql`
    INSERT INTO report_days (day, kind, metric, dimension, band, count, amount)
    SELECT d.day, h.kind, h.metric, h.dimension, h.band, sum(h.count), sum(h.amount)
      FROM ${days} d JOIN report_hours h ON h.kind = ${kind} AND (h.hour AT TIME ZONE ${timezone})::date = d.day
       AND h.hour >= d.day::timestamp AT TIME ZONE ${timezone} - interval '1 day'
       AND h.hour < (d.day + 1)::timestamp AT TIME ZONE ${timezone}
     GROUP BY 1, 2, 3, 4, 5`);
};

const keyOf = ({ kind, hour }: Hour): string => `${kind} ${hour}`;

/** Hours that were counted lately and have many rows; those that have rested are forgotten. */
const findResting = (resting: RestingHours, now: number): Hour[] => {
  for (const [key, until] of resting) if (until <= now) resting.delete(key);
  return [...resting.keys()].map((key) => {
    const [kind = "", hour = ""] = key.split(" ");
    return { kind: kind as CountedKind, hour };
  });
};

/** Counts some of the hours that have changed again, in one transaction. Returns whether there may be more. */
const countSome = (db: Db, { timezone, now, resting }: CountOptions): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended('faro reports', 0)) AS locked`,
    );
    if (!rows[0]?.locked) return false;
    // Nothing waits for it but figures. To compile its long statements takes longer than to run them.
    await tx.execute(
      sql`SELECT set_config('statement_timeout', '60s', true), set_config('jit', 'off', true)`,
    );
    await followSettings(tx, timezone);
    if ((await nameContactsHours(tx)) >= maxContacts) return true;
    const taken = await takeHours(tx, resting ? findResting(resting, now()) : []);
    for (const [kind, own] of Map.groupBy(taken, (one) => one.kind)) {
      const sized = await readSizes(
        tx,
        kind,
        own.map(({ hour }) => hour),
      );
      await countHours(tx, kind, sized, timezone);
      for (const { hour, rows: size } of sized)
        if (size > maxRows) resting?.set(keyOf({ kind, hour }), now() + (size / rowsPerSecond) * 1000);
    }
    if (taken.length === maxHours) return true;
    // What rests is not counted yet, so that it is said that counting goes on.
    await tx.execute(sql`
      UPDATE report_state SET counted_at = ${new Date(now()).toISOString()}::timestamptz
       WHERE NOT EXISTS (SELECT FROM report_changes)`);
    return false;
  });

/** Counts everything that has changed again. Another process that counts is left to it. */
export const countReports = async (
  db: Db,
  timezone: string,
  { now = Date.now, resting }: { now?: () => number; resting?: RestingHours } = {},
): Promise<void> => {
  while (await countSome(db, { timezone, now, resting }));
};
