import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { refreshScores } from "#server/pipeline/react/refresh-scores.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers, findForeignZone } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let hook: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
/** The last two digits tell the simulator what to do with a message. */
const faultNumber = (ending: number) => number(9000 + ending - 100);

let count = 0;
const person = async (more: object = {}) => {
  const phone = number(++count);
  const made = await faro.send("POST", "/api/people", {
    firstName: "Ana",
    phone,
    timezone,
    consents: { sms: true },
    ...more,
  });
  return made.body as { id: string; phone: string };
};
const say = async ({ id }: { id: string }, body: object = {}) =>
  (
    await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "sms",
      text: "Hola",
      purpose: "marketing",
      ...body,
    })
  ).body.id as string;
const row = async (id: string) =>
  (await faro.pool.query("SELECT * FROM actions WHERE id = $1", [id])).rows[0];
const becomes = async (id: string, status: string) => {
  await expect.poll(async () => (await row(id)).status, { timeout: 180_000 }).toBe(status);
  return row(id);
};
const reply = (address: string, channel: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel, text }),
  });
const submitEvent = (body: object) =>
  fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const rule = async (more: object) =>
  (
    await faro.send("POST", "/api/rules", {
      name: "Rule",
      triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [{ type: "sms", template: "Hola." }],
      ...more,
    })
  ).body as { id: string };
const runs = async (
  ruleId: string,
  personId: string,
): Promise<{ fired: boolean; why: { code: string }[] }[]> =>
  (
    await faro.pool.query(
      "SELECT fired, why FROM rule_runs WHERE rule_id = $1 AND person_id = $2 ORDER BY id",
      [ruleId, personId],
    )
  ).rows;
const countDelivered = async (phone: string) => {
  const entries = await (await fetch(`${faro.sandboxUrl}/sandbox/api/ledger?effects=1`)).json();
  return (entries as { effect: { to: string } }[]).filter(({ effect }) => effect.to === phone).length;
};

describe("an unknown sender", () => {
  const known = async (phone: string) =>
    (await faro.pool.query("SELECT id, sources FROM people WHERE phone = $1", [phone])).rows;

  test("becomes a person with an open WhatsApp window", async () => {
    const phone = number(700);
    await reply(phone, "whatsapp", "Hola, quiero una cotización");
    await expect
      .poll(() => known(phone), { timeout: 180_000 })
      .toMatchObject([{ sources: ["Inbound WhatsApp"] }]);
    const [{ id }] = await known(phone);
    await faro.send("PUT", `/api/people/${id}`, { timezone });
    await expect
      .poll(
        async () => (await faro.pool.query("SELECT event_type FROM events WHERE person_id = $1", [id])).rows,
        {
          timeout: 180_000,
        },
      )
      .toEqual([{ event_type: "whatsapp_received" }]);
    const { rows: notified } = await faro.pool.query(
      "SELECT params, link FROM notifications WHERE kind = 'reply_received' AND link LIKE '%' || $1",
      [id],
    );
    expect(notified).toMatchObject([{ params: { channel: "whatsapp" }, link: `/inbox/${id}` }]);
    // The window allows free text without an approved template.
    const sent = await say({ id }, { channel: "whatsapp", text: "Con gusto", purpose: "service" });
    await expect
      .poll(async () => (await row(sent)).status, { timeout: 180_000 })
      .toSatisfy((status: string) => ["sent", "delivered", "read"].includes(status));
    const timelineTypes = (await faro.send("GET", `/api/people/${id}`)).body.timelineEvents.map(
      (one: { eventType: string }) => one.eventType,
    );
    expect(timelineTypes.filter((type: string) => type === "person_created")).toHaveLength(1);
  });

  test("tells the language of a person, and is answered in it", async () => {
    const ana = await person();
    await reply(ana.phone, "sms", "Ayuda");
    const answers = async () =>
      (
        await faro.pool.query(
          "SELECT config -> 'rendered' ->> 'language' AS language FROM actions WHERE person_id = $1",
          [ana.id],
        )
      ).rows;
    await expect.poll(answers, { timeout: 180_000 }).toEqual([{ language: "es" }]);
    expect((await faro.send("GET", `/api/people/${ana.id}`)).body).toMatchObject({ language: "es" });
  });

  test("with an ambiguous opt-out is held for review, and with a clear one is suppressed", async () => {
    const [unsure, sure] = [number(701), number(702)];
    await reply(unsure, "sms", "no me llamen hoy");
    await reply(sure, "sms", "STOP");
    await expect.poll(() => known(sure), { timeout: 180_000 }).toHaveLength(1);
    await expect.poll(() => known(unsure), { timeout: 180_000 }).toHaveLength(1);
    const open = (await faro.pool.query("SELECT person_id FROM reviews WHERE resolved_at IS NULL")).rows;
    const suppressed = await faro.send("GET", `/api/suppressions?personId=${(await known(sure))[0].id}`);
    expect(suppressed.body.records).toMatchObject([{ state: "opted_out" }]);
    expect(open.map((one) => one.person_id)).toContain((await known(unsure))[0].id);
  });
});

