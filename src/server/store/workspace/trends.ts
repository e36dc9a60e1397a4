import type pg from "pg";
import type { TrendName } from "#contract/dashboard.ts";

/**
 * What the hourly counters say between instants, in one look-up of a bucket for each. Active leads are those at the end
 * of a bucket, so that all time before counts; the last bucket ends at the last instant.
 */
const trendsQuery = `
  SELECT name, width_bucket(hour, $1::timestamptz[]) AS bucket, sum(value)::float8 AS value
    FROM (SELECT metric AS name, hour, count AS value FROM counters WHERE metric = 'events' AND hour >= ($1::timestamptz[])[1]
          UNION ALL
          SELECT metric, hour, count FROM counters
           WHERE metric = 'actions' AND split_part(dimension, ':', 2) <> 'simulated' AND hour >= ($1::timestamptz[])[1]
          UNION ALL
          SELECT 'cost', hour, amount FROM counters WHERE metric = 'usage' AND hour >= ($1::timestamptz[])[1]
          UNION ALL
          SELECT 'leads', hour, count FROM counters WHERE metric = 'active_leads') counted
   WHERE hour < ($1::timestamptz[])[cardinality($1::timestamptz[])]
   GROUP BY 1, 2`;

export type Trend = { name: TrendName; total: number; before: number | null; points: number[] };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * The figures of the dashboard in buckets that begin at `starts`; its last value is the end of the last bucket. The
 * first `skipped` buckets are those of the period before, with which the others are compared.
 */
export const readTrends = async (
  pool: pg.Pool,
  starts: readonly Date[],
  skipped: number,
): Promise<Trend[]> => {
  const { rows } = await pool.query<{ name: string; bucket: number; value: number }>({
    name: "dashboard-trends",
    text: trendsQuery,
    values: [starts],
  });
  const bucketsOf = (name: TrendName): number[] => {
    const own = new Map(rows.filter((row) => row.name === name).map(({ bucket, value }) => [bucket, value]));
    return starts.map((_, bucket) => own.get(bucket) ?? 0);
  };
  const summed = (name: TrendName): Trend => {
    const [, ...buckets] = bucketsOf(name);
    const points = buckets.slice(skipped).map(rounded);
    const before = skipped === 0 ? null : rounded(sum(buckets.slice(0, skipped)));
    return { name, total: rounded(sum(points)), before, points };
  };
  let active = 0;
  const [, ...levels] = bucketsOf("leads").map((change) => {
    active += change;
    return active;
  });
  const points = levels.slice(skipped);
  const leads: Trend = {
    ...{ name: "leads", total: points.at(-1) ?? 0, points },
    before: skipped === 0 ? null : (levels[skipped - 1] ?? 0),
  };
  return [summed("events"), leads, summed("actions"), summed("cost")];
};
