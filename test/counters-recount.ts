type Count = { metric: string; dimension: string; hour: string; count: number; amount: string };
type Client = { query: (sql: string) => Promise<{ rows: Count[] }> };

/** What the counters say. */
export const readCounters = async (client: Client): Promise<Count[]> =>
  (
    await client.query(
      `SELECT metric, dimension, extract(epoch FROM hour)::bigint AS hour, sum(count)::int AS count, sum(amount)::numeric(16,6)::text AS amount
         FROM counters GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3`,
    )
  ).rows;

/** What a count of the rows says. */
export const recount = async (client: Client): Promise<Count[]> =>
  (
    await client.query(
      `SELECT metric, dimension, extract(epoch FROM hour)::bigint AS hour, count::int, amount::numeric(16,6)::text AS amount FROM (
         SELECT 'events' AS metric, endpoint_id::text AS dimension, date_trunc('hour', created_at, 'UTC') AS hour, count(*) AS count, 0::numeric(16,6) AS amount FROM events GROUP BY 1, 2, 3
         UNION ALL SELECT 'events_pii', endpoint_id::text, date_trunc('hour', created_at, 'UTC'), count(*), 0 FROM events WHERE pii_detected GROUP BY 1, 2, 3
         UNION ALL SELECT 'actions', type || ':' || CASE WHEN simulation = 'test' THEN 'simulated' ELSE status END, date_trunc('hour', created_at, 'UTC'), count(*), 0 FROM actions GROUP BY 1, 2, 3
         UNION ALL SELECT 'usage', service, date_trunc('hour', created_at, 'UTC'), count(*), sum(cost) FROM usage GROUP BY 1, 2, 3
         UNION ALL SELECT 'people', type || ':' || status, timestamptz 'epoch', count(*), 0 FROM people GROUP BY 1, 2, 3
         UNION ALL SELECT 'reached', type || ':' || stage_reached, timestamptz 'epoch', count(*), 0 FROM people GROUP BY 1, 2, 3
         UNION ALL SELECT 'consents', key, timestamptz 'epoch', count(*), 0 FROM people, jsonb_each(consents) WHERE value = 'true' GROUP BY 1, 2, 3
         UNION ALL SELECT 'active_leads', '', hour, sum(n), 0 FROM (
           SELECT date_trunc('hour', created_at, 'UTC') AS hour, 1 AS n FROM people WHERE type = 'lead'
           UNION ALL SELECT date_trunc('hour', converted_at, 'UTC'), -1 FROM people WHERE type = 'lead' AND converted_at IS NOT NULL) x GROUP BY hour
       ) all_of_it WHERE count <> 0 OR amount <> 0 ORDER BY 1, 2, 3`,
    )
  ).rows;
