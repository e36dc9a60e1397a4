import { type SQL, sql } from "drizzle-orm";
import type { HourRow } from "#domain/figures/hour-grid.ts";
import { type CountedKind, type Metric, metricKinds, reportKinds } from "#domain/figures/metrics.ts";
import { instantsOf, type Period } from "#domain/figures/period.ts";
import type { CountedRow } from "#domain/figures/tally.ts";
import { fillWaiting, type WaitingBand, waitingLimits } from "#domain/figures/waiting-now.ts";
import type { Reader } from "#server/db/database.ts";
import { bandSql, reportPoints, sumSql } from "./report-points.ts";

/** Of whom is counted: a condition on `people p`; undefined for everybody, whose counts are ready. */
export type CountedPeople = SQL | undefined;

export type ReportRange = { period: Period; timezone: string; people: CountedPeople };

const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;
const listOf = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

const kindsOf = (metrics: readonly Metric[]): CountedKind[] => [
  ...new Set(metrics.map((metric) => metricKinds[metric])),
];

/** Points of a range that belong to some people. */
const pointsOf = (kind: CountedKind, { period, timezone, people }: ReportRange): SQL => {
  const { start, end } = instantsOf(period, timezone);
  const points = reportPoints(kind, instant(start), instant(end));
  return people === undefined
    ? points
    : sql`SELECT x.* FROM (${points}) x JOIN people p ON p.id = x.person_id WHERE ${people}`;
};

const countPoints = (range: ReportRange, metrics: readonly Metric[], by: SQL): SQL =>
  sql.join(
    kindsOf(metrics).map(
      (kind) => sql`
        SELECT ${by} AS at, metric, dimension, ${bandSql} AS band, ${sumSql}
          FROM (${pointsOf(kind, range)}) point WHERE metric = ANY(${listOf(metrics)}) GROUP BY 1, 2, 3, 4`,
    ),
    sql` UNION ALL `,
  );

const columns = sql`metric, dimension, band, count::float8 AS count, amount`;

/** What was counted in a period. For everybody it is read by days, for some people from their rows. */
export const readCounted = async (
  db: Reader,
  range: ReportRange,
  metrics: readonly Metric[],
): Promise<CountedRow[]> => {
  const { period, people } = range;
  const query =
    people === undefined
      ? sql`SELECT metric, dimension, band, sum(count)::float8 AS count, sum(amount)::float8 AS amount
              FROM report_days
             WHERE metric = ANY(${listOf(metrics)}) AND day BETWEEN ${period.from}::date AND ${period.to}::date
             GROUP BY 1, 2, 3`
      : sql`SELECT ${columns} FROM (${countPoints(range, metrics, sql`NULL::text`)}) counted`;
  return (await db.execute<CountedRow>(query)).rows;
};

/** What was counted on each day of a period. */
export const readDays = async (
  db: Reader,
  range: ReportRange,
  metrics: readonly Metric[],
): Promise<(CountedRow & { day: string })[]> => {
  const { period, people, timezone } = range;
  const day = sql`to_char(at AT TIME ZONE ${timezone}, 'YYYY-MM-DD')`;
  const query =
    people === undefined
      ? sql`SELECT to_char(day, 'YYYY-MM-DD') AS day, ${columns} FROM report_days
             WHERE metric = ANY(${listOf(metrics)}) AND day BETWEEN ${period.from}::date AND ${period.to}::date`
      : sql`SELECT at AS day, ${columns} FROM (${countPoints(range, metrics, day)}) counted`;
  return (await db.execute<CountedRow & { day: string }>(query)).rows;
};

const epochMs = (column: SQL): SQL => sql`(extract(epoch FROM ${column}) * 1000)::float8`;

/** What was counted in each hour of a period; hours that did not begin with one of UTC are those of the hour before. */
export const readHours = async (
  db: Reader,
  range: ReportRange,
  metrics: readonly Metric[],
): Promise<HourRow[]> => {
  const { start, end } = instantsOf(range.period, range.timezone);
  const query =
    range.people === undefined
      ? sql`SELECT ${epochMs(sql`hour`)} AS hour, ${columns} FROM report_hours
             WHERE metric = ANY(${listOf(metrics)}) AND hour >= ${instant(start)} AND hour < ${instant(end)}`
      : sql`SELECT ${epochMs(sql`at`)} AS hour, ${columns}
              FROM (${countPoints(range, metrics, sql`report_hour(at)`)}) counted`;
  return (await db.execute<HourRow>(query)).rows;
};

/** How many rows of a kind a period has, of everybody: what counting for some people would read. */
export const countRows = async (db: Reader, { period }: Pick<ReportRange, "period">): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT coalesce(sum(count), 0)::float8 AS count FROM report_days
     WHERE metric IN ('lead', 'conversation', 'message') AND day BETWEEN ${period.from}::date AND ${period.to}::date`);
  return rows[0]?.count ?? 0;
};

/** How long people have waited for a user, at this moment. */
export const readWaiting = async (db: Reader, people: CountedPeople, now: number): Promise<WaitingBand[]> => {
  const limits = sql.raw(`ARRAY[${waitingLimits.map((hours) => hours * 3600).join(", ")}]::float8[]`);
  const { rows } = await db.execute<{ band: number; count: number }>(sql`
    SELECT width_bucket(greatest(0, extract(epoch FROM ${instant(now)} - waiting_since))::float8, ${limits}) AS band,
           count(*)::int AS count
      FROM threads WHERE waiting_since IS NOT NULL AND state = 'open'
       AND ${people === undefined ? sql`true` : sql`person_id IN (SELECT p.id FROM people p WHERE ${people})`}
     GROUP BY 1`);
  return fillWaiting(rows.map(({ band, count }) => ({ fromHours: waitingLimits[band - 1] ?? 0, count })));
};

export type CountState = { countedAt: string | null; isCounting: boolean; since: string | null };

/** Until when everything was counted, whether changes are waiting longer than usual, and the first day with data. */
export const readCountState = async (db: Reader): Promise<CountState> => {
  const { rows } = await db.execute<CountState>(sql`
    SELECT to_char(s.counted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "countedAt",
           s.counted_at IS NULL OR s.counted_at < now() - interval '3 minutes' AS "isCounting",
           (SELECT to_char(min(first), 'YYYY-MM-DD') FROM unnest(${listOf(reportKinds)}) k,
             LATERAL (SELECT min(day) AS first FROM report_days WHERE kind = k) days) AS since
      FROM (SELECT 1) one LEFT JOIN report_state s ON true`);
  return rows[0] ?? { countedAt: null, isCounting: true, since: null };
};
