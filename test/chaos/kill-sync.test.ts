import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { createTestDatabase } from "../database.ts";
import { adminEmail, password } from "../faro.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";

const contacts = 1200;
const ownPeople = 150;
/** The lock for which a transaction waits until its process is killed. */
const lock = 4713;

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let connection: pg.ClientConfig;
let pool: pg.Pool;
let holder: pg.PoolClient;
let sandbox: Sandbox;
let server: FaroProcess | undefined;
let cookie = "";
beforeAll(async () => {
  [dir, connection, sandbox] = await Promise.all([temporaryDir(), createTestDatabase(), startSandbox()]);
  pool = new pg.Pool({ ...connection, max: 3 });
  holder = await pool.connect();
});
afterAll(async () => {
  holder.release();
  await server?.stop("SIGKILL");
  await pool.end();
  await sandbox.stop();
  await dir.remove();
});

const start = async (port: number): Promise<void> => {
  const { user, database, host } = connection;
  server = await startProcess({
    dataDir: dir.path,
    env: {
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${connection.port}`,
      FARO_ADMIN_EMAIL: adminEmail,
      FARO_ADMIN_PASSWORD: password,
      FARO_VENDOR_BASE: sandbox.url,
      FARO_LOG: "fatal",
    },
  });
};

const send = async (port: number, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  cookie ||= answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as any;
};

const atHubspot = async (path: string, body: object) => {
  const answer = await fetch(`${sandbox.url}/hubspot/crm/v3/objects/contacts/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer colleague" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as any;
};

/** Kills the process while it waits for the lock; what it had written in the transaction is rolled back. */
const killWhileHeld = async (trigger: string): Promise<void> => {
  const waiting = async () =>
    (
      await pool.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND classid = 0 AND NOT granted",
        [lock],
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 120_000 }).toBeGreaterThan(0);
  await server?.stop("SIGKILL");
  await pool.query(trigger);
  await holder.query("SELECT pg_advisory_unlock_all()");
};

test("a sync that is killed while it writes here, or after the vendor took a push, loses and doubles nothing", async () => {
  for (let page = 0; page < contacts; page += 100)
    await atHubspot("batch/create", {
      inputs: Array.from({ length: 100 }, (_, n) => ({
        properties: { email: `c${page + n}@example.com`, firstname: `C${page + n}` },
      })),
    });
  await pool.query(
    `INSERT INTO people (first_name, email, phone)
     SELECT 'P' || n, CASE WHEN n % 2 = 0 THEN 'p' || n || '@example.com' END, '+1939' || (2000000 + n)
       FROM generate_series(1, $1) n`,
    [ownPeople],
  );
  await pool.query(`
    CREATE FUNCTION hold_sync() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${lock}); RETURN NEW; END $$;
    CREATE TRIGGER hold_here BEFORE INSERT ON people FOR EACH ROW
      WHEN (NEW.first_name = 'C700') EXECUTE FUNCTION hold_sync();
    CREATE TRIGGER hold_answer BEFORE UPDATE ON sync_changes FOR EACH ROW
      WHEN (NEW.state = 'done' AND OLD.state = 'pending') EXECUTE FUNCTION hold_sync()`);
  await holder.query("SELECT pg_advisory_lock($1)", [lock]);
  const port = await freePort();
  await start(port);
  await send(port, "POST", "/api/auth/login", { email: adminEmail, password });
  await send(port, "POST", "/api/integrations/hubspot", {
    accessToken: "pat-na1-live",
    requestsPerSecond: 1000,
  });
  const { guess } = await send(port, "POST", "/api/syncs/hubspot/fields");
  await send(port, "PUT", "/api/syncs/hubspot", {
    map: guess,
    rule: "newest",
    createsHere: true,
    createsThere: true,
    onRemoteDelete: "keep",
    onLocalDelete: "keep",
  });
  await send(port, "POST", "/api/syncs/hubspot/start");

  await killWhileHeld("DROP TRIGGER hold_here ON people");
  await holder.query("SELECT pg_advisory_lock($1)", [lock]);
  await start(port);
  // The vendor has made the first contacts of our people, and their answer is not stored.
  await killWhileHeld("DROP TRIGGER hold_answer ON sync_changes");
  const { rows: pending } = await pool.query("SELECT FROM sync_changes WHERE state = 'pending'");
  expect(pending.length).toBeGreaterThan(0);
  await start(port);

  await expect
    .poll(async () => (await send(port, "GET", "/api/syncs/hubspot")).phase, {
      timeout: 180_000,
      interval: 500,
    })
    .toBe("live");
  // Two contacts are in the simulator from its start.
  const all = contacts + ownPeople + 2;
  const { rows } = await pool.query(`
    SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(DISTINCT phone)::int FROM people) AS phones,
           (SELECT count(*)::int FROM sync_links WHERE person_id IS NOT NULL) AS links,
           (SELECT count(*)::int FROM sync_changes WHERE state = 'pending') AS pending,
           (SELECT count(*)::int FROM sync_changes WHERE way = 'in' AND kind = 'added') AS added`);
  expect(rows).toEqual([{ people: all, phones: ownPeople + 1, links: all, pending: 0, added: contacts + 2 }]);
  const { total } = await atHubspot("search", { filterGroups: [], limit: 1 });
  expect(total).toBe(all);
}, 600_000);
