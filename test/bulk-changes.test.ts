import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query(
    `INSERT INTO people (first_name, email, tags, status)
     SELECT 'P' || n, 'p' || n || '@example.com', CASE WHEN n % 2 = 0 THEN '{b,a}' ELSE '{}' END::text[],
            CASE WHEN n % 3 = 0 THEN 'qualified' ELSE 'new' END
       FROM generate_series(1, 1200) n`,
  );
});

const everybody = { audience: { everybody: true } };
const withStatus = (status: string) => ({
  audience: { field: "status", op: "is_any_of", value: [status] },
});
const start = async (selection: object, change: object) =>
  (await faro.send("POST", "/api/batches", { selection, change })).body;
const preview = async (selection: object, change: object) =>
  (await faro.send("POST", "/api/batches/preview", { selection, change })).body;
const read = async (id: string) => (await faro.send("GET", `/api/batches/${id}`)).body;
const undo = (id: string) => faro.send("POST", `/api/batches/${id}/undo`);
const becomes = async (id: string, state: string) => {
  await expect.poll(async () => (await read(id)).state, { timeout: 180_000 }).toBe(state);
  return read(id);
};
const rowsOf = async (id: string, query: string) =>
  (await faro.send("GET", `/api/batches/${id}/rows?${query}`)).body.rows;
const people = async () => (await faro.pool.query("SELECT * FROM people ORDER BY id")).rows;
const idsOf = async (count: number): Promise<string[]> =>
  (await people()).slice(0, count).map((person) => person.id);

