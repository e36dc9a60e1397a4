import pg from "pg";

const people = 1_000_000;
const events = 5_000_000;

/** Fills a large workspace: people, scores and events. */
export const seedMillion = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("SET synchronous_commit = off");
  const first =
    "ARRAY['Maria','José','Luis','Carmen','Ana','Juan','Zenaida','Ramón','Yadira','Amber','Karen','Rafael']";
  const last =
    "ARRAY['Colón','Rivera','Quiñones','Vega','Santiago','Brooks','Ortiz','Cruz','Pagán','Meléndez','Torres']";
  for (let done = 0; done < people; done += 100_000) {
    await client.query(
      `INSERT INTO people (type, status, consents, first_name, last_name, email, phone, updated_at, created_at)
       SELECT (ARRAY['lead','lead','lead','customer'])[1 + n % 4], (ARRAY['new','qualified','contacted','converted'])[1 + n / 7 % 4],
              jsonb_build_object('sms', n % 3 > 0),
              (${first})[1 + n % 12], (${last})[1 + n / 12 % 11] || ' ' || n / 1000,
              'p' || n || '@example.com', '+1787' || lpad(n::text, 7, '0'), now() - n * interval '3 seconds', now() - n * interval '7 seconds'
         FROM generate_series($1::int, $2::int) n`,
      [done + 1, done + 100_000],
    );
    process.stderr.write(`\r  ${done + 100_000} people`);
  }
  await client.query(
    "INSERT INTO ai_profiles (person_id, intent_score) SELECT id, (random() * 100)::int FROM people WHERE random() < 0.6",
  );
  const { rows } = await client.query(
    "INSERT INTO endpoints (name, type) VALUES ('bench', 'webhook') RETURNING id",
  );
  for (let done = 0; done < events; done += 500_000) {
    await client.query(
      `INSERT INTO events (endpoint_id, event_type, raw_data, created_at)
       SELECT $1, 'bench', '{"a":1}', now() - n * interval '1.5 seconds' FROM generate_series($2::int, $3::int) n`,
      [rows[0].id, done + 1, done + 500_000],
    );
    process.stderr.write(`\r  ${done + 500_000} events `);
  }
  await client.query("SELECT compact_counters()");
  await client.query("VACUUM ANALYZE");
  await client.end();
  process.stderr.write("\n");
};
