import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../database.ts";
import { createImporter } from "../importer.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";

const rows = 100_000;
const knownPeople = 500;
/** Rows at which a process is killed while their page is being written; each on another page. */
const killedAt = [1700, 61_500];
const admin = { email: "admin@example.com", password: "correct horse battery" };
/** The lock for which a page waits until its process is killed. */
const lock = 4712;

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let connection: pg.ClientConfig;
let pool: pg.Pool;
let holder: pg.PoolClient;
let server: FaroProcess | undefined;
beforeAll(async () => {
  dir = await temporaryDir();
  connection = await createTestDatabase();
  pool = new pg.Pool({ ...connection, max: 3 });
  holder = await pool.connect();
});
afterAll(async () => {
  holder.release();
  await server?.stop("SIGKILL");
  await pool.end();
  await dir.remove();
});

const start = async (port: number): Promise<void> => {
  const { user, database, host } = connection;
  server = await startProcess({
    dataDir: dir.path,
    env: {
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${connection.port}`,
      FARO_ADMIN_EMAIL: admin.email,
      FARO_ADMIN_PASSWORD: admin.password,
      FARO_LOG: "fatal",
    },
  });
};

/** Requests to the process that runs at present, as the administrator. */
const createSend = (url: string) => {
  let cookie = "";
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  return send;
};

const count = async (query: string, values: unknown[] = []): Promise<number> =>
  (await pool.query(query, values)).rows[0].n;

/** Makes the page with the named person wait, before it writes or removes them. */
const hold = async (name: string): Promise<void> => {
  await holder.query("SELECT pg_advisory_lock($1)", [lock]);
  await pool.query("DELETE FROM held_people");
  await pool.query("INSERT INTO held_people VALUES ($1)", [name]);
};

/** Kills the process while the page waits; what it had written of the page is rolled back. */
const killWhileHeld = async (): Promise<void> => {
  const waiting = () =>
    count(
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted",
      [lock],
    );
  await expect.poll(waiting, { timeout: 600_000 }).toBeGreaterThan(0);
  await server?.stop("SIGKILL");
  await pool.query("DELETE FROM held_people");
  await holder.query("SELECT pg_advisory_unlock($1)", [lock]);
};

const snapshot = async () =>
  (
    await pool.query(`SELECT
      (SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM people p) AS people,
      (SELECT md5(string_agg(concat_ws(' ', person_id, kind, value, is_primary), ',' ORDER BY person_id, kind, value))
         FROM person_addresses) AS addresses,
      (SELECT count(*)::int FROM consent_records) AS consents, (SELECT count(*)::int FROM notes) AS notes`)
  ).rows;

test(`an import of ${rows} rows and its undo do each row once, whenever the process is killed`, async () => {
  await pool.query(`
    CREATE TABLE held_people (name text);
    CREATE FUNCTION hold_person() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held_people WHERE name = OLD.first_name OR name = NEW.first_name) THEN
        PERFORM pg_advisory_xact_lock(${lock});
      END IF;
      RETURN coalesce(NEW, OLD);
    END $$;
    CREATE TRIGGER hold_added BEFORE INSERT ON people FOR EACH ROW WHEN (NEW.first_name LIKE 'Held%') EXECUTE FUNCTION hold_person();
    CREATE TRIGGER hold_removed BEFORE DELETE ON people FOR EACH ROW WHEN (OLD.first_name LIKE 'Held%') EXECUTE FUNCTION hold_person()`);
  await pool.query(
    `INSERT INTO people (first_name, email, tags, status) SELECT 'P' || n, 'p' || n || '@example.com', '{b,a}', 'qualified'
       FROM generate_series(1, $1) n`,
    [knownPeople],
  );
  const port = await freePort();
  await start(port);
  const send = createSend(`http://localhost:${port}`);
  await send("POST", "/api/auth/login", admin);
  const { upload, read, map, check, becomes } = createImporter(() => ({ pool, send }), 600_000);
  const before = await snapshot();

  const lines = Array.from({ length: rows }, (_, index) => {
    const name = killedAt.includes(index + 1) ? `Held${index + 1}` : `P${index + 1}`;
    return `${name},p${index + 1}@example.com,converted,yes,called`;
  });
  const id = await upload(`First name,E-mail,Status,SMS consent,Notes\n${lines.join("\n")}\n`);
  const { options } = await read(id);
  await map(id, { columns: options.columns.map((column: object) => ({ ...column, mode: "overwrite" })) });
  await check(id);

  await hold(`Held${killedAt[0]}`);
  expect((await send("POST", `/api/imports/${id}/run`)).status).toBe(200);
  for (const next of [...killedAt.slice(1), undefined]) {
    await killWhileHeld();
    if (next !== undefined) await hold(`Held${next}`);
    await start(port);
  }
  const { batch } = await becomes(id, "done");
  expect(batch).toMatchObject({
    processed: rows,
    counts: { added: rows - knownPeople, changed: knownPeople },
  });
  expect(await count("SELECT count(*)::int AS n FROM people")).toBe(rows);
  expect(await count("SELECT count(DISTINCT email)::int AS n FROM people")).toBe(rows);
  for (const table of ["timeline", "consent_records"])
    expect(await count(`SELECT count(*)::int AS n FROM ${table} WHERE caused_by = $1`, [id])).toBe(rows);
  expect(await count("SELECT count(*)::int AS n FROM notes")).toBe(rows);

  await hold(`Held${killedAt[0]}`);
  expect((await send("POST", `/api/batches/${id}/undo`)).status).toBe(200);
  await killWhileHeld();
  await start(port);
  expect((await becomes(id, "undone")).batch.undone).toEqual({ reversed: rows });
  expect(await snapshot()).toEqual(before);
}, 1_200_000);