describe("a change of all matching people", () => {
  test("that stopped before its selection was stored goes on with the selection", async () => {
    const { id } = await start(everybody, { kind: "add_tag", tag: "vip" });
    await becomes(id, "done");
    // As if the first attempts had ended before anything was stored.
    await faro.pool.query("DELETE FROM batch_rows WHERE batch_id = $1", [id]);
    await faro.pool.query("UPDATE people SET tags = array_remove(tags, 'vip')");
    await faro.pool.query(
      "UPDATE batches SET state = 'failed', total = NULL, after_line = 0, processed = 0, counts = '{}' WHERE id = $1",
      [id],
    );
    expect((await faro.send("POST", `/api/batches/${id}/pause`, { paused: false })).status).toBe(200);
    expect(await becomes(id, "done")).toMatchObject({ total: 1200, counts: { changed: 1200 } });
  });

  test("runs in the background and reports its progress", async () => {
    const change = { kind: "status", status: "contacted" };
    expect(await preview(withStatus("new"), change)).toEqual({ matched: 800, changing: 800 });
    const { id, state } = await start(withStatus("new"), change);
    expect(["reading", "running"]).toContain(state);
    expect(await becomes(id, "done")).toMatchObject({
      kind: "bulk",
      total: 800,
      processed: 800,
      counts: { changed: 800 },
      change,
      mayUndo: true,
    });
    expect((await people()).filter(({ status }) => status === "contacted")).toHaveLength(800);
    expect(await rowsOf(id, "verdict=all&undo=")).toEqual(await rowsOf(id, ""));
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS entries, sum((metadata ->> 'changed')::int)::int AS changed FROM audit_logs WHERE metadata ->> 'batch' = $1",
      [id],
    );
    expect(rows).toEqual([{ entries: 2, changed: 800 }]);
  });

  test("is undone exactly, except for what was changed since, which is listed", async () => {
    const before = await people();
    const { id } = await start(everybody, { kind: "status", status: "converted" });
    await becomes(id, "done");
    const later = before[3]?.id as string;
    await faro.send("PUT", `/api/people/${later}`, { status: "contacted" });
    expect((await faro.send("GET", `/api/batches/${id}/undo-preview`)).body).toMatchObject({
      restored: 1199,
      kept: 1,
      reasons: [{ reason: { code: "changed_since" }, count: 1 }],
    });
    await undo(id);
    expect(await becomes(id, "undone")).toMatchObject({
      counts: { changed: 1200 },
      undone: { reversed: 1199, kept: 1 },
      mayUndo: false,
    });
    const after = await people();
    expect(after.filter((person) => person.id !== later)).toEqual(
      before.filter((person) => person.id !== later),
    );
    expect(after[3]).toMatchObject({ status: "contacted" });
    expect(await rowsOf(id, "undo=kept")).toMatchObject([
      { personId: later, undoReason: { code: "changed_since", fields: "status" } },
    ]);
    expect((await undo(id)).status).toBe(409);
  });

  test("of tags is undone with their order", async () => {
    const before = await people();
    const { id } = await start({ ...everybody, search: "example" }, { kind: "remove_tag", tag: "b" });
    expect(await becomes(id, "done")).toMatchObject({ counts: { changed: 600, unchanged: 600 } });
    await undo(id);
    await becomes(id, "undone");
    expect(await people()).toEqual(before);
  });

  test("keeps another change of the same people when it is undone", async () => {
    const [first] = await idsOf(1);
    const { id } = await start({ ids: [first] }, { kind: "type", type: "customer" });
    await becomes(id, "done");
    await faro.send("PUT", `/api/people/${first}`, { firstName: "Eva" });
    await undo(id);
    expect(await becomes(id, "undone")).toMatchObject({ undone: { reversed: 1 } });
    expect((await people())[0]).toMatchObject({ type: "lead", first_name: "Eva" });
  });

  test("deletes them and cannot be undone", async () => {
    const { id } = await start(withStatus("qualified"), { kind: "delete" });
    expect(await becomes(id, "done")).toMatchObject({
      kind: "delete",
      counts: { deleted: 400 },
      mayUndo: false,
    });
    expect(await people()).toHaveLength(800);
    expect((await undo(id)).status).toBe(409);
    const { rows } = await faro.pool.query(
      "SELECT (SELECT count(*)::int FROM batch_rows WHERE batch_id = $1) AS left, (SELECT count(*)::int FROM erasures) AS erased",
      [id],
    );
    expect(rows).toEqual([{ left: 0, erased: 400 }]);
  });

  test("also takes named people, and says who is gone", async () => {
    const ids = await idsOf(3);
    const nobody = "00000000-0000-4000-8000-000000000000";
    const { id } = await start({ ids: [...ids, nobody] }, { kind: "add_tag", tag: "vip" });
    expect(await becomes(id, "done")).toMatchObject({ total: 4, counts: { changed: 3, refused: 1 } });
    expect(await rowsOf(id, "verdict=refused")).toMatchObject([{ problems: [{ code: "person_gone" }] }]);
  });

  test("is rejected with a filter that cannot be read, an unknown field and an unknown owner", async () => {
    const change = { kind: "add_tag", tag: "vip" };
    const broken = { audience: { field: "field.gone", op: "known" } };
    const [id] = await idsOf(1);
    const answers = await Promise.all([
      faro.send("POST", "/api/batches", { selection: broken, change }),
      faro.send("POST", "/api/batches", {
        selection: { ids: [id] },
        change: { kind: "field", key: "gone", value: "x" },
      }),
      faro.send("POST", "/api/batches", { selection: { ids: [id] }, change: { kind: "owner", userId: id } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe("the selection of a filter", () => {
  /** Makes the worker wait at the page with a new person, until they are released. */
  const holdPerson = async (position: number) => {
    const client = await faro.pool.connect();
    await client.query("BEGIN");
    const { rows } = await client.query(
      "SELECT id FROM people WHERE id = (SELECT id FROM people WHERE status = 'new' ORDER BY id OFFSET $1 LIMIT 1) FOR UPDATE",
      [position],
    );
    return {
      id: rows[0].id as string,
      client,
      release: async () => {
        await client.query("COMMIT");
        client.release();
      },
    };
  };

  test("is of its start: who matches later is left alone, and so is who stops to match", async () => {
    const held = await holdPerson(700);
    const { id } = await start(withStatus("new"), { kind: "add_tag", tag: "chosen" });
    await expect.poll(async () => (await read(id)).processed, { timeout: 180_000 }).toBe(500);
    await held.client.query("UPDATE people SET status = 'contacted' WHERE id = $1", [held.id]);
    await faro.pool.query("INSERT INTO people (first_name, status) VALUES ('Late', 'new')");
    await faro.pool.query("UPDATE people SET status = 'new' WHERE status = 'qualified' AND id <> $1", [
      held.id,
    ]);
    await held.release();
    const { counts } = await becomes(id, "done");
    const tagged = (await people()).filter(({ tags }) => tags.includes("chosen"));
    expect(counts).toEqual({ changed: 799, refused: 1 });
    expect(tagged).toHaveLength(799);
    expect(tagged.map(({ first_name }) => first_name)).not.toContain("Late");
    expect(tagged.every((person) => person.id !== held.id)).toBe(true);
    expect(await rowsOf(id, "verdict=refused")).toMatchObject([
      { personId: held.id, problems: [{ code: "no_longer_matches" }] },
    ]);
  });

  test("is paused after a page, goes on, and what a cancelled one did is undone", async () => {
    const before = await people();
    const held = await holdPerson(400);
    const { id } = await start(everybody, { kind: "type", type: "customer" });
    await expect.poll(async () => (await read(id)).processed, { timeout: 180_000 }).toBe(500);
    let isAnswered = false;
    const pausing = faro.send("POST", `/api/batches/${id}/pause`, { paused: true }).then(() => {
      isAnswered = true;
    });
    // Before the page goes on, so that the pause is next to have the batch.
    const isWaiting = async () =>
      (
        await faro.pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%from "batches"%for update%'`,
        )
      ).rowCount === 1;
    await expect.poll(async () => isAnswered || (await isWaiting()), { timeout: 180_000 }).toBe(true);
    await held.release();
    await pausing;
    const paused = await becomes(id, "paused");
    expect([500, 1000]).toContain(paused.processed);
    expect((await people()).filter(({ type }) => type === "customer")).toHaveLength(paused.processed);
    await faro.send("POST", `/api/batches/${id}/cancel`);
    await undo(id);
    expect(await becomes(id, "undone")).toMatchObject({ undone: { reversed: paused.processed } });
    expect(await people()).toEqual(before);
  });
});

describe("every change", () => {
  test.each([
    [{ kind: "owner" }, "assigned_agent_id"],
    [{ kind: "language", language: "es" }, "language"],
    [{ kind: "field", key: "bill", value: "1,240.50" }, "fields"],
    [{ kind: "add_tag", tag: "frozen" }, "tags"],
    [{ kind: "status", status: "converted" }, "status"],
  ])("is made and taken back byte for byte: %j", async (change, column) => {
    await faro.send("POST", "/api/person-fields", {
      label: { en: "Bill", es: "Factura" },
      kind: "money",
    });
    const { rows } = await faro.pool.query("SELECT id FROM users LIMIT 1");
    const before = await people();
    const ids = await idsOf(5);
    const { id } = await start({ ids }, change.kind === "owner" ? { ...change, userId: rows[0].id } : change);
    expect(await becomes(id, "done")).toMatchObject({ counts: { changed: 5 } });
    const changed = await people();
    expect(changed[0]?.[column]).not.toEqual(before[0]?.[column]);
    if (change.kind === "field") expect(changed[0]?.fields).toEqual({ bill: 1240.5 });
    await undo(id);
    await becomes(id, "undone");
    expect(await people()).toEqual(before);
  });

  test("of the request for named people is a batch, too", async () => {
    const ids = await idsOf(2);
    const change = { kind: "add_tag", tag: "vip" };
    expect((await faro.send("POST", "/api/people/bulk", { ids, change })).body).toEqual({ changed: 2 });
    const [batch] = (await faro.send("GET", "/api/batches?kind=bulk&limit=1")).body.batches;
    expect(batch).toMatchObject({ state: "done", counts: { changed: 2 }, change, mayUndo: true });
    await undo(batch.id);
    await becomes(batch.id, "undone");
    expect((await people()).some(({ tags }) => tags.includes("vip"))).toBe(false);
  });
});
