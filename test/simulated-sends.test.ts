import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { relabelDemoSends } from "#server/store/delivery/demo-sends.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" }, "own");
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
const person = async (more: object = {}) => {
  const consents = { sms: true, email: true, call: true };
  const body = { firstName: "Ana", phone: number(++count), email: `ana${count}@example.com`, timezone };
  return (await faro.send("POST", "/api/people", { ...body, consents, ...more })).body as {
    id: string;
    phone: string;
  };
};
const say = async ({ id }: { id: string }, channel: string) =>
  (await faro.send("POST", `/api/people/${id}/messages`, { channel, text: "Hola", purpose: "marketing" }))
    .body.id as string;
const row = async (id: string) =>
  (await faro.pool.query("SELECT * FROM actions WHERE id = $1", [id])).rows[0];
const becomes = async (id: string, status: string) => {
  await expect.poll(async () => (await row(id)).status, { timeout: 180_000 }).toBe(status);
  return row(id);
};
const allowTestSends = (allowed: boolean) => faro.send("PUT", "/api/settings/test-sends", { allowed });
const detail = async (id: string) => (await faro.send("GET", `/api/people/${id}`)).body;
const received = async (phone: string) => {
  const path = `/sandbox/api/phone/conversations/${encodeURIComponent(phone)}`;
  return JSON.stringify(await (await fetch(`${faro.sandboxUrl}${path}`)).json());
};

describe("outside the demo, without a live account", () => {
  test.each(["sms", "email", "call"])(
    "a message by %s is stopped, and the preview says so",
    async (channel) => {
      const ana = await person();
      const checks = (await faro.send("POST", `/api/people/${ana.id}/messages/check`, {})).body;
      const check = checks.find((one: { channel: string }) => one.channel === channel);
      expect(check).toMatchObject({ ruling: "stop" });
      expect(check.reasons).toContainEqual({ code: "channel_not_connected", channel });
      const { reasons } = await becomes(await say(ana, channel), "blocked");
      expect(reasons).toContainEqual({ code: "channel_not_connected", channel });
    },
  );

  test("a rule's dry run and explanation count the channel as not connected", async () => {
    const ana = await person();
    const rule = {
      name: "Welcome",
      triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
    };
    const { id } = (await faro.send("POST", "/api/rules", rule)).body;
    const { gate } = (await faro.send("GET", `/api/rules/${id}/people/${ana.id}`)).body;
    expect(gate).toMatchObject([{ channel: "sms", ruling: "stop" }]);
    expect(gate[0].reasons).toContainEqual({ code: "channel_not_connected", channel: "sms" });
  });

  test("an administrator allows test sends, which is audited", async () => {
    expect((await faro.send("GET", "/api/settings/test-sends")).body).toMatchObject({ allowed: false });
    expect((await allowTestSends(true)).body).toMatchObject({ allowed: true, by: "admin@example.com" });
    const { body: entries } = await faro.send("GET", "/api/audit-logs?search=test+sends");
    expect(entries).toMatchObject([{ description: "Allowed test sends to the simulators" }]);
  });
});

describe("a test send", () => {
  beforeAll(() => allowTestSends(true));

  test("reaches the sandbox phone, and is simulated: not delivered, without a price", async () => {
    const ana = await person();
    const id = await say(ana, "sms");
    expect(await becomes(id, "simulated")).toMatchObject({ simulation: "test", price: null });
    expect(await received(ana.phone)).toContain("Hola");
    // The simulator reports a delivery and a price, which must change nothing.
    await expect
      .poll(
        async () =>
          (await faro.pool.query("SELECT 1 FROM delivery_receipts WHERE status = 'delivered'")).rowCount,
        {
          timeout: 180_000,
        },
      )
      .toBeGreaterThan(0);
    expect(await row(id)).toMatchObject({ status: "simulated", price: null, price_due_at: null });
    const { timelineEvents, cost } = await detail(ana.id);
    const kinds = timelineEvents.map((one: { eventType: string }) => one.eventType);
    expect(kinds).toContain("message_simulated");
    expect(kinds.filter((kind: string) => /message_(sent|delivered|read)/.test(kind))).toEqual([]);
    expect(cost).toBe(0);
    const { actions } = (await faro.send("GET", `/api/actions?personId=${ana.id}`)).body;
    expect(actions).toMatchObject([{ status: "simulated", simulated: true, price: null }]);
    expect(actions[0].reasons).toContainEqual({ code: "sent_to_simulator", channel: "sms" });
    expect((await faro.pool.query("SELECT 1 FROM usage WHERE action_id = $1", [id])).rows).toEqual([]);
  });

  test("by e-mail and by telephone is simulated, too", async () => {
    const ana = await person();
    const [mail, call] = [await say(ana, "email"), await say(ana, "call")];
    await becomes(mail, "simulated");
    await becomes(call, "simulated");
    await expect
      .poll(
        async () =>
          (await faro.send("GET", "/api/calls")).body.find((one: { id: string }) => one.id === call)
            ?.simulated,
        { timeout: 180_000 },
      )
      .toBe(true);
    expect((await faro.send("GET", "/api/voice/stats")).body.callsToday).toBe(0);
  });

  test("is apart from the actions of the dashboard, also when it failed", async () => {
    const refused = await say(await person({ phone: number(9003 - 100) }), "sms");
    await becomes(refused, "failed");
    const { actionsToday, simulatedToday, totalCost } = (await faro.send("GET", "/api/dashboard/stats")).body;
    const { rows } = await faro.pool.query(
      "SELECT count(*) FILTER (WHERE simulation = 'test')::int AS simulated, count(*)::int AS total FROM actions",
    );
    expect(simulatedToday).toBe(rows[0].simulated);
    const channels: { count: number }[] = (await faro.send("GET", "/api/dashboard/channels?range=today"))
      .body;
    expect(channels.reduce((sum, { count }) => sum + count, 0)).toBe(actionsToday);
    expect(actionsToday).toBe(rows[0].total - rows[0].simulated);
    expect(totalCost).toBe(0);
  });

  test("that the simulator refuses fails without consequences for the person", async () => {
    const ana = await person({ phone: number(9002 - 100) });
    const id = await say(ana, "sms");
    expect(await becomes(id, "failed")).toMatchObject({ simulation: "test" });
    const { timelineEvents } = await detail(ana.id);
    expect(
      timelineEvents.find((one: { eventType: string }) => one.eventType === "message_failed"),
    ).toMatchObject({
      metadata: { simulated: true },
    });
    const { rows } = await faro.pool.query("SELECT landline_phone FROM people WHERE id = $1", [ana.id]);
    expect(rows).toEqual([{ landline_phone: null }]);
  });
});

