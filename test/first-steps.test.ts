import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminEmail } from "./faro.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await faro.pool.query("DELETE FROM first_steps");
});
afterAll(() => faro.stop());

const progress = async () => (await faro.send("GET", "/api/first-steps")).body;
const thing = async (id: string) =>
  (await progress()).things.find((one: { id: string }) => one.id === id)?.state;
const stage = async () => (await faro.send("GET", "/api/auth/user")).body.startStage;
const changes = async () => {
  const { rows } = await faro.pool.query<{ change: string }>(
    "SELECT details ->> 'change' AS change FROM audit_logs WHERE details ->> 'kind' = 'first_steps_changed' ORDER BY seq",
  );
  return rows.map(({ change }) => change);
};
const waitLong = { timeout: 60_000 };

/** The website form of the demo, and a rule that answers it. */
const addDemoForm = async (): Promise<void> => {
  const fields = "first_name last_name email phone language".split(" ");
  const names = "firstName lastName email phone language".split(" ");
  const person = Object.fromEntries(names.map((name, index) => [name, fields[index]]));
  const { body } = await faro.send("POST", "/api/endpoints", {
    name: "Website form",
    mappingTemplate: {
      person: { ...person, "consents.sms": "consents.sms" },
      event: { type: "type", message: "message" },
    },
  });
  await faro.pool.query("INSERT INTO demo_rows (kind, id) VALUES ('endpoints', $1)", [body.id]);
  await faro.send("POST", "/api/rules", {
    name: "Website form → SMS",
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "high_intent" }],
  });
};

describe("the first sign-in", () => {
  test("asks the first administrator for names, and nobody else", async () => {
    expect(await stage()).toBe("names");
    const saved = await faro.send("POST", "/api/first-steps/names", {
      businessName: "Sol del Este",
      firstName: "Marisol",
      lastName: "Vega",
      language: "es",
    });
    expect(saved.status).toBe(200);
    expect((await faro.send("GET", "/api/auth/user")).body).toMatchObject({
      startStage: "open",
      firstName: "Marisol",
      lastName: "Vega",
      language: "es",
    });
    expect((await faro.send("GET", "/api/settings/business")).body).toMatchObject({ name: "Sol del Este" });
    expect(await changes()).toEqual(["names"]);
  });

  test("can be skipped, and then does not ask again", async () => {
    await faro.pool.query("UPDATE users SET first_name = NULL; DELETE FROM first_steps");
    expect(await stage()).toBe("names");
    await faro.send("POST", "/api/first-steps/names", { skip: true });
    expect(await stage()).toBe("open");
  });
});

test("without sample data only a channel can be connected", async () => {
  const { things, next } = await progress();
  expect(things.map(({ id }: { id: string }) => id)).toEqual(["message", "live"]);
  expect(next).toBe("message");
  expect((await faro.send("POST", "/api/first-steps/lead", { message: "Hi" })).status).toBe(422);
});

describe("the lead", () => {
  test("arrives through the endpoint, is read, scored and answered", async () => {
    await addDemoForm();
    expect(await thing("lead")).toBe("todo");
    const { status } = await faro.send("POST", "/api/first-steps/lead", {
      message: "I want to buy solar panels this week. Please send me a price and call me today.",
    });
    expect(status).toBe(200);
    await expect.poll(() => thing("lead"), waitLong).toBe("done");
    const { lead, toKeep } = await progress();
    expect(lead).toMatchObject({
      endpointName: "Website form",
      personName: expect.stringMatching(/^\S+ \S+$/),
      readAs: expect.any(String),
      intentScore: expect.any(Number),
      answer: { channel: "sms", ruleName: "Website form → SMS" },
    });
    expect(Date.parse(lead.scoredAt)).toBeGreaterThanOrEqual(Date.parse(lead.receivedAt));
    expect(toKeep).toContain("lead");
    const person = (await faro.send("GET", `/api/people/${lead.personId}`)).body;
    expect(person.aiProfile.intentScore).toBe(lead.intentScore);
  });

  test("stays done when it is kept, although its person is deleted", async () => {
    await faro.send("POST", "/api/first-steps/keep", {});
    await faro.send("POST", "/api/first-steps/keep", {});
    expect((await changes()).filter((change) => change === "lead")).toEqual(["lead"]);
    await faro.pool.query("UPDATE first_steps SET lead_event_id = uuid_v7()");
    expect(await progress()).toMatchObject({ lead: null, toKeep: [] });
    expect(await thing("lead")).toBe("done");
  });
});

