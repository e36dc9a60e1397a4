import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await faro.pool.query("DELETE FROM people");
  await faro.pool.query(
    `INSERT INTO people (first_name, email, tags, status)
     SELECT 'P' || n, 'p' || n || '@example.com', CASE WHEN n % 2 = 0 THEN '{b,a}' ELSE '{}' END::text[],
            CASE WHEN n % 3 = 0 THEN 'qualified' ELSE 'new' END
       FROM generate_series(1, 1200) n`,
  );
});

const start = async (selection: object, change: object) =>
  (await faro.send("POST", "/api/people/bulk-changes", { selection, change })).body;
const read = async (id: string) => (await faro.send("GET", `/api/people/bulk-changes/${id}`)).body;
const becomes = async (id: string, state: string) => {
  await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state);
  return read(id);
};
const people = async () =>
  (await faro.pool.query("SELECT id, status, tags, stage_reached, converted_at FROM people ORDER BY id"))
    .rows;

describe("a change of all matching people", () => {
  test("runs in the background and reports its progress", async () => {
    const { id, state } = await start({ filter: { status: "new" } }, { kind: "status", status: "contacted" });
    expect(state).toBe("running");
    expect(await becomes(id, "done")).toMatchObject({
      matched: 800,
      processed: 800,
      changed: 800,
      mayUndo: true,
    });
    expect((await people()).filter(({ status }) => status === "contacted")).toHaveLength(800);
    const { rows } = await faro.pool.query(
      "SELECT sum((metadata ->> 'changed')::int)::int AS changed FROM audit_logs WHERE metadata ->> 'bulkChange' = $1",
      [id],
    );
    expect(rows).toEqual([{ changed: 800 }]);
  });

  test("is undone exactly, except for people who were changed since", async () => {
    const before = await people();
    const { id } = await start({ filter: {} }, { kind: "status", status: "converted" });
    await becomes(id, "done");
    const later = before[3]?.id as string;
    await faro.send("PUT", `/api/people/${later}`, { firstName: "Eva" });
    await faro.send("POST", `/api/people/bulk-changes/${id}/undo`);
    expect(await becomes(id, "undone")).toMatchObject({ changed: 1200, restored: 1199, mayUndo: false });
    const after = await people();
    expect(after.filter((person) => person.id !== later)).toEqual(
      before.filter((person) => person.id !== later),
    );
    expect(after[3]).toMatchObject({ status: "converted" });
    expect((await faro.send("POST", `/api/people/bulk-changes/${id}/undo`)).status).toBe(409);
  });

  test("of tags is undone with their order", async () => {
    const before = await people();
    const { id } = await start({ filter: { search: "example" } }, { kind: "remove_tag", tag: "b" });
    expect(await becomes(id, "done")).toMatchObject({ changed: 600 });
    await faro.send("POST", `/api/people/bulk-changes/${id}/undo`);
    await becomes(id, "undone");
    expect(await people()).toEqual(before);
  });

  test("deletes them and cannot be undone", async () => {
    const { id } = await start({ filter: { status: "qualified" } }, { kind: "delete" });
    expect(await becomes(id, "done")).toMatchObject({ changed: 400, mayUndo: false });
    expect(await people()).toHaveLength(800);
    expect((await faro.send("POST", `/api/people/bulk-changes/${id}/undo`)).status).toBe(409);
  });

  test("also takes named people", async () => {
    const ids = (await people()).slice(0, 3).map((person) => person.id);
    const { id } = await start({ ids }, { kind: "add_tag", tag: "vip" });
    expect(await becomes(id, "done")).toMatchObject({ matched: 3, changed: 3 });
  });
});
