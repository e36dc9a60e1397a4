import type pg from "pg";

/** Each maximum is one step into an index. */
export const newestChangeQuery = {
  name: "newest-change",
  text: `SELECT greatest(
    (SELECT max(updated_at) FROM people),
    (SELECT max(created_at) FROM events),
    (SELECT max(created_at) FROM timeline),
    (SELECT max(created_at) FROM actions),
    (SELECT max(created_at) FROM calls),
    (SELECT max(created_at) FROM audit_logs WHERE event_type = 'data_change'),
    (SELECT max(created_at) FROM audit_logs WHERE event_type = 'settings_update')
  ) AS at`,
};

export const newestChange = async (pool: pg.Pool): Promise<Date | null> => {
  const { rows } = await pool.query<{ at: Date | null }>(newestChangeQuery);
  return rows[0]?.at ?? null;
};
