import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { priorModel } from "#domain/scoring/model.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

const startedAt = Date.now();
const { phone: number, timezone } = findContactableNumbers(startedAt);
let faro: SandboxFaro;
let hook: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(() => faro?.stop());

let count = 0;
const person = async (consents: object = { sms: true }) => {
  const n = ++count;
  const input = { firstName: `Ana${n}`, email: `ana${n}@example.com`, phone: number(n), timezone, consents };
  return (await faro.send("POST", "/api/people", input)).body as { id: string; email: string; phone: string };
};
const submitEvent = (type: string, { email }: { email: string }) =>
  fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type, email }),
  });
const listActions = async ({ id }: { id: string }) =>
  (await faro.send("GET", `/api/actions?personId=${id}`)).body.actions;
const explain = async (id: string) => (await faro.send("GET", `/api/actions/${id}/why`)).body;

/** The default of a second is too short for a busy machine. */
const patience = { timeout: 180_000 };

describe("a score", () => {
  test("is explained by its positive and negative signals, with count, time and decay", async () => {
    const ana = await person();
    await submitEvent("quote_requested", ana);
    await submitEvent("quote_requested", ana);
    const { explanation, shown } = await vi.waitUntil(async () => {
      const waiting = await faro.pool.query("SELECT FROM reaction_queue UNION ALL SELECT FROM unread_events");
      if (waiting.rowCount !== 0) return undefined;
      const { body: explanation } = await faro.send("GET", `/api/people/${ana.id}/scores`);
      const shown = (await faro.send("GET", `/api/people/${ana.id}`)).body.aiProfile;
      const [first] = explanation.scores;
      return first?.parts[0]?.times === 2 ? { explanation, shown } : undefined;
    }, patience);
    expect(explanation).toMatchObject({ version: priorModel.version, storedVersion: priorModel.version });
    const [intent, , churn] = explanation.scores;
    expect(intent).toMatchObject({ name: "intent", stored: shown.intentScore, base: 5 });
    expect(Math.abs(intent.value - intent.stored)).toBeLessThanOrEqual(1);
    expect(intent.parts[0]).toMatchObject({ feature: "asked", times: 2, halfLifeDays: 14 });
    expect(Date.parse(intent.parts[0].lastAt)).toBeGreaterThanOrEqual(startedAt);
    expect(intent.parts[0].points).toBeGreaterThan(0);
    expect(churn.parts.find((part: { feature: string }) => part.feature === "asked").points).toBeLessThan(0);
  });

  test("counts the event that created its person once", async () => {
    await submitEvent("quote_requested", { email: "new@example.com" });
    const scores = await vi.waitUntil(async () => {
      const { rows } = await faro.pool.query(
        "SELECT p.id FROM people p JOIN ai_profiles ON person_id = p.id WHERE email = 'new@example.com'",
      );
      return rows[0] && (await faro.send("GET", `/api/people/${rows[0].id}/scores`)).body.scores;
    }, patience);
    for (const { value, stored } of scores) expect(Math.abs(value - stored)).toBeLessThanOrEqual(1);
    expect(scores[0].parts[0]).toMatchObject({ feature: "asked", times: 1 });
  });

  test("is not found for an unknown person, and empty for a person without scores", async () => {
    const eva = await person();
    expect((await faro.send("GET", `/api/people/${eva.id}/scores`)).body.scores).toEqual([]);
    const nobody = "01890000-0000-7000-8000-000000000001";
    expect((await faro.send("GET", `/api/people/${nobody}/scores`)).status).toBe(404);
  });
});

describe("the details of the business", () => {
  const details = {
    name: " Sol  del Este ",
    address: "1 Calle Sol\nSan Juan, PR",
    email: "",
    phone: "787 555 0100",
  };

  test("appear in messages, and reject a save over a newer version", async () => {
    const before = (await faro.send("GET", "/api/settings/business")).body;
    expect(before).toMatchObject({ name: null, updatedAt: null });
    const body = { ...details, website: null, updatedAt: null };
    const saved = (await faro.send("PUT", "/api/settings/business", body)).body;
    expect(saved).toMatchObject({
      name: "Sol del Este",
      address: "1 Calle Sol San Juan, PR",
      email: null,
      phone: "+17875550100",
    });
    expect((await faro.send("PUT", "/api/settings/business", body)).body.code).toBe("conflict");
    const wrong = { ...body, phone: "12", updatedAt: saved.updatedAt };
    expect((await faro.send("PUT", "/api/settings/business", wrong)).status).toBe(400);
    const audit = (await faro.send("GET", "/api/audit-logs?search=business+details")).body;
    expect(audit[0].description).toBe("Changed the business details");
    const rita = await person();
    await faro.send("POST", `/api/people/${rita.id}/messages`, {
      channel: "sms",
      text: "{{first_name}}, {{company_name}} le llama: {{company_phone}}",
      purpose: "marketing",
    });
    await expect
      .poll(async () => (await listActions(rita))[0].text)
      .toBe("Ana3, Sol del Este le llama: +17875550100");
  });
});

