import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { maxRowsAtOnce } from "#domain/deletion.ts";
import { deletePeople } from "./delete-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM rules");
  await faro.pool.query("DELETE FROM endpoints");
});

const addPeople = async (count: number): Promise<string[]> => {
  const { rows } = await faro.pool.query<{ id: string }>(
    "INSERT INTO people (first_name) SELECT 'P' || n FROM generate_series(1, $1::int) n RETURNING id",
    [count],
  );
  return rows.map(({ id }) => id);
};

const addRule = async (): Promise<string> => {
  const { rows } = await faro.pool.query<{ id: string }>(
    "INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Many', '[]', '[]', '[]') RETURNING id",
  );
  return rows[0]?.id as string;
};

const addActions = (personId: string, ruleId: string | null, count: number) =>
  faro.pool.query(
    `INSERT INTO actions (person_id, rule_id, type, status)
     SELECT $1, $2, 'sms', 'sent' FROM generate_series(1, $3::int)`,
    [personId, ruleId, count],
  );

const countRows = async (query: string, values: unknown[] = []): Promise<number> =>
  (await faro.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${query}`, values)).rows[0]?.n ?? -1;

const waitUntilDone = async (id: string) => {
  const finished = await vi.waitUntil(
    async () => {
      const { body } = await operator.send("GET", `/api/deletions/${id}`);
      return body.status === "running" ? undefined : body;
    },
    // Long enough for a job whose first attempt failed and that is tried again after its pause.
    { timeout: 150_000, interval: 100 },
  );
  expect(finished).toMatchObject({ status: "done", percent: 100, finishedAt: expect.any(String) });
  return finished;
};

describe("a deletion with many rows", () => {
  test("of a rule with 8,000 actions is done at once, after the triggers were planned for few rows", async () => {
    const [person = ""] = await addPeople(1);
    const rule = await addRule();
    await addActions(person, rule, 8_000);
    const small = await addRule();
    await addActions(person, small, 2);
    expect((await operator.send("DELETE", `/api/rules/${small}`)).status).toBe(200);
    expect(await operator.send("DELETE", `/api/rules/${rule}`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await countRows("actions WHERE rule_id IS NULL")).toBe(8_002);
  });

  test("of a rule runs as a job with progress, and its actions stay", async () => {
    const [person = ""] = await addPeople(1);
    const rule = await addRule();
    await addActions(person, rule, maxRowsAtOnce + 1);
    const answer = await operator.send("DELETE", `/api/rules/${rule}`);
    expect(answer).toMatchObject({
      status: 202,
      body: { ok: true, deletion: { kind: "rule", status: "running", total: maxRowsAtOnce + 1 } },
    });
    const again = await operator.send("DELETE", `/api/rules/${rule}`);
    expect([202, 404]).toContain(again.status);
    const { done } = await waitUntilDone(answer.body.deletion.id);
    expect(done).toBe(maxRowsAtOnce + 1);
    expect(await countRows("rules WHERE id = $1", [rule])).toBe(0);
    expect(await countRows("actions WHERE rule_id IS NULL")).toBe(maxRowsAtOnce + 1);
  }, 180_000);

  test("of 1,000 people in one call deletes everything of theirs", async () => {
    const ids = await addPeople(1_000);
    for (const table of ["timeline (person_id, event_type, title)"])
      await faro.pool.query(
        `INSERT INTO ${table} SELECT id, 'event_received', 'x' FROM people, generate_series(1, 10)`,
      );
    await faro.pool.query(
      "INSERT INTO actions (person_id, type) SELECT id, 'sms' FROM people, generate_series(1, 10)",
    );
    const answer = await operator.send("POST", "/api/people/bulk", { ids, change: { kind: "delete" } });
    expect(answer).toMatchObject({ status: 200, body: { changed: 1_000 } });
    for (const table of ["people", "timeline", "actions"]) expect(await countRows(table)).toBe(0);
    expect(await countRows("erasures WHERE person_id = ANY($1)", [ids])).toBe(1_000);
  });

  test("of a person or an endpoint runs as a job", async () => {
    const [person = ""] = await addPeople(1);
    await addActions(person, null, maxRowsAtOnce + 1);
    const { rows } = await faro.pool.query<{ id: string }>(
      "INSERT INTO endpoints (name, type) VALUES ('Form', 'webhook') RETURNING id",
    );
    const endpoint = rows[0]?.id;
    await faro.pool.query(
      "INSERT INTO events (endpoint_id, raw_data) SELECT $1, '{}' FROM generate_series(1, $2::int)",
      [endpoint, maxRowsAtOnce + 1],
    );
    const answers = [
      await operator.send("DELETE", `/api/people/${person}`),
      await operator.send("DELETE", `/api/endpoints/${endpoint}`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      await waitUntilDone(body.deletion.id);
    }
    for (const table of ["people", "actions", "endpoints", "events"]) expect(await countRows(table)).toBe(0);
  }, 180_000);

  test("with an unknown id does not exist", async () => {
    const { status } = await operator.send("GET", "/api/deletions/01890000-0000-7000-8000-000000000000");
    expect(status).toBe(404);
  });
});
