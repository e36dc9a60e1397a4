import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunStep, SequenceRun } from "#contract/runs.ts";
import { webhookEventKinds } from "#domain/webhooks/event-kinds.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";
import { type Receiver, startReceiver } from "./webhook-receiver.ts";

let faro: SandboxFaro;
let receiver: Receiver;
let webhookUrl: string;
beforeAll(async () => {
  receiver = await startReceiver();
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "", FARO_EGRESS_ALLOW: "127.0.0.1" });
  await allowHolidaySends(faro.send);
  webhookUrl = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(async () => {
  await faro.stop();
  await receiver.stop();
});

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

type Row = Record<string, unknown>;
const addPerson = async (more: Row = {}): Promise<{ id: string; email: string }> => {
  const n = ++count;
  const email = `ana${n}@example.com`;
  const { status, body } = await faro.send("POST", "/api/people", {
    ...{ firstName: "Ana", email, phone: phone(n), timezone, consents: { sms: true, email: true } },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id, email };
};
const save = (actions: Row[], more: Row = {}) =>
  faro.send("POST", "/api/rules", {
    name: `Rule ${++count}`,
    triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions,
    ...more,
  });
/** Begins a sequence for a person; returns its id. */
const begin = async (actions: Row[], personId: string): Promise<string> => {
  const { status, body } = await save(actions);
  expect(status, JSON.stringify(body)).toBe(200);
  await faro.send("POST", `/api/rules/${body.id}/start`, { personIds: [personId] });
  return body.id;
};
const runOf = async (ruleId: string): Promise<SequenceRun> =>
  (await faro.send("GET", `/api/runs?ruleId=${ruleId}&state=all`)).body.runs[0];
const stepsOf = async (ruleId: string): Promise<RunStep[]> =>
  (await faro.send("GET", `/api/runs/${(await runOf(ruleId)).id}`)).body.steps;
const ends = (ruleId: string) => expect.poll(async () => (await runOf(ruleId)).state, patience).toBe("ended");
const waitsWith = (ruleId: string, code: string) =>
  expect.poll(async () => (await runOf(ruleId)).why[0]?.code, patience).toBe(code);

describe("a task that holds the sequence", () => {
  const rows = [
    { type: "add_task", template: "Call them", holds: true },
    { type: "add_tag", template: "called" },
  ];
  const taskOf = async (personId: string) =>
    (await faro.send("GET", `/api/tasks?personId=${personId}&done=no`)).body.tasks[0];

  test("lets it go on once it is done", async () => {
    const ana = await addPerson();
    const rule = await begin(rows, ana.id);
    await waitsWith(rule, "run_waits_for_task");
    expect(await runOf(rule)).toMatchObject({ state: "acting", message: null });
    await faro.send("PUT", `/api/tasks/${(await taskOf(ana.id)).id}`, { done: true });
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([{ result: "done" }, { result: "done" }]);
    expect((await faro.send("GET", `/api/people/${ana.id}`)).body.tags).toEqual(["called"]);
  });

  test("that is deleted leaves its step out, and one can be skipped", async () => {
    const [ana, eva] = [await addPerson(), await addPerson()];
    const rule = await begin(rows, ana.id);
    await waitsWith(rule, "run_waits_for_task");
    await faro.send("DELETE", `/api/tasks/${(await taskOf(ana.id)).id}`);
    await ends(rule);
    expect((await stepsOf(rule))[0]).toMatchObject({ result: "left_out", why: [{ code: "task_removed" }] });
    const other = await begin(rows, eva.id);
    await waitsWith(other, "run_waits_for_task");
    const skip = { ids: [(await runOf(other)).id], change: { kind: "skip" } };
    expect((await faro.send("POST", "/api/runs/change", skip)).body).toMatchObject({ changed: 1 });
    await ends(other);
  });

  test("is only a task", async () => {
    const { status, body } = await save([{ type: "add_tag", template: "x", holds: true }]);
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: "actions.0.holds" }]);
  });
});

test("a step waits for an event, and a question asks whether it came", async () => {
  const [ana, eva] = [await addPerson(), await addPerson()];
  const rows = [
    { type: "add_tag", template: "told", wait: { event: "Quote_Sent", for: 5, unit: "days" } },
    { id: "q", type: "ask", template: "", onlyIf: { is: "happened", event: "quote_sent" } },
    { type: "add_tag", template: "came", within: { step: "q", answer: "yes" } },
    { type: "add_tag", template: "missing", within: { step: "q", answer: "no" } },
  ];
  const [first, second] = [await begin(rows, ana.id), await begin(rows, eva.id)];
  await waitsWith(first, "run_waits");
  await waitsWith(second, "run_waits");
  await fetch(webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "quote_sent", email: ana.email }),
  });
  await ends(first);
  expect((await faro.send("GET", `/api/people/${ana.id}`)).body.tags).toEqual(["told", "came"]);
  expect((await runOf(second)).state).toBe("waiting");
});

