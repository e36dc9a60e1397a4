import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepBatches } from "#server/batches/sweep-batches.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { deletePeople } from "./delete-people.ts";
import { createImporter } from "./importer.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let database: Database;
beforeAll(async () => {
  faro = await startSandboxFaro();
  database = openDatabase(faro.connection, () => {});
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM import_mappings");
});

const { upload, becomes, read, check, importFile, undo, people, rowsOf } = createImporter(() => faro);

const count = async (query: string, values: unknown[] = []): Promise<number> =>
  (await faro.pool.query(query, values)).rows.length;

/** More than the first two pages can hold. */
const total = 450;

/** Runs a request while the second page of an import is being written. */
const duringSecondPage = async (path: string, body?: object) => {
  const client = await faro.pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock(4711)");
    await faro.pool.query(`
      CREATE OR REPLACE FUNCTION hold_import() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
      CREATE OR REPLACE TRIGGER hold_import BEFORE INSERT ON people FOR EACH ROW WHEN (NEW.first_name = 'P150')
        EXECUTE FUNCTION hold_import()`);
    const lines = Array.from({ length: total }, (_, index) => `P${index + 1},p${index + 1}@example.com`);
    const id = await upload(`First name,E-mail\n${lines.join("\n")}\n`);
    await read(id);
    await check(id);
    await faro.send("POST", `/api/imports/${id}/run`);
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted";
    await expect.poll(() => count(waiting)).toBe(1);
    const answer = faro.send("POST", path.replace("{id}", id), body);
    const blocked = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%batches%'";
    await expect.poll(() => count(blocked)).toBe(1);
    await client.query("SELECT pg_advisory_unlock(4711)");
    return { id, answer: await answer };
  } finally {
    await client.query("SELECT pg_advisory_unlock_all()");
    client.release();
    await faro.pool.query("DROP TRIGGER IF EXISTS hold_import ON people");
  }
};

describe("an import that is being written", () => {
  test("is paused after its page, and goes on with the next", async () => {
    const { id, answer } = await duringSecondPage("/api/batches/{id}/pause", { paused: true });
    expect(answer).toMatchObject({ status: 200, body: { state: "paused" } });
    const { processed } = answer.body;
    expect(processed).toBeGreaterThan(0);
    expect(processed).toBeLessThan(total);
    expect(await people()).toHaveLength(processed);
    expect((await faro.send("POST", `/api/batches/${id}/pause`, { paused: false })).status).toBe(200);
    expect((await becomes(id, "done")).batch).toMatchObject({ processed: total, counts: { added: total } });
    expect(await count("SELECT DISTINCT email FROM people")).toBe(total);
    expect(await count("SELECT FROM timeline WHERE caused_by = $1", [id])).toBe(total);
  });

  test("is cancelled after its page: who was added is scored, compared, and can be removed", async () => {
    await faro.pool.query("INSERT INTO people (first_name, email) VALUES ('P2', 'p2@elsewhere.example')");
    const { id, answer } = await duringSecondPage("/api/batches/{id}/cancel");
    expect(answer).toMatchObject({ status: 200, body: { state: "cancelled", mayUndo: true } });
    const { processed } = answer.body;
    expect(processed).toBeLessThan(total);
    expect(await count("SELECT FROM people WHERE email LIKE '%@example.com'")).toBe(processed);
    const scored = () =>
      count(
        "SELECT FROM ai_profiles a JOIN people p ON p.id = a.person_id WHERE p.email LIKE '%@example.com'",
      );
    await expect.poll(scored).toBe(processed);
    expect((await undo(id)).batch.undone).toEqual({ reversed: processed });
    expect(await people()).toHaveLength(1);
  });
});