describe("a vendor's callback", () => {
  test.each([
    ["before it answers", 58],
    ["five times", 59],
    ["in the wrong order", 60],
    ["of a message nobody knows", 61],
    ["with a signature that is not its own", 62],
  ])("%s leaves the message delivered, once", async (_how, ending) => {
    const ana = await person({ phone: faultNumber(ending) });
    const id = await say(ana);
    await becomes(id, "delivered");
    expect(await countDelivered(ana.phone)).toBe(1);
    const timelineTypes = (await faro.send("GET", `/api/people/${ana.id}`)).body.timelineEvents.map(
      (one: { eventType: string }) => one.eventType,
    );
    expect(timelineTypes.filter((type: string) => type === "message_delivered").length).toBeLessThanOrEqual(
      1,
    );
    expect(timelineTypes.filter((type: string) => type === "message_sent")).toHaveLength(1);
    expect(timelineTypes).not.toContain("message_failed");
  });

  test("with a wrong signature is audited and rejected", async () => {
    const { rows } = await faro.pool.query(
      "SELECT status FROM audit_logs WHERE event_type = 'failed_action' AND description LIKE 'Refused a request to Twilio%'",
    );
    expect(rows).toEqual([{ status: "failure" }]);
    const forged = await fetch(`${faro.url}/hooks/vendors/twilio-sms`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": "bm90IGl0" },
      body: "MessageSid=SM1&MessageStatus=delivered",
    });
    expect(forged.status).toBe(401);
  });
});

