import autocannon from "autocannon";
import type pg from "pg";
import { startBarePeople } from "./bare-peers.ts";
import type { CoreFigure, Round } from "./core-figures.ts";
import { importPeople } from "./import-people.ts";
import type { Workspace } from "./workspace.ts";

const rounds = 3;
const people = 20_000;
const importedRows = 10_000;

const pagesPerSecond = async (url: string, cookie: string): Promise<number> => {
  const result = await autocannon({ url, headers: { cookie }, connections: 16, duration: 2 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} failed`);
  return result.requests.average;
};

const pages = [
  { name: "inbox page", ours: "/api/inbox?view=open", bare: "inbox", counterpart: "plain query of the rows" },
  {
    name: "people search, rare name",
    ours: "/api/people?search=zenaida+quinones",
    bare: "?search=zenaida+quinones",
    counterpart: "same statements, bare",
  },
  {
    name: "people search, common name",
    ours: "/api/people?search=maria",
    bare: "?search=maria",
    counterpart: "same statements, bare",
  },
];

/** People with an open conversation each. */
const seedPeople = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `WITH added AS (
       INSERT INTO people (first_name, last_name, email, tags)
       SELECT (ARRAY['Maria', 'José', 'Luis', 'Carmen', 'Zenaida'])[1 + n % 5],
              (ARRAY['Colón', 'Rivera', 'Quiñones', 'Vega', 'Santiago', 'Brooks', 'Ortiz'])[1 + n / 5 % 7] || ' ' || n / 100,
              'p' || n || '@example.com', CASE WHEN n % 10 = 0 THEN '{vip}'::text[] ELSE '{}' END
         FROM generate_series(1, $1::int) n RETURNING id)
     INSERT INTO threads (person_id, last_item_at, last_text, last_channel, last_direction)
     SELECT id, now() - row_number() OVER () * interval '1 minute', 'Is it still available?', 'sms', 'in' FROM added`,
    [people],
  );
  await pool.query("VACUUM ANALYZE people, threads");
};

/** Rows a second of a COPY into a table with an index. */
const copyRows = async (pool: pg.Pool): Promise<number> => {
  const count = 100_000;
  await pool.query(
    "CREATE TABLE IF NOT EXISTS bare_people (id bigserial PRIMARY KEY, name text, email text UNIQUE, phone text)",
  );
  await pool.query("TRUNCATE bare_people");
  const program = `awk 'BEGIN { for (n = 0; n < ${count}; n++) print "Persona " n "\\tnueva" n "@example.org\\t+1939" n }'`;
  const started = performance.now();
  await pool.query(`COPY bare_people (name, email, phone) FROM PROGRAM '${program.replaceAll("'", "''")}'`);
  return (count * 1000) / (performance.now() - started);
};

/** Pages of a screen and an import, over a small workspace. */
export const checkPeople = async (workspace: Workspace): Promise<CoreFigure[]> => {
  const { url, cookie, connection, pool } = workspace;
  await seedPeople(pool);
  const peer = await startBarePeople(JSON.stringify(connection));
  try {
    const figures: CoreFigure[] = [];
    for (const { name, ours, bare, counterpart } of pages) {
      const measured: Round[] = [];
      await pagesPerSecond(url + ours, cookie);
      for (let done = 0; done < rounds; done++)
        measured.push({
          product: await pagesPerSecond(url + ours, cookie),
          bare: await pagesPerSecond(peer.url + bare, cookie),
        });
      figures.push({ name, unit: "pages/s", better: "higher", counterpart, rounds: measured });
    }
    const imported: Round[] = [];
    for (let done = 0; done < rounds; done++) {
      const { running } = await importPeople(workspace, importedRows, done);
      imported.push({ product: importedRows / running, bare: await copyRows(pool) });
    }
    const counterpart = "COPY into a table";
    return [...figures, { name: "import", unit: "rows/s", better: "higher", counterpart, rounds: imported }];
  } finally {
    peer.stop();
  }
};
