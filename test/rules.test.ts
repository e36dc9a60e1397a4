import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const rule = {
  name: "High intent",
  triggers: [{ type: "intent_score", operator: ">=", value: "75" }],
  conditions: [{ type: "consent", field: "sms", value: "true" }],
  actions: [{ type: "sms", template: "high_intent" }],
};

const add = async (body: object = rule) => {
  const answer = await operator.send("POST", "/api/rules", body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const list = async () => (await operator.send("GET", "/api/rules")).body;

describe("a rule", () => {
  test("is created enabled, without description and executions, and listed first", async () => {
    const first = await add();
    expect(first).toMatchObject({
      ...rule,
      description: null,
      enabled: true,
      executionCount: 0,
      successCount: 0,
    });
    const second = await add({ ...rule, name: " Second ", description: "", enabled: false });
    expect(second).toMatchObject({ name: "Second", description: null, enabled: false });
    expect((await list()).slice(0, 2)).toEqual([second, first]);
    const { rows } = await faro.pool.query(
      "SELECT description, event_type FROM audit_logs WHERE entity_id = $1",
      [first.id],
    );
    expect(rows).toEqual([{ description: "Added the rule “High intent”", event_type: "data_change" }]);
  });

  test("keeps every field that an update omits", async () => {
    const before = await add({ ...rule, description: "When somebody is keen", enabled: false });
    const on = await operator.send("PUT", `/api/rules/${before.id}`, { enabled: true });
    expect(on.body).toEqual({ ...before, enabled: true, version: 2, updatedAt: on.body.updatedAt });
    const conditions = [
      { type: "tag", field: "tag", value: "vip" },
      { type: "status", field: "status", value: "qualified" },
    ];
    const changed = await operator.send("PUT", `/api/rules/${before.id}`, { conditions });
    expect(changed.body).toMatchObject({ ...rule, conditions, description: "When somebody is keen" });
  });

  test("saved over a newer version is a conflict and changes nothing", async () => {
    const { id, updatedAt } = await add();
    const answers = await Promise.all(
      ["One", "Two"].map((name) => operator.send("PUT", `/api/rules/${id}`, { name, updatedAt })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await list()).find((one: { id: string }) => one.id === id).name).toBe(winner.name);
  });

  test("is deleted, and its actions stay", async () => {
    const { id } = await add();
    await faro.pool.query("INSERT INTO people (first_name) VALUES ('Ana')");
    await faro.pool.query(
      "INSERT INTO actions (not_before, person_id, rule_id, type) SELECT 'infinity', id, $1, 'sms' FROM people LIMIT 1",
      [id],
    );
    expect((await operator.send("DELETE", `/api/rules/${id}`)).body).toEqual({ ok: true });
    expect((await list()).map((one: { id: string }) => one.id)).not.toContain(id);
    const { rows } = await faro.pool.query("SELECT rule_id FROM actions");
    expect(rows).toEqual([{ rule_id: null }]);
    expect((await operator.send("DELETE", `/api/rules/${id}`)).status).toBe(404);
  });

  test("keeps all kinds and operators unchanged", async () => {
    const body = {
      ...rule,
      triggers: [
        { type: "propensity_score", operator: "<=", value: "10" },
        { type: "churn_risk", operator: "=", value: "5" },
        { type: "event", operator: "!=", value: "page_view" },
      ],
      conditions: [
        { type: "time_window", field: "workspace", value: "09:00-17:00" },
        { type: "tag", field: "", value: "<script>alert(1)</script>" },
      ],
      actions: ["whatsapp", "call", "voice_agent", "email"].map((type) => ({ type, template: `t ${type}` })),
    };
    expect(await add(body)).toMatchObject(body);
  });

  test.each([
    ["no name", { name: " " }],
    ["a name that never ends", { name: "x".repeat(201) }],
    ["no trigger", { triggers: [] }],
    ["no condition", { conditions: [] }],
    ["no action", { actions: [] }],
    ["triggers missing", { triggers: undefined }],
    ["an unknown trigger", { triggers: [{ type: "moon", operator: ">=", value: "1" }] }],
    ["an unknown operator", { triggers: [{ type: "event", operator: "~", value: "1" }] }],
    ["an unknown condition", { conditions: [{ type: "moon", field: "", value: "" }] }],
    ["an unknown action", { actions: [{ type: "fax", template: "" }] }],
    ["a field too many in a row", { actions: [{ type: "sms", template: "", to: "all" }] }],
    ["too many rows", { actions: Array(51).fill({ type: "sms", template: "x" }) }],
    ["an endless template", { actions: [{ type: "sms", template: "x".repeat(2001) }] }],
    ["a score that is no number", { triggers: [{ type: "intent_score", operator: ">=", value: "abc" }] }],
    ["a score above 100", { triggers: [{ type: "churn_risk", operator: ">=", value: "900" }] }],
    ["a stage that does not exist", { conditions: [{ type: "status", field: "is", value: "lost" }] }],
    ["hours that cannot be read", { conditions: [{ type: "time_window", field: "", value: "late" }] }],
    ["a template that does not exist", { actions: [{ type: "sms", template: "no_such_template" }] }],
    ["an unknown field", { priority: 1 }],
    ["counts of its own", { executionCount: 7 }],
    ["half a letter", { actions: [{ type: "sms", template: "\ud800" }] }],
  ])("with %s is rejected, and nothing is written", async (_what, part) => {
    const before = await list();
    expect(await operator.send("POST", "/api/rules", { ...rule, ...part })).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
    expect(await list()).toEqual(before);
  });

  test("cannot lose its last row by an update", async () => {
    const { id } = await add();
    for (const part of ["triggers", "conditions", "actions"]) {
      expect((await operator.send("PUT", `/api/rules/${id}`, { [part]: [] })).status).toBe(400);
    }
  });

  test.each(["nonsense", "01890000-0000-7000-8000-000000000000", "1' OR '1'='1"])(
    "with the id %s does not exist",
    async (id) => {
      const path = `/api/rules/${encodeURIComponent(id)}`;
      expect((await operator.send("PUT", path, { enabled: false })).status).toBe(404);
      expect((await operator.send("DELETE", path)).status).toBe(404);
    },
  );

  test("with rows of an unknown kind does not hide the others", async () => {
    const { id } = await add();
    await faro.pool.query('UPDATE rules SET triggers = \'[{"type": "moon"}]\' WHERE id = $1', [id]);
    expect((await list()).find((one: { id: string }) => one.id === id)).toMatchObject({ triggers: [] });
  });

  test("can be read by a viewer and not changed", async () => {
    const viewer = await faro.signedIn("viewer");
    const { id } = await add();
    const before = await list();
    expect((await viewer.send("GET", "/api/rules")).body).toEqual(before);
    const denied = await Promise.all([
      viewer.send("POST", "/api/rules", rule),
      viewer.send("PUT", `/api/rules/${id}`, { enabled: false }),
      viewer.send("DELETE", `/api/rules/${id}`),
    ]);
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await list()).toEqual(before);
  });
});
