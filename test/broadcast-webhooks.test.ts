import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookEventKinds, webhookEventsOf } from "#domain/webhooks/event-kinds.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";
import { type Receiver, startReceiver } from "./webhook-receiver.ts";

let faro: SandboxFaro;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "", FARO_EGRESS_ALLOW: "127.0.0.1" });
  await allowHolidaySends(faro.send);
});
afterAll(async () => {
  await faro.stop();
  await receiver.stop();
});

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

const addMany = async (tag: string, people: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let added = 0; added < people; added += 1) {
    const n = ++count;
    const person = { firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag], consents: { sms: true } };
    ids.push((await faro.send("POST", "/api/people", person)).body.id);
  }
  return ids;
};
const subscribe = async (events: string[], more: object = {}): Promise<string> => {
  const path = `/hook-${++count}`;
  const { status, body } = await faro.send("POST", "/api/webhook-subscriptions", {
    ...{ name: path, url: receiver.url(path), events },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return path;
};
/** What a receiver got of a broadcast or rule, in order; every body must be as documented. */
const eventsOf = (path: string, id: string) =>
  receiver
    .at(path)
    .map(({ body }) => body)
    .filter(({ data }) => data.id === id || data.ruleId === id)
    .map(({ type, data }) => {
      const kind = webhookEventKinds.find((one) => one.type === type);
      expect(kind?.data.strict().safeParse(data), `${type} ${JSON.stringify(data)}`).toMatchObject({
        success: true,
      });
      return { type, data };
    });
const typesOf = (path: string, id: string) => eventsOf(path, id).map(({ type }) => type);

const addStarted = async (tag: string, people: number, more: object = {}): Promise<string> => {
  await addMany(tag, people);
  const made = await faro.send("POST", "/api/broadcasts", {
    ...{ name: `Notice ${tag}`, audience: { field: "tags", op: "has_any", value: [tag] } },
    actions: [{ type: "sms", template: "Cerramos el viernes." }],
    ...more,
  });
  const { id } = made.body;
  await faro.send("POST", `/api/broadcasts/${id}/check`);
  await reaches(id, "checked");
  const started = await faro.send("POST", `/api/broadcasts/${id}/start`, { confirm: people });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return id;
};
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await faro.send("GET", `/api/broadcasts/${id}`)).body.state, patience).toBe(state);

describe("a broadcast", () => {
  test("is told when it starts and is done, with its figures, and its runs to each person", async () => {
    const path = await subscribe([...webhookEventsOf("broadcast"), ...webhookEventsOf("sequence")]);
    const filtered = await subscribe(webhookEventsOf("broadcast"), {
      audience: { field: "tags", op: "has_any", value: ["none such"] },
    });
    const id = await addStarted("told", 3);
    await reaches(id, "done");
    await expect.poll(() => eventsOf(path, id).length, patience).toBe(8);
    const events = eventsOf(path, id);
    const ofBroadcast = events.filter(({ type }) => type.startsWith("broadcast."));
    expect(ofBroadcast).toMatchObject([
      { type: "broadcast.started", data: { name: "Notice told", people: 3, begun: 0 } },
      { type: "broadcast.done", data: { people: 3, begun: 3, failed: 0, notSent: 0 } },
    ]);
    const { sent, delivered } = ofBroadcast[1]?.data ?? {};
    expect(sent + delivered).toBe(3);
    const people = new Map<string, string[]>();
    for (const { type, data } of events)
      if (data.personId) people.set(data.personId, [...(people.get(data.personId) ?? []), type]);
    expect([...people.values()]).toEqual(Array(3).fill(["sequence.started", "sequence.ended"]));
    expect(events.find(({ type }) => type === "sequence.ended")?.data).toMatchObject({
      ...{ ruleId: id, entry: "broadcast", reason: "run_finished" },
    });
    // A broadcast is of no single person, so that a filter of people says nothing about it.
    await expect.poll(() => typesOf(filtered, id), patience).toEqual(["broadcast.started", "broadcast.done"]);
  });

  test("is told when it is paused and why, goes on and is ended", async () => {
    const path = await subscribe(webhookEventsOf("broadcast"));
    const id = await addStarted("stopped", 3, { perMinute: 1 });
    await reaches(id, "sending");
    for (const verb of ["pause", "resume", "pause", "cancel"])
      expect((await faro.send("POST", `/api/broadcasts/${id}/${verb}`)).status).toBe(200);
    await expect
      .poll(() => typesOf(path, id), patience)
      .toEqual([
        ...["broadcast.started", "broadcast.paused", "broadcast.resumed", "broadcast.paused"],
        "broadcast.cancelled",
      ]);
    expect(eventsOf(path, id)[1]?.data.reasons).toEqual([{ code: "broadcast_paused" }]);
  });

  test("that the guard pauses says what the guard found", async () => {
    const path = await subscribe(["broadcast.paused"]);
    const id = await addStarted("guarded", 3, { perMinute: 1 });
    await reaches(id, "sending");
    // Repeated, because the stage may store figures that it read before.
    const failHalf = () =>
      faro.pool.query(
        `UPDATE broadcasts SET figures_at = now() + interval '1 hour', due_at = now(),
                actual = jsonb_build_object('people', 100, 'begun', 100, 'delivered', 50, 'sent', 0, 'onTheWay', 0, 'waiting', 0,
                  'failed', 50, 'unknown', 0, 'notSent', 0, 'answered', 0, 'optedOut', 0, 'complained', 0, 'bounced', 0)
          WHERE id = $1 AND state = 'sending'`,
        [id],
      );
    await expect
      .poll(async () => {
        await failHalf();
        return typesOf(path, id);
      }, patience)
      .toEqual(["broadcast.paused"]);
    expect(eventsOf(path, id)[0]?.data.reasons).toMatchObject([{ code: "guard_failed" }]);
    await faro.send("POST", `/api/broadcasts/${id}/cancel`);
  });
});

test("a sequence that is ended by hand says so once, and nothing is written where nobody subscribes", async () => {
  const made = await faro.send("POST", "/api/rules", {
    ...{ name: "Follow up", triggers: [{ type: "event", operator: "=", value: "never" }] },
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "¿Sigue con interés?", wait: { for: 3, unit: "days" } }],
  });
  const ruleId = made.body.id;
  const runFor = async (tag: string) => {
    const personIds = await addMany(tag, 1);
    await faro.send("POST", `/api/rules/${ruleId}/start`, { personIds });
    const { body } = await faro.send("GET", `/api/runs?personId=${personIds[0]}`);
    const stop = { ids: [body.runs[0].id], change: { kind: "stop" } };
    expect((await faro.send("POST", "/api/runs/change", stop)).body.changed).toBe(1);
    expect((await faro.send("POST", "/api/runs/change", stop)).body.changed).toBe(0);
    return body.runs[0].id as string;
  };
  const { body } = await faro.send("GET", "/api/webhook-subscriptions");
  for (const { id } of body.subscriptions) await faro.send("DELETE", `/api/webhook-subscriptions/${id}`);
  const before = await faro.pool.query("SELECT count(*)::int AS n FROM webhook_events");
  await runFor("untold");
  const after = await faro.pool.query("SELECT count(*)::int AS n FROM webhook_events");
  expect(after.rows).toEqual(before.rows);
  const path = await subscribe(["sequence.ended"]);
  const run = await runFor("ended");
  await expect
    .poll(() => eventsOf(path, ruleId), patience)
    .toMatchObject([
      { type: "sequence.ended", data: { id: run, ruleName: "Follow up", reason: "run_ended_by_hand" } },
    ]);
});
