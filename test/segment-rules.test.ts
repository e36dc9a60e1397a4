import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
let hook: string;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("admin");
  hook = (await operator.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(() => faro.stop());

const rule = (name: string, conditions: object[]) => ({
  name,
  triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
  conditions,
  actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
});

const createSegment = async (name: string, audience: object): Promise<string> =>
  (await operator.send("POST", "/api/views", { kind: "segment", name, audience })).body.id;

const createRule = async (name: string, field: string, value: string): Promise<string> =>
  (await operator.send("POST", "/api/rules", rule(name, [{ type: "segment", field, value }]))).body.id;

const createPerson = async (email: string, more: object): Promise<string> =>
  (await operator.send("POST", "/api/people", { email, ...more })).body.id;

const submit = (email: string) =>
  fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "form_submitted", email }),
  });

const runsOf = async (personId: string) =>
  (
    await faro.pool.query("SELECT rule_id, fired, why FROM rule_runs WHERE person_id = $1 ORDER BY rule_id", [
      personId,
    ])
  ).rows;

test("a rule fires only for people who are in its segment, or only for the others", async () => {
  const vips = await createSegment("VIPs", {
    all: [
      { field: "tags", op: "has_any", value: ["vip"] },
      { field: "event.form_submitted", op: ">=", value: 1, within: { last: 1, unit: "hours" } },
      { field: "intent", op: "known" },
    ],
  });
  const inside = await createRule("Inside", "in", vips);
  const outside = await createRule("Outside", "not_in", vips);
  const ana = await createPerson("ana@example.com", { tags: ["vip"] });
  const beto = await createPerson("beto@example.com", {});
  for (const email of ["ana@example.com", "beto@example.com"]) expect((await submit(email)).status).toBe(202);
  for (const person of [ana, beto])
    await expect.poll(async () => (await runsOf(person)).length, { timeout: 180_000 }).toBe(2);
  const outcome = async (person: string) =>
    Object.fromEntries((await runsOf(person)).map(({ rule_id, fired }) => [rule_id, fired]));
  expect(await outcome(ana)).toEqual({ [inside]: true, [outside]: false });
  expect(await outcome(beto)).toEqual({ [inside]: false, [outside]: true });
  const why = (await runsOf(beto)).find(({ rule_id }) => rule_id === inside)?.why;
  expect(why).toContainEqual({ code: "segment_unmet", field: "in", value: "VIPs" });

  const explained = await operator.send("GET", `/api/rules/${inside}/people/${ana}`);
  expect(explained.body.now).toMatchObject({ fires: true });
  expect(explained.body.now.why).toContainEqual({ code: "segment_met", field: "in", value: "VIPs" });

  for (const field of ["in", "not_in"]) {
    const tried = rule("Tried", [{ type: "segment", field, value: vips }]);
    expect((await operator.send("POST", "/api/rules/dry-run", { rule: tried })).body).toMatchObject({
      people: 2,
      fires: 1,
    });
  }

  // The rules outlive what the segment refers to.
  await faro.pool.query(
    `UPDATE views SET audience = '{"field": "field.gone", "op": "known"}' WHERE id = $1`,
    [vips],
  );
  for (const id of [inside, outside]) {
    const { body } = await operator.send("GET", `/api/rules/${id}/people/${ana}`);
    expect(body.now.fires).toBe(false);
    expect(body.now.why).toContainEqual(
      expect.objectContaining({ code: "segment_unreadable", value: "VIPs" }),
    );
  }
  const broken = rule("Broken", [{ type: "segment", field: "not_in", value: vips }]);
  expect((await operator.send("POST", "/api/rules/dry-run", { rule: broken })).body).toMatchObject({
    fires: 0,
  });
});

test("a rule is not saved with a segment that does not exist, or that asks for the user", async () => {
  const mine = await createSegment("Mine", { field: "owner", op: "is_any_of", value: ["me"] });
  for (const value of ["", "VIPs", randomUUID(), mine]) {
    const { status, body } = await operator.send(
      "POST",
      "/api/rules",
      rule("Wrong", [{ type: "segment", field: "in", value }]),
    );
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe("conditions.0.value");
  }
});