describe("the message to oneself", () => {
  const phone = async () => (await progress()).phone;
  const conversation = async (): Promise<{ entries: { text: string; arrived: boolean }[] }> => {
    const { number } = await phone();
    return (await faro.send("GET", `/sandbox/api/phone/conversations/${encodeURIComponent(number)}`)).body;
  };

  test("needs oneself as a customer, who is added once", async () => {
    expect((await faro.send("GET", "/api/first-steps/gate")).status).toBe(404);
    const added = await faro.send("POST", "/api/first-steps/phone", {});
    expect(added.status).toBe(200);
    const again = await faro.send("POST", "/api/first-steps/phone", {});
    expect(again.body).toEqual(added.body);
    expect(await phone()).toMatchObject({ name: `${adminEmail.split("@")[0]} Vega`, message: null });
  });

  test("is ruled on before it is sent, for now and for the evening", async () => {
    const { body } = await faro.send("GET", "/api/first-steps/gate");
    expect(body.now.ruling).toBe("send");
    expect(body.evening).toMatchObject({ ruling: "wait", until: expect.any(String) });
    expect(body.evening.reasons.map(({ code }: { code: string }) => code)).toContain("quiet_hours");
  });

  test("arrives at the phone, and is done when the phone has answered", async () => {
    await faro.send("POST", "/api/first-steps/message", { text: "Hi, this is Sol del Este." });
    await expect
      .poll(async () => (await conversation()).entries.map(({ text }) => text), waitLong)
      .toEqual(["Hi, this is Sol del Este."]);
    expect(await thing("message")).toBe("running");
    const { number, personId } = await phone();
    await faro.send("POST", `/sandbox/api/phone/conversations/${encodeURIComponent(number)}/reply`, {
      channel: "sms",
      text: "Great, thank you",
    });
    await expect.poll(() => thing("message"), waitLong).toBe("done");
    expect((await phone()).message).toMatchObject({ reply: "Great, thank you" });
    const thread = await faro.send("GET", `/api/inbox/${personId}/items`);
    expect(JSON.stringify(thread.body)).toContain("Great, thank you");
  });
});

describe("a question", () => {
  const answered = (body: object) => faro.send("POST", "/api/first-steps/asked", body);

  test("counts only where the gate has ruled", async () => {
    const { phone } = await progress();
    const unknown = { question: "sent", actionId: phone.personId };
    expect((await answered(unknown)).status).toBe(404);
    expect((await answered({ question: "refused", actionId: phone.message.id })).status).toBe(404);
    expect(await thing("why")).toBe("todo");
    expect((await answered({ question: "sent", actionId: phone.message.id })).status).toBe(200);
    expect(await thing("why")).toBe("done");
    expect((await progress()).asked).toEqual({ sent: expect.any(String) });
  });

  test("about a rule needs the rule and the person", async () => {
    const [rule] = (await faro.send("GET", "/api/rules")).body;
    const { phone } = await progress();
    expect((await answered({ question: "forward", ruleId: rule.id, personId: rule.id })).status).toBe(404);
    await answered({ question: "forward", ruleId: rule.id, personId: phone.personId });
    expect(Object.keys((await progress()).asked)).toEqual(["sent", "forward"]);
  });
});

test("a channel counts when its live account passed the test", async () => {
  const account = { accountSid: "AC00000000000000000000000000000007", authToken: "token" };
  await faro.send("POST", "/api/api-keys/twilio", { ...account, fromNumber: "+17875550100" });
  expect(await progress()).toMatchObject({ channel: null });
  await faro.send("POST", "/api/test-connection/twilio", {});
  expect(await progress()).toMatchObject({ channel: { channel: "sms" }, next: null });
});

test("hiding the page is for ever, and for this user only", async () => {
  await faro.send("POST", "/api/first-steps/hide", {});
  expect(await stage()).toBe("hidden");
  expect((await changes()).at(-1)).toBe("hidden");
});

test("leaving the demo removes the people of the page, and what was done stays done", async () => {
  const { phone } = await progress();
  const emptied = await faro.send("POST", "/api/workspace/empty", { confirm: true });
  expect(emptied.status).toBe(200);
  expect((await faro.send("GET", `/api/people/${phone.personId}`)).status).toBe(404);
  expect((await faro.send("GET", "/api/status")).body).toMatchObject({ demo: false, emptyingProgress: null });
  expect(await thing("lead")).toBe("done");
  expect(await thing("message")).toBeUndefined();
});