describe("a message that cannot be sent", () => {
  test.each([
    [
      "names a variable that there is not",
      { text: "Hola {{nmae}}" },
      { code: "unknown_variable", name: "nmae" },
    ],
    [
      "has nothing to fill a variable with",
      { text: "Hola {{last_name}}" },
      { code: "variable_missing", name: "last_name" },
    ],
    ["is too long", { text: "á".repeat(1000) }, { code: "message_too_long" }],
    [
      "names a template that there is not",
      { text: undefined, template: "nothing" },
      { code: "template_missing" },
    ],
  ])("because it %s fails with that reason, and nothing is sent", async (_why, body, reason) => {
    const ana = await person();
    const { reasons } = await becomes(await say(ana, body), "failed");
    expect(reasons).toMatchObject([reason]);
    expect(await countDelivered(ana.phone)).toBe(0);
  });

  test("on WhatsApp as free text can be sent as an approved template, and the preview says so", async () => {
    const ana = await person({ consents: { whatsapp: true } });
    const check = async (body: object) =>
      (await faro.send("POST", `/api/people/${ana.id}/messages/check`, body)).body.find(
        (one: { channel: string }) => one.channel === "whatsapp",
      );
    expect(await check({})).toMatchObject({ ruling: "wait", reasons: [{ code: "whatsapp_window_closed" }] });
    await faro.send("POST", "/api/templates", {
      name: "greeting",
      channel: "whatsapp",
      language: "en",
      body: "Hola {{first_name|}}",
      approvedName: "hello_world",
    });
    expect(await check({ template: "greeting" })).toMatchObject({
      ruling: "send",
      reasons: expect.arrayContaining([{ code: "whatsapp_template_used", template: "hello_world" }]),
    });
    const { id } = await rule({ name: "Approved", actions: [{ type: "whatsapp", template: "greeting" }] });
    const why = (await faro.send("GET", `/api/rules/${id}/people/${ana.id}`)).body;
    expect(why.gate).toMatchObject([{ channel: "whatsapp", ruling: "send" }]);
  });

  test("on WhatsApp that waits for a template is sent once the template is approved", async () => {
    const eva = await person({
      phone: "+34615550177",
      timezone: findForeignZone(Date.now(), true),
      language: "en",
      consents: { whatsapp: true },
    });
    const body = "Hi {{first_name|}}, welcome to {{last_name|us}}!";
    const template = { name: "later", channel: "whatsapp", language: "en", body };
    const { id, updatedAt } = (await faro.send("POST", "/api/templates", template)).body;
    const action = await say(eva, { channel: "whatsapp", text: undefined, template: "later" });
    expect((await becomes(action, "held")).reasons).toMatchObject([{ code: "whatsapp_window_closed" }]);
    const approved = await faro.send("PUT", `/api/templates/${id}`, {
      approvedName: "welcome",
      updatedAt,
    });
    expect(approved.status).toBe(200);
    await expect
      .poll(async () => (await row(action)).status, { timeout: 180_000 })
      .toBeOneOf(["sent", "delivered", "read"]);
  });

  test("because WhatsApp limits marketing to the person stops marketing to them for a day", async () => {
    // Abroad, because WhatsApp delivers no marketing to numbers of the states at all.
    const eva = await person({
      phone: "+34615559025",
      timezone: findForeignZone(Date.now(), true),
      consents: { whatsapp: true },
    });
    await faro.send("POST", "/api/templates", {
      name: "offer",
      channel: "whatsapp",
      language: "en",
      body: "Hi {{first_name|}}, welcome to {{last_name|us}}!",
      // A marketing template with two variables that the vendor has approved.
      approvedName: "welcome",
    });
    await faro.pool.query("UPDATE people SET language = 'en' WHERE id = $1", [eva.id]);
    const offer = { channel: "whatsapp", text: undefined, template: "offer" };
    const first = await becomes(await say(eva, offer), "failed");
    expect(first.reasons).toMatchObject([{ code: "marketing_limited_there", vendorCode: "131049" }]);
    const second = await becomes(await say(eva, offer), "held");
    const limitedAt = first.executed_at.getTime();
    expect(second.reasons).toContainEqual({ code: "whatsapp_marketing_limited", at: limitedAt });
    expect(second.not_before.getTime()).toBeGreaterThanOrEqual(limitedAt + 86_400_000);
    const check = async (body: object) =>
      (await faro.send("POST", `/api/people/${eva.id}/messages/check`, body)).body.find(
        (one: { channel: string }) => one.channel === "whatsapp",
      );
    expect(await check({ template: "offer" })).toMatchObject({ ruling: "wait" });
    await faro.pool.query(
      "UPDATE actions SET executed_at = executed_at - interval '24 hours 1 second' WHERE id = $1",
      [first.id],
    );
    expect(await check({ template: "offer" })).toMatchObject({ ruling: "send" });
  });

  test("to a landline fails, and the next one is not attempted", async () => {
    const ana = await person({ phone: faultNumber(2) });
    const { reasons } = await becomes(await say(ana), "failed");
    expect(reasons).toMatchObject([{ vendorCode: "21614" }]);
    const next = await becomes(await say(ana), "blocked");
    expect(next.reasons).toMatchObject([{ code: "address_not_reachable", kind: "landline" }]);
    expect(await countDelivered(ana.phone)).toBe(0);
  });
});