describe("the explanation", () => {
  test("of a sent message covers event, rule version, every check and delivery", async () => {
    const rule = (
      await faro.send("POST", "/api/rules", {
        name: "Greet",
        triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
        conditions: [{ type: "consent", field: "sms", value: "true" }],
        actions: [{ type: "sms", template: "Hello {{first_name}}, good to see you" }],
      })
    ).body;
    const luz = await person();
    await submitEvent("form_submitted", luz);
    await expect.poll(async () => (await listActions(luz))[0]?.status).toBe("delivered");
    await faro.send("PUT", `/api/rules/${rule.id}`, { description: "Changed" });
    const [sent] = await listActions(luz);
    const explanation = await explain(sent.id);
    expect(explanation).toMatchObject({
      ruling: "send",
      purpose: "marketing",
      rule: {
        name: "Greet",
        version: 1,
        newest: 2,
        why: [{ code: "event_arrived" }, { code: "consent_met" }],
      },
      event: { type: "form_submitted", endpoint: "Form" },
      others: [],
      deeds: [],
    });
    expect(explanation.checks.map(({ check }: { check: string }) => check)).toEqual([
      "connected",
      "address",
      "suppressed",
      "held",
      "human_has_it",
      "dnc",
      "consent",
      "frequency_cap",
      "repeated_words",
      "whatsapp_window",
      "whatsapp_marketing",
      "quiet_hours",
      "holidays",
    ]);
    expect(explanation.checks[6].reasons).toMatchObject([{ code: "consent_given" }]);
    expect(explanation.steps.map(({ type }: { type: string }) => type)).toEqual([
      "message_sent",
      "message_delivered",
    ]);
    expect(explanation.providerId).toMatch(/^SM/);
    await expect
      .poll(async () => (await faro.send("GET", `/api/people/${luz.id}`)).body.cost)
      .toBeGreaterThan(0);
    const costs = (await faro.send("GET", "/api/dashboard/costs")).body;
    expect(costs.parts).toContainEqual(expect.objectContaining({ kind: "sms", service: "twilio" }));
    expect(costs.total).toBeCloseTo(
      costs.parts.reduce((sum: number, { cost }: { cost: number }) => sum + cost, 0),
      6,
    );
  });

  test("of a blocked manual message names the user and the check that blocked it", async () => {
    const eva = await person({});
    const { body: made } = await faro.send("POST", `/api/people/${eva.id}/messages`, {
      channel: "sms",
      text: "Hi",
      purpose: "marketing",
    });
    await expect.poll(async () => (await listActions(eva))[0].status).toBe("blocked");
    const explanation = await explain(made.id);
    expect(explanation).toMatchObject({
      ruling: "stop",
      rule: null,
      event: null,
      deeds: [{ what: "asked" }],
    });
    expect(explanation.deeds[0].email).toContain("@");
    const blockingChecks = explanation.checks.filter(
      ({ reasons }: { reasons: object[] }) => reasons.length > 0,
    );
    expect(blockingChecks).toMatchObject([{ check: "consent", reasons: [{ code: "consent_missing" }] }]);
  });

  test("includes the operator who decided the result of an unknown send", async () => {
    const nora = await person();
    const id = (
      await faro.pool.query(
        `INSERT INTO actions (person_id, type, status, not_before, attempts, executed_at, reasons)
         VALUES ($1, 'sms', 'unknown', 'infinity', 1, now(), '[{"code": "vendor_unknown"}]') RETURNING id`,
        [nora.id],
      )
    ).rows[0].id;
    expect(await explain(id)).toMatchObject({ ruling: "send", others: [{ code: "vendor_unknown" }] });
    expect((await faro.send("POST", `/api/actions/${id}/settle`, { outcome: "sent" })).status).toBe(200);
    expect(await explain(id)).toMatchObject({
      deeds: [{ what: "settled" }],
      steps: [{ type: "message_sent" }],
      others: [{ code: "settled_by_person" }],
    });
    expect((await faro.send("POST", `/api/actions/${id}/settle`, { outcome: "failed" })).status).toBe(409);
  });
});

describe("a dry run", () => {
  test("in parts gives the same result as in one run", async () => {
    const rule = {
      name: "Draft",
      triggers: [{ type: "intent_score", operator: ">=", value: "0" }],
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [{ type: "sms", template: "high_intent" }],
    };
    const whole = (await faro.send("POST", "/api/rules/dry-run", { rule })).body;
    const all = (await faro.pool.query("SELECT count(*)::int AS n FROM people")).rows[0].n;
    expect(whole).toMatchObject({ people: all, total: all, next: null });
    const first = (await faro.pool.query("SELECT id FROM people ORDER BY id LIMIT 1")).rows[0].id;
    const part = (await faro.send("POST", "/api/rules/dry-run", { rule, part: { after: first } })).body;
    expect(part).toMatchObject({ people: all - 1, total: all, next: null });
  });
});