test("a step waits around a date of the event that started the run, and is left out without one", async () => {
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const made = await save([
    {
      type: "add_tag",
      template: "soon",
      wait: { around: "event.appointment_date", offsetDays: -2, until: "10:00" },
    },
  ]);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const [ana, eva] = [await addPerson(), await addPerson()];
  const mapped = await faro.send("POST", "/api/endpoints", {
    name: "Calendar",
    mappingTemplate: {
      ...{ person: { email: "email" }, event: { type: "type", appointment_date: "starts.on" } },
    },
  });
  expect(mapped.status, JSON.stringify(mapped.body)).toBe(200);
  await fetch(mapped.body.webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ type: made.body.triggers[0].value, email: ana.email, starts: { on: dateIn(20) } },
    }),
  });
  const dueDay = async () => (await runOf(made.body.id))?.dueAt?.slice(0, 10);
  const near = [17, 18, 19].map(dateIn);
  await expect.poll(dueDay, patience).toEqual(expect.stringMatching(near.join("|")));
  await faro.send("POST", `/api/rules/${made.body.id}/start`, { personIds: [eva.id] });
  await ends(made.body.id);
  expect(await stepsOf(made.body.id)).toMatchObject([
    { result: "left_out", why: [{ code: "date_missing", field: "event.appointment_date" }] },
  ]);
});

describe("a webhook step", () => {
  test("that no webhook asks for is left out with its reason", async () => {
    const rule = await begin([{ type: "webhook", template: "Contract" }], (await addPerson()).id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([{ result: "left_out", why: [{ code: "webhook_unwanted" }] }]);
  });

  test("tells those that do, with its note, as documented", async () => {
    const made = await faro.send("POST", "/api/webhook-subscriptions", {
      ...{ name: "Contracts", url: receiver.url("/contracts"), events: ["sequence.step"] },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const ana = await addPerson();
    const rule = await begin([{ type: "webhook", template: "Create the contract" }], ana.id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([{ result: "done", why: [] }]);
    await expect.poll(() => receiver.at("/contracts").length, patience).toBe(1);
    const body = receiver.at("/contracts")[0]?.body;
    expect(body).toMatchObject({
      type: "sequence.step",
      data: { ruleId: rule, personId: ana.id, note: "Create the contract" },
    });
    const kind = webhookEventKinds.find(({ type }) => type === "sequence.step");
    expect(kind?.data.strict().safeParse(body?.data)).toMatchObject({ success: true });
  });
});

describe("a message on the preferred channel", () => {
  const message = { type: "preferred_channel", template: "Hola {{first_name}}, ¿seguimos?" };
  const sentTo = async (ruleId: string, preferred: string | null, more: Row = {}) => {
    const { id } = await addPerson(more);
    await faro.pool.query(
      "INSERT INTO ai_profiles (person_id, preferred_channel) VALUES ($1, $2) ON CONFLICT (person_id) DO UPDATE SET preferred_channel = $2",
      [id, preferred],
    );
    await faro.send("POST", `/api/rules/${ruleId}/start`, { personIds: [id] });
    const action = async () => (await faro.send("GET", `/api/actions?personId=${id}`)).body.actions[0];
    await expect.poll(async () => (await action())?.channel, patience).toBeDefined();
    return { channel: (await action()).channel, id };
  };

  test("goes there, or on the next one that may be used", async () => {
    const { body } = await save([message]);
    expect(await sentTo(body.id, "email")).toMatchObject({ channel: "email" });
    expect(await sentTo(body.id, "sms")).toMatchObject({ channel: "sms" });
    expect(await sentTo(body.id, null)).toMatchObject({ channel: "sms" });
    // WhatsApp needs a consent, and an address that is missing cannot be used.
    expect(await sentTo(body.id, "whatsapp")).toMatchObject({ channel: "sms" });
    expect(await sentTo(body.id, "sms", { phone: null })).toMatchObject({ channel: "email" });
  });

  test("is played forward on the channel that it would take", async () => {
    const ana = await addPerson({ phone: null });
    const { body } = await faro.send("POST", "/api/rules/forecast", { actions: [message], personId: ana.id });
    expect(body.entries[0]).toMatchObject({ kind: "send", channel: "email" });
  });

  test("names a template that each of its channels has, and is no part of a broadcast", async () => {
    const { body } = await save([{ ...message, template: "no_such_template" }]);
    expect(body.issues).toMatchObject([{ path: "actions.0.template" }]);
    const made = await faro.send("POST", "/api/broadcasts", {
      ...{ name: "Notice", audience: { everybody: true }, actions: [message] },
    });
    expect(JSON.stringify(made.body)).toContain("actions.0.template");
  });
});