describe("people of an import", () => {
  test("are compared with those who are here", async () => {
    await faro.pool.query(
      "INSERT INTO people (first_name, last_name, zip) VALUES ('Yadira', 'Irizarry Matos', '00680'), ('Eva', 'Soto', '00680'), ('Eva', 'Soto', '00680')",
    );
    await importFile(
      "First name,Last name,Zip,E-mail\nYadira,Irizarry Matos,00680,yadira@example.com\nLuis,Vega,00680,luis@example.com\n",
    );
    const pairs = async () => (await faro.send("GET", "/api/duplicates")).body.pairs;
    await expect.poll(async () => (await pairs()).length).toBe(1);
    const [pair] = await pairs();
    expect(pair.people.map(({ firstName }: any) => firstName)).toEqual(["Yadira", "Yadira"]);
  });
});

describe("the undo of an import", () => {
  const newestConsents = async () =>
    (
      await faro.pool.query(
        `SELECT DISTINCT ON (p.first_name, c.channel) p.first_name AS name, c.channel, c.state
           FROM people p JOIN consent_records c ON c.person_id = p.id
          ORDER BY p.first_name, c.channel, c.created_at DESC, c.id DESC`,
      )
    ).rows;

  test("takes agreements back, so that nobody is left who can be contacted by it", async () => {
    await faro.pool.query(
      `INSERT INTO people (first_name, email, phone) VALUES ('Ana', 'ana@example.com', '+17875550101'),
         ('Ben', 'ben@example.com', '+17875550102'), ('Cid', 'cid@example.com', '+17875550103')`,
    );
    await faro.pool.query(
      `INSERT INTO consent_records (person_id, channel, state, method)
       SELECT id, 'sms', 'unproven', 'import' FROM people WHERE first_name = 'Ben'`,
    );
    const proof = { how: "paper", when: "2026-11-08", note: "fair" };
    const id = await importFile(
      "Name,E-mail,SMS consent\nAna,ana@example.com,yes\nBen,ben@example.com,yes\nCid,cid@example.com,yes\n",
      { proof },
    );
    expect(await newestConsents()).toEqual(
      ["Ana", "Ben", "Cid"].map((name) => ({ name, channel: "sms", state: "granted" })),
    );
    await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, config, executed_at)
       SELECT id, 'sms', 'sent', '{}', now() FROM people WHERE first_name = 'Cid'`,
    );
    await undo(id);
    expect(await newestConsents()).toEqual([
      { name: "Ben", channel: "sms", state: "unproven" },
      // A message was sent with it, so its record stays as the proof, and it ends.
      { name: "Cid", channel: "sms", state: "denied" },
    ]);
  });

  test("leaves refusals of all addresses of a removed person, and keeps one for whom a draft was written", async () => {
    const id = await importFile(
      `Name,E-mail,Phone,Phone 2,SMS consent
Ana,ana@example.com,787-555-0101,787-555-0102,no
Eva,eva@example.com,787-555-0103,,
`,
    );
    const { rows: addresses } = await faro.pool.query(
      "SELECT FROM person_addresses a JOIN people p ON p.id = a.person_id WHERE p.first_name = 'Ana' AND kind = 'phone'",
    );
    expect(addresses).toHaveLength(2);
    await faro.pool.query(
      `INSERT INTO drafts (user_id, person_id, channel, text)
       SELECT u.id, p.id, 'sms', 'Hola, Eva' FROM users u, people p WHERE p.first_name = 'Eva' LIMIT 1`,
    );
    expect((await undo(id)).batch.undone).toEqual({ reversed: 1, kept: 1 });
    expect(await rowsOf(id, "undo=left")).toMatchObject([{ undoReason: { code: "has_events" } }]);
    expect(await people()).toMatchObject([{ first_name: "Eva" }]);
    expect(await count("SELECT FROM suppressions WHERE caused_by = $1 AND scope = 'sms'", [id])).toBe(2);
  });
});

test("what the undo of a large batch would do is estimated from a part of its rows", async () => {
  const { rows } = await faro.pool.query(
    `INSERT INTO batches (kind, state, started_at, finished_at, total, processed, counts)
     VALUES ('import', 'done', '2026-11-01', now(), 25000, 25000, '{"added": 25000, "ranTo": 25000}') RETURNING id`,
  );
  const { id } = rows[0];
  await faro.pool.query(
    `WITH made AS (
       INSERT INTO people (first_name, updated_at)
       SELECT 'P' || n, CASE WHEN n % 5 = 0 THEN now() ELSE '2026-11-01' END FROM generate_series(1, 25000) n
       RETURNING id, substring(first_name FROM 2)::int AS line)
     INSERT INTO batch_rows (batch_id, line, verdict, person_id, before, after)
     SELECT $1, line, 'added', id, '{}', '{"updatedAt": 0}' FROM made`,
    [id],
  );
  const { body } = await faro.send("GET", `/api/batches/${id}/undo-preview`);
  expect(body).toEqual({
    removed: 20_000,
    restored: 0,
    kept: 5000,
    reasons: [{ reason: { code: "changed_since" }, count: 5000 }],
    isEstimate: true,
  });
});

describe("batches of 90 days ago", () => {
  const sweep = () =>
    sweepBatches.run([{}], {
      write: createWrite(database.db, { insert: async () => {} }),
    } as unknown as JobContext);
  const age = (ids: string[], days: number) =>
    faro.pool.query(
      `UPDATE batches SET finished_at = finished_at - make_interval(days => $2), updated_at = now() - make_interval(days => $2)
        WHERE id = ANY($1)`,
      [ids, days],
    );

  test("lose their rows and cannot be undone, run or continued", async () => {
    const done = await importFile("Name,E-mail\nAna,ana@example.com\n");
    const recent = await importFile("Name,E-mail\nEva,eva@example.com\n");
    const checked = await upload("Name,E-mail\nLuis,luis@example.com\n");
    await read(checked);
    await check(checked);
    const paused = await upload("Name,E-mail\nIris,iris@example.com\n");
    await read(paused);
    await check(paused);
    await faro.pool.query("UPDATE batches SET state = 'paused', started_at = now() WHERE id = $1", [paused]);
    await age([done, checked, paused], 91);
    await age([recent], 89);
    await sweep();
    const { rows } = await faro.pool.query(
      "SELECT b.id, b.state, (SELECT count(*)::int FROM batch_rows WHERE batch_id = b.id) AS rows FROM batches b WHERE id = ANY($1)",
      [[done, recent, checked, paused]],
    );
    expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual({
      [done]: { state: "done", rows: 0 },
      [recent]: { state: "done", rows: 1 },
      [checked]: { state: "cancelled", rows: 0 },
      [paused]: { state: "cancelled", rows: 0 },
    });
    expect((await faro.send("POST", `/api/batches/${done}/undo`)).status).toBe(409);
    expect((await faro.send("POST", `/api/imports/${checked}/run`)).status).toBe(409);
    expect((await faro.send("POST", `/api/batches/${paused}/pause`, { paused: false })).status).toBe(409);
    expect(await count("SELECT FROM batch_files WHERE batch_id = ANY($1)", [[checked, paused]])).toBe(0);
    expect((await undo(recent)).batch.undone).toEqual({ reversed: 1 });
  });

  test("of merges lead to the survivor and no longer keep the person who was merged", async () => {
    const { rows: made } = await faro.pool.query(
      "INSERT INTO people (email) VALUES ('one@example.com'), ('two@example.com') RETURNING id",
    );
    const [survivorId, otherId] = made.map(({ id }) => id);
    const { body } = await faro.send("POST", "/api/merges", { pairs: [{ survivorId, otherId }] });
    await expect
      .poll(async () => (await faro.send("GET", `/api/batches/${body.id}`)).body.state)
      .toBe("done");
    await age([body.id], 91);
    await sweep();
    const { rows } = await faro.pool.query(
      'SELECT "row", addresses, moved FROM merged_people WHERE id = $1',
      [otherId],
    );
    expect(rows).toEqual([{ row: {}, addresses: [], moved: {} }]);
    expect((await faro.send("GET", `/api/people/${otherId}`)).body.id).toBe(survivorId);
    expect((await faro.send("GET", `/api/people/${survivorId}/export`)).status).toBe(200);
  });
});
