import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
let count = 0;
const person = async (consents: object = { sms: true, email: true, whatsapp: true }, more: object = {}) => {
  const n = ++count;
  const made = (
    await faro.send("POST", "/api/people", {
      firstName: "Ana",
      email: `ana${n}@example.com`,
      phone: phone(n),
      timezone,
      consents,
      ...more,
    })
  ).body;
  await faro.pool.query("UPDATE people SET language = 'en' WHERE id = $1", [made.id]);
  return made as { id: string; phone: string; email: string };
};
const action = async (id: string) =>
  (await faro.send("GET", "/api/actions?limit=200")).body.actions.find(
    (one: { id: string }) => one.id === id,
  );
const waitForResult = async (id: string, not = ["pending", "dispatching"]) => {
  await expect
    .poll(async () => (await action(id)).status, { timeout: 180_000 })
    .not.toSatisfy((status: string) => not.includes(status));
  return action(id);
};
const say = async ({ id }: { id: string }, body: object) =>
  (await faro.send("POST", `/api/people/${id}/messages`, body)).body;
const phoneOf = async (address: string) =>
  (
    await (
      await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}`)
    ).json()
  ).entries as {
    text: string;
    channel: string;
  }[];
const reply = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });

describe("a message sent by hand", () => {
  test("reaches the phone and gets its receipt", async () => {
    const ana = await person();
    const sent = await say(ana, { channel: "sms", text: "Hola {{first_name}}", purpose: "marketing" });
    await expect.poll(async () => (await action(sent.id)).status, { timeout: 180_000 }).toBe("delivered");
    expect(await phoneOf(ana.phone)).toMatchObject([{ text: "Hola Ana", channel: "sms" }]);
    const timelineTypes = (await faro.send("GET", `/api/people/${ana.id}`)).body.timelineEvents.map(
      (one: { eventType: string }) => one.eventType,
    );
    expect(timelineTypes).toEqual(expect.arrayContaining(["message_sent", "message_delivered"]));
  });

  test("is blocked without consent, with the reason", async () => {
    const eva = await person({});
    const sent = await say(eva, { channel: "sms", text: "Hi", purpose: "marketing" });
    const after = await waitForResult(sent.id);
    expect(after).toMatchObject({ status: "blocked", reasons: [{ code: "consent_missing" }] });
    expect(await phoneOf(eva.phone)).toEqual([]);
  });

  test("contains a one-click unsubscribe link when sent as e-mail", async () => {
    const luz = await person();
    const sent = await say(luz, { channel: "email", subject: "Hi", text: "News", purpose: "marketing" });
    expect(await waitForResult(sent.id)).toMatchObject({ status: "sent" });
    const [mail] = (await phoneOf(luz.email)) as unknown as { text: string }[];
    const link =
      /http:\/\/127\.0\.0\.1:\d+\/hooks\/unsubscribe\/[\w.-]+/.exec(JSON.stringify(mail))?.[0] ?? "";
    expect((await fetch(link)).status).toBe(200);
    expect((await faro.send("GET", `/api/suppressions?personId=${luz.id}`)).body.records).toEqual([]);
    const click = await fetch(link, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(click.status).toBe(200);
    const again = await say(luz, { channel: "email", subject: "Hi", text: "News", purpose: "marketing" });
    expect(await waitForResult(again.id)).toMatchObject({
      status: "blocked",
      reasons: expect.arrayContaining([expect.objectContaining({ code: "opted_out" })]),
    });
  });
});

describe("a rule", () => {
  test("sends when it fires; after STOP the next message is blocked with its reason on the timeline", async () => {
    const rita = await person();
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body;
    const rule = (
      await faro.send("POST", "/api/rules", {
        name: "Greet",
        triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
        conditions: [{ type: "consent", field: "sms", value: "true" }],
        actions: [{ type: "sms", template: "Hello from the rule, {{first_name}}" }],
      })
    ).body;
    const submitForm = () =>
      fetch(endpoint.webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: "form_submitted", email: rita.email }),
      });
    const listActions = async () => (await faro.send("GET", `/api/actions?personId=${rita.id}`)).body.actions;
    await submitForm();
    await expect
      .poll(async () => (await phoneOf(rita.phone)).map(({ text }) => text), { timeout: 180_000 })
      .toEqual(["Hello from the rule, Ana"]);
    await reply(rita.phone, "STOP");
    await expect
      .poll(
        async () => (await faro.send("GET", `/api/suppressions?personId=${rita.id}`)).body.records.length,
        { timeout: 180_000 },
      )
      .toBe(1);
    await submitForm();
    await expect
      .poll(
        async () =>
          (await listActions()).find(
            (one: { ruleId: string | null; status: string }) =>
              one.ruleId === rule.id && one.status === "blocked",
          )?.reasons[0]?.code,
        { timeout: 180_000 },
      )
      .toBe("opted_out");
    const timeline = (await faro.send("GET", `/api/people/${rita.id}`)).body.timelineEvents;
    const blocked = timeline.find((one: { eventType: string }) => one.eventType === "message_blocked");
    expect(blocked.metadata.reasons).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "opted_out" })]),
    );
    // One confirmation and nothing else arrived after the opt-out.
    await expect
      .poll(
        async () =>
          (await phoneOf(rita.phone)).map(({ text }) => text).filter((text) => /unsubscribed/i.test(text))
            .length,
        { timeout: 180_000 },
      )
      .toBe(1);
    const why = (await faro.send("GET", `/api/rules/${rule.id}/people/${rita.id}`)).body;
    expect(why.gate).toMatchObject([{ channel: "sms", ruling: "stop" }]);
    expect(why.runs.length).toBeGreaterThanOrEqual(2);
    const shown = (await faro.send("GET", "/api/rules")).body.find(
      (one: { id: string }) => one.id === rule.id,
    );
    expect(shown).toMatchObject({ executionCount: 2, successCount: 1 });
  });

  test("that is switched off holds what it had planned for later, and sends nothing of it once deleted", async () => {
    const luis = await person();
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: "Later" })).body;
    const rule = (
      await faro.send("POST", "/api/rules", {
        name: "Later",
        triggers: [{ type: "event", operator: "=", value: "asked_later" }],
        conditions: [{ type: "consent", field: "sms", value: "true" }],
        actions: [{ type: "sms", template: "Sent by a rule that is gone" }],
        options: { delayMinutes: 60 },
      })
    ).body;
    await fetch(endpoint.webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "asked_later", email: luis.email }),
    });
    const planned = async () =>
      (await faro.send("GET", `/api/actions?personId=${luis.id}`)).body.actions as { status: string }[];
    await expect.poll(planned, { timeout: 180_000 }).toMatchObject([{ status: "pending" }]);
    const comesDue = () =>
      faro.pool.query("UPDATE actions SET not_before = now() WHERE person_id = $1", [luis.id]);
    expect((await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: false })).status).toBe(200);
    await comesDue();
    await expect
      .poll(planned, { timeout: 180_000 })
      .toMatchObject([{ status: "held", reasons: [{ code: "rule_off" }] }]);
    expect((await faro.send("DELETE", `/api/rules/${rule.id}`)).status).toBe(200);
    await comesDue();
    await expect
      .poll(planned, { timeout: 180_000 })
      .toMatchObject([{ status: "cancelled", reasons: [{ code: "run_rule_deleted" }] }]);
    expect(await phoneOf(luis.phone)).toEqual([]);
  });

  test("tells a person the same words once in the time that is set, however often it fires", async () => {
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: "Repeated" })).body;
    const addRule = async (value: string, text: string, options?: object) =>
      (
        await faro.send("POST", "/api/rules", {
          name: value,
          triggers: [{ type: "event", operator: "=", value }],
          conditions: [{ type: "consent", field: "sms", value: "true" }],
          actions: [{ type: "sms", template: text }],
          ...(options ? { options } : {}),
        })
      ).body;
    const limited = await addRule("asked_again", "We got your request, {{first_name}}");
    const unlimited = await addRule("asked_anew", "Ask us, {{first_name}}", { repeatHours: null });
    expect([limited.options.repeatHours, unlimited.options.repeatHours]).toEqual([24, null]);
    const ida = await person();
    const submit = (type: string) =>
      fetch(endpoint.webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type, email: ida.email }),
      });
    const actionsOf = async (ruleId: string) =>
      (await faro.send("GET", `/api/actions?personId=${ida.id}`)).body.actions.filter(
        (one: { ruleId: string | null }) => one.ruleId === ruleId,
      );
    const settled = async (ruleId: string) =>
      (await actionsOf(ruleId))
        .map(({ status }: { status: string }) => status)
        .filter((status: string) => ["delivered", "blocked"].includes(status))
        .sort();
    const fire = async (ruleId: string, type: string, times: number) => {
      for (let n = 1; n <= times; n++) {
        await submit(type);
        await expect.poll(async () => (await actionsOf(ruleId)).length, { timeout: 180_000 }).toBe(n);
      }
    };
    await fire(limited.id, "asked_again", 3);
    await expect
      .poll(() => settled(limited.id), { timeout: 180_000 })
      .toEqual(["blocked", "blocked", "delivered"]);
    const [refused] = (await actionsOf(limited.id)).filter(
      ({ status }: { status: string }) => status === "blocked",
    );
    expect(refused.reasons).toMatchObject([{ code: "words_repeated", hours: 24 }]);
    const why = (await faro.send("GET", `/api/actions/${refused.id}/why`)).body;
    expect(why.checks).toContainEqual(
      expect.objectContaining({ check: "repeated_words", reasons: refused.reasons }),
    );
    const now = (await faro.send("GET", `/api/rules/${limited.id}/people/${ida.id}`)).body;
    expect(now.gate).toMatchObject([{ ruling: "stop", reasons: [{ code: "words_repeated" }] }]);
    // Nothing is missing in the conversation, so no view of what was not sent lists it.
    const notSent = (await faro.send("GET", "/api/inbox?view=not_sent")).body.threads;
    expect(notSent.map(({ personId }: { personId: string }) => personId)).not.toContain(ida.id);

    await fire(unlimited.id, "asked_anew", 2);
    await expect.poll(() => settled(unlimited.id), { timeout: 180_000 }).toEqual(["delivered", "delivered"]);

    // After the time of the rule the words may go out again.
    await faro.pool.query(
      "UPDATE actions SET executed_at = executed_at - interval '25 hours' WHERE rule_id = $1",
      [limited.id],
    );
    await faro.pool.query(
      "UPDATE rule_runs SET created_at = created_at - interval '25 hours' WHERE rule_id = $1",
      [limited.id],
    );
    await submit("asked_again");
    await expect
      .poll(() => settled(limited.id), { timeout: 180_000 })
      .toEqual(["blocked", "blocked", "delivered", "delivered"]);
    const textsTo = async (to: { phone: string }) =>
      (await phoneOf(to.phone)).map(({ text }) => text).filter((text) => text === "We got your request, Ana");
    expect(await textsTo(ida)).toHaveLength(2);

    // Several that are due in the same moment are decided one after the other.
    const eva = await person();
    await faro.pool.query(
      `INSERT INTO actions (person_id, rule_id, type, config, not_before)
       SELECT $1, $2, 'sms', '{"text": "We got your request, {{first_name}}", "purpose": "marketing"}', now()
         FROM generate_series(1, 8)`,
      [eva.id, limited.id],
    );
    const statuses = async () =>
      (
        await faro.pool.query(
          "SELECT status, count(*)::int AS count FROM actions WHERE person_id = $1 GROUP BY 1 ORDER BY 1",
          [eva.id],
        )
      ).rows;
    await expect.poll(statuses, { timeout: 180_000 }).toEqual([
      { status: "blocked", count: 7 },
      { status: "delivered", count: 1 },
    ]);
    expect(await textsTo(eva)).toHaveLength(1);
  });

  test("an opt-out that cannot be stored waits as a whole until it can", async () => {
    const nora = await person();
    const sent = await say(nora, { channel: "sms", text: "Hi", purpose: "marketing" });
    await waitForResult(sent.id, ["pending", "dispatching", "sent"]);
    await faro.pool.query(`
      CREATE SEQUENCE broken_inserts;
      CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM nextval('broken_inserts'); RAISE EXCEPTION 'broken'; END $$`);
    await faro.pool.query(
      "CREATE TRIGGER broken BEFORE INSERT ON suppressions FOR EACH ROW EXECUTE FUNCTION broken()",
    );
    const storedEvents = async () =>
      (
        await faro.pool.query(
          "SELECT validation_status AS status, person_id AS person FROM events WHERE raw_data ->> 'from' = $1",
          [nora.phone],
        )
      ).rows;
    try {
      await reply(nora.phone, "STOP");
      // A sequence keeps its value when the transaction is rolled back, so it counts the failed inserts.
      const failedInserts = async () =>
        (await faro.pool.query("SELECT is_called FROM broken_inserts")).rows[0].is_called;
      await expect.poll(failedInserts, { timeout: 180_000 }).toBe(true);
      expect(await storedEvents()).toEqual([{ status: "received", person: null }]);
      const { rows } = await faro.pool.query(
        "SELECT 1 FROM messages WHERE person_id = $1 AND direction = 'in'",
        [nora.id],
      );
      expect(rows).toEqual([]);
    } finally {
      await faro.pool.query("DROP TRIGGER broken ON suppressions");
    }
    await expect.poll(storedEvents, { timeout: 180_000 }).toEqual([{ status: "valid", person: nora.id }]);
    const records = (await faro.send("GET", `/api/suppressions?personId=${nora.id}`)).body.records;
    expect(records).toMatchObject([{ state: "opted_out", source: "reply" }]);
  });

  test("can be dry-run on all people without a trace", async () => {
    const before = (await faro.pool.query("SELECT count(*)::int AS n FROM actions")).rows[0].n;
    const draft = {
      name: "Draft",
      triggers: [{ type: "intent_score", operator: ">=", value: "0" }],
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [{ type: "sms", template: "high_intent" }],
    };
    const result = (await faro.send("POST", "/api/rules/dry-run", { rule: draft })).body;
    expect(result.people).toBe((await faro.pool.query("SELECT count(*)::int AS n FROM people")).rows[0].n);
    expect(result.sent + result.held + result.blocked).toBe(result.fires);
    expect((await faro.pool.query("SELECT count(*)::int AS n FROM actions")).rows[0].n).toBe(before);
  });
});
