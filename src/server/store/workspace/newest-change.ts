import type pg from "pg";

/** Each maximum is one step into an index, or a look through a short table. */
export const newestChangeQuery = {
  name: "newest-change",
  text: `SELECT greatest(
    (SELECT max(updated_at) FROM people),
    (SELECT created_at FROM events ORDER BY id DESC LIMIT 1),
    (SELECT max(created_at) FROM timeline),
    (SELECT max(created_at) FROM actions),
    (SELECT max(created_at) FROM calls),
    (SELECT max(updated_at) FROM endpoints),
    (SELECT max(updated_at) FROM rules),
    (SELECT max(updated_at) FROM scripts)
  ) AS at`,
};

/** When the workspace's data last changed. Signing in or saving a setting is not a change of data. */
export const readNewestChangeTime = async (pool: pg.Pool): Promise<Date | null> => {
  const { rows } = await pool.query<{ at: Date | null }>(newestChangeQuery);
  return rows[0]?.at ?? null;
};
