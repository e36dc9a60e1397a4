import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
});
afterAll(() => faro.stop());

const patience = { timeout: 120_000 };
const later = (tag: string) => ({ type: "add_tag", template: tag, wait: { for: 5, unit: "days" } });

/** More than an edit moves in its own transaction. */
const many = 4500;
const beginMany = async (ruleId: string, stepId: string, name: string): Promise<void> => {
  await faro.pool.query(
    `WITH added AS (
       INSERT INTO people (first_name, email) SELECT $3, $3 || n || '@example.com' FROM generate_series(1, $4::int) n RETURNING id),
     fired AS (
       INSERT INTO rule_runs (rule_id, version, person_id, fired, why) SELECT $1, 1, id, true, '[]' FROM added RETURNING id, person_id)
     INSERT INTO sequence_runs (id, rule_id, person_id, entry, state, step_id, started_at, since, opens_at, due_at)
     SELECT id, $1, person_id, 'trigger', 'waiting', $2, now(), now(), now() + interval '5 days', now() + interval '5 days' FROM fired`,
    [ruleId, stepId, name, many],
  );
};
const standing = async (ruleId: string) =>
  (
    await faro.pool.query(
      `SELECT step_id AS "stepId", state, why -> 0 ->> 'code' AS why, count(*)::int AS count
         FROM sequence_runs WHERE rule_id = $1 GROUP BY 1, 2, 3`,
      [ruleId],
    )
  ).rows;
const addRule = async (tags: string[]) => {
  const { status, body } = await faro.send("POST", "/api/rules", {
    ...{ name: tags.join(" "), conditions: [{ type: "tag", field: "has", value: "x" }] },
    triggers: [{ type: "event", operator: "=", value: `asked_${tags.join("_")}` }],
    actions: tags.map(later),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test("an edit moves thousands of people from a removed step, and ends those who have none left", async () => {
  const rule = await addRule(["one", "two", "three"]);
  const [one, two, three] = rule.actions;
  await beginMany(rule.id, one.id, "ana");
  const removed = await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [two, three] });
  expect(removed.status, JSON.stringify(removed.body)).toBe(200);
  await expect
    .poll(() => standing(rule.id), patience)
    .toEqual([{ stepId: two.id, state: "waiting", why: "run_waits", count: many }]);
  const { body } = await faro.send("GET", `/api/rules/${rule.id}/progress`);
  expect(body).toMatchObject({ running: many, ended: [] });

  const last = await addRule(["first", "last"]);
  const [first, end] = last.actions;
  await beginMany(last.id, end.id, "eva");
  expect((await faro.send("PUT", `/api/rules/${last.id}`, { actions: [first] })).status).toBe(200);
  await expect
    .poll(async () => (await standing(last.id)).map(({ state, why, count }) => [state, why, count]), patience)
    .toEqual([["ended", "run_rule_changed", many]]);
});

test("who comes due at a removed step before the job has come to them goes on, too", async () => {
  const rule = await addRule(["a", "b"]);
  const [a, b] = rule.actions;
  expect((await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [b] })).status).toBe(200);
  const { body: person } = await faro.send("POST", "/api/people", {
    firstName: "Ida",
    email: "ida@example.com",
  });
  await faro.pool.query(
    `WITH fired AS (
       INSERT INTO rule_runs (rule_id, version, person_id, fired, why) VALUES ($1, 1, $3, true, '[]') RETURNING id)
     INSERT INTO sequence_runs (id, rule_id, person_id, entry, state, step_id, started_at, since, due_at)
     SELECT id, $1, $3, 'trigger', 'waiting', $2, now(), now(), now() FROM fired`,
    [rule.id, a.id, person.id],
  );
  await expect
    .poll(() => standing(rule.id), patience)
    .toEqual([{ stepId: b.id, state: "waiting", why: "run_waits", count: 1 }]);
});
