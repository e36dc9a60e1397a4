import { sql } from "drizzle-orm";
import { type Metric, metricKinds } from "#domain/figures/metrics.ts";
import { instantsOf } from "#domain/figures/period.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { Reader } from "#server/db/database.ts";
import { readTimeCursor, writeTimeCursor } from "#server/store/conversations/time-cursor.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import type { ReportRange } from "./read-reports.ts";
import { reportPoints } from "./report-points.ts";

export type RowBehind = {
  id: string;
  personId: string | null;
  personName: string | null;
  at: string;
  seconds: number | null;
  dollars: number | null;
};

type Asked = { metric: Metric; dimension: string | undefined; cursor: string | undefined; limit: number };

/** The newest instant that PostgreSQL and the cursor both know. */
const afterAll = { at: "9999-12-31T23:59:59.999Z", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * What a number counts, the newest first, and each row once, although a conversion has a part of its credit for each
 * channel. Only hours that have such rows are read, one after the other until the page is full. Undefined for a cursor
 * that is none.
 */
export const readRowsBehind = async (
  db: Reader,
  { period, timezone, people }: ReportRange,
  { metric, dimension, cursor, limit }: Asked,
): Promise<{ rows: RowBehind[]; nextCursor: string | null } | undefined> => {
  const after = cursor === undefined ? afterAll : readTimeCursor(cursor);
  if (after?.at == null) return undefined;
  const { start, end } = instantsOf(period, timezone);
  const isOfRow = dimension === undefined ? sql`true` : sql`dimension = ${dimension}`;
  const points = reportPoints(metricKinds[metric], sql`hours.hour`, sql`hours.hour + interval '1 hour'`);
  const { rows } = await db.execute<RowBehind>(sql`
    SELECT point.id, point.person_id AS "personId", ${personNameSql} AS "personName",
           to_char(point.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, point.seconds,
           point.amount AS dollars
      FROM (SELECT DISTINCT hour FROM report_hours
             WHERE metric = ${metric} AND ${isOfRow} AND hour <= ${after.at}::timestamptz
               AND hour >= ${new Date(start).toISOString()}::timestamptz
               AND hour < ${new Date(end).toISOString()}::timestamptz
             ORDER BY hour DESC) hours
      CROSS JOIN LATERAL (
        SELECT id, person_id, own.at, max(seconds) AS seconds, sum(amount) AS amount
          FROM (${points}) own WHERE metric = ${metric} AND ${isOfRow}
           AND (own.at, own.id) < (${after.at}::timestamptz, ${after.id}::uuid) GROUP BY 1, 2, 3) point
      LEFT JOIN people p ON p.id = point.person_id
     WHERE ${people ?? sql`true`}
     ORDER BY hours.hour DESC, point.at DESC, point.id DESC LIMIT ${sql.raw(String(limit + 1))}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, personName: row.personName && formatPhone(row.personName) })),
    nextCursor: rows.length > limit && last ? writeTimeCursor(last) : null,
  };
};