test("what the demo sent and a person keeps becomes a test send", async () => {
  const ana = await person();
  const { rows } = await faro.pool.query(
    `INSERT INTO actions (person_id, type, status, messenger, simulation, price, executed_at)
     VALUES ($1, 'sms', 'delivered', 'twilio-sms', 'demo', 0.01, now()) RETURNING id`,
    [ana.id],
  );
  const { id } = rows[0];
  await faro.pool.query(
    `INSERT INTO timeline (person_id, event_type, title, caused_by)
     VALUES ($1, 'message_sent', 'sms sent', $2), ($1, 'message_delivered', 'sms delivered', $2)`,
    [ana.id, id],
  );
  await faro.pool.query(
    `WITH paid AS (INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id)
                   VALUES ('openai', 'llm', true, 5, 0.01, $1) RETURNING id)
     INSERT INTO ai_calls (id, purpose, model, prompt_version, outcome, simulation, input_tokens, cached_tokens, output_tokens)
     SELECT id, 'read_message', 'gpt-6-luna', '1', 'answered', 'demo', 1, 0, 1 FROM paid`,
    [ana.id],
  );
  const { options } = faro.pool as unknown as { options: object };
  const database = openDatabase(options as never, () => {});
  await database.db.transaction((tx) => relabelDemoSends(tx));
  await database.close();
  expect(await row(id)).toMatchObject({ status: "simulated", simulation: "test", price: null });
  const kinds = (await detail(ana.id)).timelineEvents.map((one: { eventType: string }) => one.eventType);
  expect(kinds.sort()).toEqual(["message_simulated", "person_created"]);
  expect((await faro.pool.query("SELECT FROM usage WHERE person_id = $1", [ana.id])).rowCount).toBe(0);
});

describe("what is said on the sandbox phone", () => {
  const reply = (phone: string, text: string) =>
    fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(phone)}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "whatsapp", text }),
    });
  const entry = async (id: string, kind: string) =>
    (await detail(id)).timelineEvents.find((one: { eventType: string }) => one.eventType === kind);

  test("is marked as simulated in its event, on the timeline and in the notification", async () => {
    const ana = await person();
    await reply(ana.phone, "Hola");
    await expect
      .poll(() => entry(ana.id, "event_received"), { timeout: 180_000 })
      .toMatchObject({ metadata: { simulated: true } });
    const query = "SELECT raw_data ->> 'simulated' AS simulated FROM events WHERE raw_data ->> 'from' = $1";
    expect((await faro.pool.query(query, [ana.phone])).rows).toEqual([{ simulated: "true" }]);
    const { notifications } = (await faro.send("GET", "/api/notifications")).body;
    expect(notifications.find(({ kind }: { kind: string }) => kind === "reply_received")).toMatchObject({
      params: { simulated: 1 },
    });
  });

  test("is marked as simulated where it is an opt-out, and an operator's opt-out is not", async () => {
    const [ana, eva] = [await person(), await person()];
    await reply(ana.phone, "STOP");
    await expect
      .poll(() => entry(ana.id, "opted_out"), { timeout: 180_000 })
      .toMatchObject({ metadata: { simulated: true } });
    const ledger = async (id: string) =>
      (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records;
    expect(await ledger(ana.id)).toMatchObject([{ state: "opted_out", source: "reply", simulated: true }]);
    await faro.send("POST", `/api/people/${eva.id}/opt-out`, { reason: "Asked by telephone" });
    expect(await ledger(eva.id)).toContainEqual(
      expect.objectContaining({ source: "operator", simulated: false }),
    );
    expect((await entry(eva.id, "opted_out")).metadata).not.toHaveProperty("simulated");
  });
});

test("a test send stays simulated after the account went live", async () => {
  const ana = await person();
  const id = await say(ana, "sms");
  await becomes(id, "simulated");
  await faro.send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000007",
    authToken: "token",
  });
  const { actions } = (await faro.send("GET", `/api/actions?personId=${ana.id}`)).body;
  expect(actions).toMatchObject([{ status: "simulated", simulated: true }]);
  await expect(
    faro.pool.query("UPDATE actions SET status = 'delivered' WHERE id = $1", [id]),
  ).rejects.toThrow("actions_test_send_check");
});
