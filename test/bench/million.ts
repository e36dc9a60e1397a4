import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

const people = 1_000_000;
const events = 5_000_000;

const firstNames =
  "ARRAY['Maria','José','Luis','Carmen','Ana','Juan','Zenaida','Ramón','Yadira','Amber','Karen','Rafael']";
const lastNames =
  "ARRAY['Colón','Rivera','Quiñones','Vega','Santiago','Brooks','Ortiz','Cruz','Pagán','Meléndez','Torres']";

const seedPeople = async (client: pg.Client): Promise<void> => {
  await client.query("SET synchronous_commit = off");
  for (let done = 0; done < people; done += 100_000) {
    await client.query(
      `INSERT INTO people (type, status, consents, first_name, last_name, email, phone, tags, zip, updated_at, created_at)
       SELECT (ARRAY['lead','lead','lead','customer'])[1 + n % 4], (ARRAY['new','qualified','contacted','converted'])[1 + n / 7 % 4],
              jsonb_build_object('sms', n % 3 > 0),
              (${firstNames})[1 + n % 12], (${lastNames})[1 + n / 12 % 11] || ' ' || n / 1000,
              'p' || n || '@example.com', '+1787' || lpad(n::text, 7, '0'),
              CASE WHEN n % 10 = 0 THEN '{vip}'::text[] ELSE '{}' END, lpad((n % 99999)::text, 5, '0'),
              now() - n * interval '3 seconds', now() - n * interval '7 seconds'
         FROM generate_series($1::int, $2::int) n`,
      [done + 1, done + 100_000],
    );
    process.stderr.write(`\r  ${done + 100_000} people`);
  }
  await client.query(
    "INSERT INTO ai_profiles (person_id, intent_score) SELECT id, (random() * 100)::int FROM people WHERE random() < 0.6",
  );
};

/** Runs `fill` without the secondary indexes of the tables, and builds them afterwards, which takes a fraction of the time. */
const withoutIndexes = async (
  client: pg.Client,
  tables: string[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relname = ANY($1) AND NOT i.indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await fill();
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await client.query(definition);
};

/** Fills a large workspace with people, scores and what `more` adds. */
const seed = async (
  connection: pg.ClientConfig,
  more: (client: pg.Client, endpointId: string) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    "INSERT INTO endpoints (name, type) VALUES ('bench', 'webhook') RETURNING id",
  );
  await withoutIndexes(client, ["people", "person_addresses", "events", "actions", "messages"], async () => {
    await seedPeople(client);
    await more(client, rows[0].id);
  });
  await client.query("SELECT compact_counters()");
  await client.query("VACUUM ANALYZE");
  await client.end();
  process.stderr.write("\n");
};

/** People, scores and events. */
export const seedMillion = (connection: pg.ClientConfig): Promise<void> =>
  seed(connection, async (client, endpointId) => {
    for (let done = 0; done < events; done += 500_000) {
      await client.query(
        `INSERT INTO events (endpoint_id, event_type, raw_data, created_at)
         SELECT $1, 'bench', '{"a":1}', now() - n * interval '1.5 seconds' FROM generate_series($2::int, $3::int) n`,
        [endpointId, done + 1, done + 500_000],
      );
      process.stderr.write(`\r  ${done + 500_000} events `);
    }
  });

/** How many messages the longest conversation has. */
const longest = 5000;

/**
 * People, scores and five million messages: two that each person wrote, one of them unanswered for a third of the
 * people, and the answers. The first person has a long conversation. Messages and threads are derived by SQL, because so many do not pass through the pipeline.
 */
export const seedConversations = (connection: pg.ClientConfig): Promise<void> =>
  seed(connection, async (client, endpointId) => {
    const { rows } = await client.query("SELECT id FROM users LIMIT 1");
    const texts = `(ARRAY['¿Cuánto cuesta el plan?','I need a quote for my roof','Gracias, mañana les llamo','Is it still available?',
                          'No me ha llegado la factura'])[1 + n % 5]`;
    await client.query(
      "CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM people",
    );
    await client.query("CREATE UNIQUE INDEX ON numbered (n)");
    const write = async (select: string, bounds: [number, number]) => {
      await client.query(
        `INSERT INTO events (endpoint_id, person_id, event_type, validation_status, raw_data, processed_data, created_at)
         SELECT $1, t.id, 'message_received', 'valid', '{}',
                jsonb_build_object('event', jsonb_build_object('channel', 'sms', 'message', ${texts})), t.at - interval '1 hour'
           FROM (${select}) t`,
        [endpointId, ...bounds],
      );
      await client.query(
        `INSERT INTO actions (person_id, type, status, config, sent_by, executed_at, created_at)
         SELECT t.id, 'sms', 'delivered', jsonb_build_object('text', 'We answer this today.'),
                CASE WHEN n % 3 > 0 THEN $1::uuid END, t.at, t.at FROM (${select}) t`,
        [rows[0].id, ...bounds],
      );
    };
    for (let done = 0; done < people; done += 50_000) {
      await write(
        `SELECT id, n, now() - (n % 1000000 * 5 + part * 2000000) * interval '1 second' AS at
           FROM numbered, generate_series(0, 1) part WHERE n BETWEEN $2 AND $3`,
        [done + 1, done + 50_000],
      );
      process.stderr.write(`\r  messages of ${done + 50_000} people`);
    }
    await write(
      "SELECT id, m AS n, now() - m * interval '10 minutes' AS at FROM numbered, generate_series($2::int, $3::int) m WHERE n = 1",
      [1, longest / 2],
    );
    await write(
      `SELECT id, n, now() - (n * 5 + 7000000) * interval '1 second' AS at FROM numbered WHERE n BETWEEN $2 AND $3`,
      [1, people / 2],
    );
    await client.query("BEGIN");
    for (const name of ["derive-messages.sql", "derive-threads.sql"])
      await client.query(readFileSync(join(import.meta.dirname, name), "utf8"));
    await client.query("SELECT derive_messages()");
    await client.query("CREATE INDEX messages_seed_index ON messages (person_id, at DESC, id DESC)");
    await client.query("CREATE INDEX actions_seed_index ON actions (person_id, created_at DESC)");
    await client.query("ANALYZE messages, actions");
    await client.query("SELECT derive_threads(now() - interval '60 days')");
    await client.query("DROP INDEX messages_seed_index, actions_seed_index");
    await client.query("COMMIT");
  });
