import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { anchorHead, readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { dump, load } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { repeatErasures } from "#server/housekeeping/complete-erasures.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { createWrite } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase } from "./database.ts";
import { deletePeople } from "./delete-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { readZip } from "./read-zip.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const name = "Zenobia";
const email = "zenobia.q@example.com";
const phone = "+17875550148";

const addPerson = async () => {
  const { body } = await admin.send("POST", "/api/people", {
    firstName: name,
    email,
    phone,
    consents: { sms: true, dnc: true },
    isSeparatePerson: true,
  });
  await admin.send("PUT", `/api/people/${body.id}`, { lastName: `${name} the second` });
  return body.id as string;
};

/** Puts the person's data into every place where the product stores some. */
const addTraces = async (id: string): Promise<void> => {
  const run = (text: string, values: unknown[] = [id]) => faro.pool.query(text, values);
  const { rows } = await run(
    "INSERT INTO endpoints (name, type) VALUES ('Form', 'webhook') RETURNING id",
    [],
  );
  const endpoint = rows[0].id;
  const payload = JSON.stringify({ name, email });
  const { rows: events } = await run(
    "INSERT INTO events (endpoint_id, person_id, raw_data, processed_data) VALUES ($1, $2, $3, $3) RETURNING id",
    [endpoint, id, payload],
  );
  await run("INSERT INTO events (endpoint_id, raw_data, validation_status) VALUES ($1, $2, 'dead')", [
    endpoint,
    JSON.stringify({ lines: [`From: ${name} <${email}>`] }),
  ]);
  await run("INSERT INTO events (endpoint_id, raw_data, validation_status) VALUES ($1, $2, 'invalid')", [
    endpoint,
    JSON.stringify({ tel: "(787) 555-0148", text: `It is ${name}` }),
  ]);
  await run("INSERT INTO events (endpoint_id, raw_data) VALUES ($1, $2)", [
    endpoint,
    JSON.stringify({ email: "someone.else@example.com" }),
  ]);
  await run("INSERT INTO blobs (sha256, size, content) VALUES ('\\x01', 7, convert_to($1, 'UTF8'))", [name]);
  await run(
    "INSERT INTO event_files (event_id, sha256, filename, content_type, size) VALUES ($1, '\\x01', $2, 'text/plain', 7)",
    [events[0].id, `${name}.txt`],
  );
  await run(
    `INSERT INTO actions (person_id, type, status, config, messenger, provider_id)
     VALUES ($1, 'sms', 'sent', jsonb_build_object('text', 'Hi ${name}'), 'twilio-sms', 'SM1')`,
  );
  await run(
    `INSERT INTO delivery_receipts (messenger, provider_id, status, detail)
     VALUES ('twilio-sms', 'SM1', 'delivered', '{"to": "${phone}"}')`,
    [],
  );
  await run(
    `INSERT INTO calls (person_id, type, phone_number, status, metadata)
     VALUES ($1, 'inbound', '${phone}', 'completed', '{"audioBase64": "WmVub2JpYQ=="}')`,
  );
  await run("INSERT INTO timeline (person_id, event_type, title) VALUES ($1, 'event_received', $2)", [
    id,
    name,
  ]);
  await run(`INSERT INTO reviews (person_id, channel, words) VALUES ($1, 'sms', 'stop, ${name}')`);
  await run(
    "INSERT INTO consent_records (person_id, channel, state, method, proof) VALUES ($1, 'sms', 'granted', 'operator', $2)",
    [id, payload],
  );
};

const findMarker = async (connection: pg.ClientConfig, marker: string): Promise<string[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  );
  const found: string[] = [];
  for (const { name: table } of rows) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} t WHERE t::text ILIKE '%' || $1 || '%'`, [
      marker,
    ]);
    if (rowCount) found.push(table);
  }
  await client.end();
  return found;
};

const waitForSweep = () =>
  vi.waitUntil(
    async () => {
      const { rows } = await faro.pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM erasures WHERE swept_at IS NULL OR copied_at IS NULL",
      );
      return rows[0]?.n === 0;
    },
    { timeout: 180_000, interval: 100 },
  );

const backup = async (): Promise<Buffer> => {
  const client = new pg.Client(faro.connection);
  await client.connect();
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on("data", (chunk: Buffer) => chunks.push(chunk));
  await dump(client, output, "test");
  output.end();
  await client.end();
  return Buffer.concat(chunks);
};

const verify = async (connection: pg.ClientConfig) => {
  const pool = new pg.Pool(connection);
  const result = await verifyAudit(pool, await openKeyring(faro.config.dataDir, undefined), []);
  await pool.end();
  return result;
};

describe("erasure", () => {
  test("removes a person everywhere, keeps the opt-out and the chain, and survives a restore", async () => {
    const id = await addPerson();
    await addTraces(id);
    const before = await backup();
    expect(await admin.send("DELETE", `/api/people/${id}`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    await waitForSweep();

    for (const marker of [name, email, "555-0148", phone, "WmVub2JpYQ"])
      expect(await findMarker(faro.connection, marker), marker).toEqual([]);
    const others = await faro.pool.query("SELECT 1 FROM events WHERE raw_data::text LIKE '%someone.else%'");
    expect(others.rowCount).toBe(1);
    expect((await faro.pool.query("SELECT 1 FROM blobs")).rowCount).toBe(0);

    const keyring = await openKeyring(faro.config.dataDir, undefined);
    await anchorHead(faro.pool, keyring, faro.config.dataDir);
    expect(await verifyAudit(faro.pool, keyring, await readHeads(faro.config.dataDir))).toMatchObject({
      ok: true,
    });

    const again = (await admin.send("POST", "/api/people", { email, phone, consents: { sms: true } })).body
      .id;
    const { body } = await admin.send("POST", `/api/people/${again}/messages/check`, {});
    expect(body.find((one: { channel: string }) => one.channel === "sms")).toMatchObject({ ruling: "stop" });

    const restored = await createTestDatabase();
    await load(restored, Readable.from([before]));
    expect(await findMarker(restored, name)).not.toEqual([]);
    const database = openDatabase(restored, () => {});
    const { db } = database;
    const context = {
      db,
      write: createWrite(db, { insert: async () => {} }),
      hash: await openAddressHash(db, keyring),
      dataDir: faro.config.dataDir,
    };
    expect(await repeatErasures(context)).toBe(1);
    expect(await repeatErasures(context)).toBe(0);
    await database.close();
    for (const marker of [name, email, "555-0148", phone])
      expect(await findMarker(restored, marker), marker).toEqual([]);
    expect(await verify(restored)).toMatchObject({ ok: true });
  });

  test("is made again where the database ends it for a deadlock with other work", async () => {
    const id = await addPerson();
    await faro.pool.query(
      "INSERT INTO tasks (person_id, title, owner_id) VALUES ($1, 'Call', (SELECT id FROM users LIMIT 1))",
      [id],
    );
    const [other, gate] = [await faro.pool.connect(), await faro.pool.connect()];
    const pidOf = async (client: pg.PoolClient): Promise<number> =>
      (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
    const countBlocked = async (pid: number): Promise<number> =>
      (await faro.pool.query("SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [pid]))
        .rowCount ?? 0;
    try {
      // The other work never ends its own wait, so the erasure is the side that the database ends.
      await other.query("BEGIN; SET LOCAL deadlock_timeout = '5min'");
      await other.query("SELECT FROM tasks WHERE person_id = $1 FOR UPDATE", [id]);
      await gate.query("BEGIN");
      await gate.query("SELECT FROM timeline WHERE person_id = $1 FOR UPDATE", [id]);
      const [otherPid, gatePid] = [await pidOf(other), await pidOf(gate)];
      const removed = admin.send("DELETE", `/api/people/${id}`);
      await expect.poll(() => countBlocked(gatePid), { timeout: 20_000 }).toBe(1);
      // The erasure has the person, and is kept from going on until the other work waits for the person.
      const locked = other.query("SELECT FROM people WHERE id = $1 FOR UPDATE", [id]);
      const otherIsWaiting = async () =>
        (
          await faro.pool.query("SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'", [
            otherPid,
          ])
        ).rowCount;
      await expect.poll(otherIsWaiting, { timeout: 20_000 }).toBe(1);
      await gate.query("COMMIT");
      expect((await locked).rowCount).toBe(1);
      await other.query("COMMIT");
      expect(await removed).toMatchObject({ status: 200, body: { ok: true } });
      expect((await faro.pool.query("SELECT FROM people WHERE id = $1", [id])).rowCount).toBe(0);
    } finally {
      other.release(true);
      gate.release(true);
    }
  });

  test("cannot hide an audit entry that no erasure lists", async () => {
    const id = await addPerson();
    const client = await faro.pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT set_config('faro.erasing', 'on', true)");
    await client.query(
      "UPDATE audit_logs SET description = '', metadata = NULL, salt = '' WHERE entity_id = $1",
      [id],
    );
    await client.query("COMMIT");
    client.release();
    expect(await verify(faro.connection)).toMatchObject({ ok: false, reason: "changed" });
    await admin.send("DELETE", `/api/people/${id}`);
  });

  test("ignores an incomplete line of its file", async () => {
    const file = join(faro.config.dataDir, "erasures.jsonl");
    await appendFile(file, '{"id": "0189');
    const keyring = await openKeyring(faro.config.dataDir, undefined);
    const database = openDatabase(await createTestDatabase(), () => {});
    const { db } = database;
    const hash = await openAddressHash(db, keyring);
    const write = createWrite(db, { insert: async () => {} });
    expect(await repeatErasures({ db, write, hash, dataDir: faro.config.dataDir })).toBe(0);
    await database.close();
    await rm(file);
  });
});

describe("the export of a person", () => {
  test("contains everything as JSON, as a page in the reader's language, and files", async () => {
    await deletePeople(faro.pool);
    await faro.pool.query("DELETE FROM endpoints");
    await faro.pool.query("DELETE FROM blobs");
    const id = await addPerson();
    await addTraces(id);
    await faro.pool.query("UPDATE people SET last_name = '<b>Q</b>' WHERE id = $1", [id]);
    const response = await fetch(`${faro.url}/api/people/${id}/export`, {
      headers: {
        cookie: [...admin.cookies].map(([key, value]) => `${key}=${value}`).join("; "),
        "accept-language": "es",
      },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    const data = JSON.parse(files.get("data.json") ?? "");
    expect(data.person).toMatchObject([{ first_name: name, email, phone }]);
    for (const kind of ["moments", "readings", "summary"]) expect(data).toHaveProperty(kind);
    for (const kind of ["timeline", "messages", "calls", "consents", "reviews", "events", "changes"])
      expect(data[kind].length, kind).toBeGreaterThan(0);
    const page = files.get("index.html") ?? "";
    expect(page).toContain("Todo lo guardado sobre una persona");
    expect(page).toContain("&lt;b&gt;Q&lt;/b&gt;");
    expect([...files.values()]).toContain(name);
    expect([...files.keys()].filter((file) => file.startsWith("files/"))).toHaveLength(1);
    expect([...files.keys()].filter((file) => file.startsWith("recordings/"))).toHaveLength(1);
  });

  test("of an unknown person does not exist, and a viewer may not export", async () => {
    const path = "/api/people/01890000-0000-7000-8000-000000000000/export";
    expect((await admin.send("GET", path)).status).toBe(404);
    expect((await (await faro.signedIn("viewer")).send("GET", path)).status).toBe(403);
  });
});
