import type pg from "pg";

export type CostRow = { kind: string; service: string; uses: number; cost: number };

/** What the time since then cost, by what for and whose service, the dearest first; and for how many people. */
export const readCosts = async (
  pool: pg.Pool,
  since: Date,
): Promise<{ parts: CostRow[]; total: number; people: number }> => {
  const [parts, whole] = await Promise.all([
    pool.query<CostRow>({
      name: "costs",
      text: `SELECT kind, service, count(*)::int AS uses, sum(cost)::float8 AS cost
        FROM usage WHERE created_at >= $1 GROUP BY 1, 2 HAVING sum(cost) > 0 ORDER BY 4 DESC, 1, 2`,
      values: [since],
    }),
    pool.query<{ people: number; total: number }>({
      name: "costs-people",
      text: `SELECT count(DISTINCT person_id)::int AS people, coalesce(sum(cost), 0)::float8 AS total
        FROM usage WHERE created_at >= $1`,
      values: [since],
    }),
  ]);
  return { parts: parts.rows, total: whole.rows[0]?.total ?? 0, people: whole.rows[0]?.people ?? 0 };
};