describe("a rule", () => {
  test("that triggers itself is stopped after a few runs, with a notification", async () => {
    const ana = await person();
    const { id } = await rule({
      name: "Round",
      triggers: [{ type: "event", operator: "=", value: "round" }],
    });
    for (let turn = 1; turn <= 4; turn++) {
      await submitEvent({ type: "round", phone: ana.phone });
      await expect.poll(async () => (await runs(id, ana.id)).length, { timeout: 180_000 }).toBe(turn);
    }
    const all = await runs(id, ana.id);
    expect(all.map(({ fired }) => fired)).toEqual([true, true, true, false]);
    expect(all.at(-1)?.why.at(-1)).toMatchObject({ code: "rule_loop" });
    const { rows } = await faro.pool.query("SELECT params FROM notifications WHERE kind = 'rule_loop'");
    expect(rows).toEqual([{ params: { rule: "Round" } }]);
  });

  test("that uses a tag without people reports it and does nothing", async () => {
    const ana = await person({ tags: ["solar"] });
    const { id } = await rule({
      name: "Tag",
      triggers: [{ type: "event", operator: "=", value: "tagged" }],
      conditions: [{ type: "tag", field: "has", value: "solar" }],
    });
    await faro.send("POST", "/api/people/bulk", {
      ids: [ana.id],
      change: { kind: "remove_tag", tag: "solar" },
    });
    await submitEvent({ type: "tagged", phone: ana.phone });
    await expect
      .poll(() => runs(id, ana.id), { timeout: 180_000 })
      .toMatchObject([
        { fired: false, why: expect.arrayContaining([expect.objectContaining({ code: "tag_unmet" })]) },
      ]);
    expect(await countDelivered(ana.phone)).toBe(0);
  });

  test("on a score fires when only time has changed the score, and a rule on an event does not", async () => {
    const ana = await person({ type: "customer", status: "converted" });
    await submitEvent({ type: "page_viewed", phone: ana.phone });
    const scores = async () =>
      (await faro.pool.query("SELECT churn_risk, updated_at FROM ai_profiles WHERE person_id = $1", [ana.id]))
        .rows[0];
    await expect.poll(scores, { timeout: 180_000 }).toBeTruthy();
    const before = await scores();
    const [score, events] = [
      await rule({
        name: "Leaving",
        triggers: [{ type: "churn_risk", operator: ">=", value: String(before.churn_risk + 5) }],
      }),
      await rule({ name: "Any", triggers: [{ type: "event", operator: "!=", value: "nothing" }] }),
    ];
    // Moves the person's history half a year into the past.
    await faro.pool.query(
      `UPDATE ai_profiles SET updated_at = now() - interval '180 days', history = history
          || jsonb_build_object('at', (history ->> 'at')::float8 - 180 * 86400000.0,
               'lastActiveAt', (history ->> 'lastActiveAt')::float8 - 180 * 86400000.0)
        WHERE person_id = $1`,
      [ana.id],
    );
    await faro.pool.query("UPDATE people SET created_at = now() - interval '180 days' WHERE id = $1", [
      ana.id,
    ]);
    const { options } = faro.pool as unknown as { options: never };
    const database = openDatabase(options, () => {});
    const write = createWrite(database.db, { insert: async () => {} });
    await refreshScores.run([{}], { write } as JobContext);
    await database.close();
    await expect
      .poll(async () => (await scores()).churn_risk, { timeout: 180_000 })
      .toBeGreaterThan(before.churn_risk + 5);
    await expect.poll(() => runs(score.id, ana.id), { timeout: 180_000 }).toMatchObject([{ fired: true }]);
    expect(await runs(events.id, ana.id)).toEqual([]);
  });
});
