import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { broadcastInput } from "#domain/broadcasts/broadcast.ts";
import { noGoal } from "#domain/sequences/goal.ts";
import { webhookEventKinds, webhookEventTypes } from "#domain/webhooks/event-kinds.ts";
import { system } from "#server/audit/entry.ts";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { sweepSessions } from "#server/housekeeping/sweep-sessions.ts";
import { sweepWebhooks } from "#server/housekeeping/sweep-webhooks.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { endRuns } from "#server/store/automation/end-runs.ts";
import { insertSequenceRuns } from "#server/store/automation/sequence-runs.ts";
import { insertBroadcast, updateBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import { mergePair } from "#server/store/people/merge.ts";
import { addStepEvents } from "#server/store/webhooks/work-events.ts";
import { createWrite } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { createTestDatabase, databaseUrl } from "./database.ts";
import { isDeep } from "./deep.ts";
import { adminEmail, password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { startProcess, temporaryDir } from "./process.ts";
import { type ReceivedWebhook, type Receiver, startReceiver } from "./webhook-receiver.ts";

const env = { FARO_EGRESS_ALLOW: "127.0.0.1" };
const api = "/api/webhook-subscriptions";

let faro: TestFaro;
let admin: Visitor;
let receiver: Receiver;
let database: ReturnType<typeof openDatabase>;
let hanging: Made & { path: string };
beforeAll(async () => {
  receiver = await startReceiver();
  faro = await startTestFaro(env);
  admin = await faro.signedIn("admin");
  database = openDatabase(faro.connection, () => {});
  // It runs into its timeout while the other tests run.
  hanging = await subscribe({ events: ["call.started"] });
  receiver.answer(hanging.path, () => ({ hang: true }));
  await query("INSERT INTO calls (type, phone_number, status) VALUES ('inbound', '+17875550111', 'ringing')");
});
afterAll(async () => {
  await database.close();
  await faro.stop();
  await receiver.stop();
});

type Made = { id: string; secret: string; url: string };
let count = 0;
/** Subscribes a path of its own. */
const subscribe = async (input: object = {}, by: Visitor = admin): Promise<Made & { path: string }> => {
  const path = `/hook-${++count}`;
  const { status, body } = await by.send("POST", api, {
    name: `Receiver ${count}`,
    url: receiver.url(path),
    events: ["person.created", "person.updated", "person.deleted", "person.merged"],
    ...input,
  });
  expect(body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
  expect(status).toBe(200);
  return { ...body, path };
};
const remove = (id: string) => admin.send("DELETE", `${api}/${id}`);
const addPerson = async (input: object = {}): Promise<string> =>
  (await admin.send("POST", "/api/people", { firstName: "Ana", ...input })).body.id;
const changePerson = (id: string, input: object) => admin.send("PUT", `/api/people/${id}`, input);
const query = async <Row = Record<string, any>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await faro.pool.query(text, values)).rows as Row[];
const ofPerson = (all: ReceivedWebhook[], id: string) => all.filter(({ body }) => body.data.id === id);
const deliveries = async (id: string, search = "") =>
  (await admin.send("GET", `${api}/${id}/deliveries${search}`)).body.deliveries as Record<string, any>[];
const stateOf = async (id: string) =>
  ((await admin.send("GET", api)).body.subscriptions as Record<string, any>[]).find((one) => one.id === id);
const verify = (secret: string, { text, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
/** The time of the next attempts has come. */
const comeDue = (id: string) =>
  query(
    "UPDATE webhook_deliveries SET next_attempt_at = now() WHERE subscription_id = $1 AND state = 'retrying'",
    [id],
  );

/** No test sees the subscriptions of another. */
afterEach(async () => {
  const { body } = await admin.send("GET", api);
  for (const { id } of body.subscriptions as Made[]) if (id !== hanging.id) await remove(id);
});

describe("events", () => {
  test("of a person arrive signed, in order, and are accepted by the library of the standard", async () => {
    const { id: subscription, path, secret } = await subscribe();
    const id = await addPerson({ lastName: "Ñandú", email: "ana@example.com", tags: ["solar"] });
    await changePerson(id, { status: "qualified", tags: ["solar", "roof"] });
    await admin.send("DELETE", `/api/people/${id}`);
    await expect.poll(() => receiver.at(path).length).toBe(3);
    const [created, updated, deleted] = receiver.at(path);
    for (const one of receiver.at(path)) {
      expect(verify(secret, one)).toEqual(one.body);
      expect(one.id).toBe(one.body.id);
      const kind = webhookEventKinds.find(({ type }) => type === one.body.type);
      expect(kind?.data.strict().parse(one.body.data)).toEqual(one.body.data);
    }
    expect(created?.body).toMatchObject({
      type: "person.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { id, lastName: "Ñandú", tags: ["solar"] },
    });
    expect(updated?.body).toMatchObject({
      type: "person.updated",
      data: { status: "qualified", changed: ["status", "tags"] },
    });
    // Nothing of a deleted person is kept but the news of it.
    expect(deleted?.body).toMatchObject({ type: "person.deleted", data: { id } });
    await expect
      .poll(() => deliveries(subscription))
      .toMatchObject([{ type: "person.deleted", state: "delivered" }]);
  });

  test("have the documented fields, whichever change they come from", async () => {
    await subscribe({ events: webhookEventTypes });
    const [person, other, rule] = [newId(), newId(), newId()];
    await query(
      "INSERT INTO people (id, first_name, phone) VALUES ($1, 'Ana', '+17875550111'), ($2, 'Eva', '+17875550112')",
      [person, other],
    );
    await query("UPDATE people SET region = 'PR' WHERE id = $1", [person]);
    await query("UPDATE person_addresses SET hash = '\\x01' WHERE person_id = $1", [person]);
    for (const status of ["sent", "delivered", "read", "failed", "blocked"])
      await query(
        `WITH made AS (INSERT INTO actions (person_id, type, config) VALUES ($1, 'sms', '{"rendered": {"to": "+17875550111", "text": "Hi"}}') RETURNING id)
         SELECT id FROM made`,
        [person],
      ).then(([made]) =>
        query(
          `UPDATE actions SET status = $2, reasons = '[{"code": "x"}]', result = '{"error": "no"}' WHERE id = $1`,
          [made?.id, status],
        ),
      );
    await query(
      "INSERT INTO short_links (code, action_id, target, channel) SELECT 'a', id, 'https://sol.example', 'sms' FROM actions WHERE person_id = $1 LIMIT 1",
      [person],
    );
    await query("UPDATE short_links SET clicks = 1, first_clicked_at = now(), last_clicked_at = now()");
    await query("UPDATE short_links SET action_id = NULL");
    await query(
      "INSERT INTO messages (id, person_id, at, direction, channel, text) VALUES ($1, $2, now(), 'in', 'sms', 'Hello'), ($3, $2, now(), 'out', 'sms', 'Hi')",
      [newId(), person, newId()],
    );
    await query(
      "INSERT INTO calls (person_id, type, phone_number, status) VALUES ($1, 'inbound', '+17875550111', 'ringing')",
      [person],
    );
    await query(
      "UPDATE calls SET status = 'completed', duration = 60, ended_at = now() WHERE person_id = $1",
      [person],
    );
    await query(
      "INSERT INTO consent_records (person_id, channel, state, method) VALUES ($1, 'sms', 'granted', 'form')",
      [person],
    );
    for (const state of ["opted_out", "released"])
      await query("INSERT INTO suppressions (address_hash, state, source) VALUES ('\\x01', $1, 'reply')", [
        state,
      ]);
    await query("INSERT INTO ai_profiles (person_id, intent_score, model_version) VALUES ($1, 10, 'a')", [
      person,
    ]);
    await query("UPDATE ai_profiles SET intent_score = 80 WHERE person_id = $1", [person]);
    await query(
      "INSERT INTO rules (id, name, triggers, conditions, actions) VALUES ($1, 'Greet', '[]', '[]', '[]')",
      [rule],
    );
    await query(
      `INSERT INTO rule_runs (rule_id, version, person_id, fired, why) VALUES ($1, 1, $2, true, '[{"code": "x"}]'), ($1, 1, $2, false, '[]')`,
      [rule, person],
    );
    await query(
      `WITH endpoint AS (INSERT INTO endpoints (name, type) VALUES ('Form', 'webhook') RETURNING id),
            event AS (INSERT INTO events (endpoint_id, person_id, raw_data) SELECT id, $1, '{}' FROM endpoint RETURNING id)
       INSERT INTO message_readings (event_id, person_id, channel, local)
       SELECT id, $1, 'sms', '{"intent": "question", "also": [], "asks": ["price"], "objection": null, "sentiment": 0, "urgency": 1, "language": "en"}' FROM event`,
      [person],
    );
    const write = createWrite(database.db, { insert: async () => {} });
    await write(system, (context) =>
      mergePair(
        context,
        { survivorId: person, otherId: other, picks: {}, batchId: newId(), userId: null },
        createAddressHash(),
      ),
    );
    const [told, run] = [await addPerson(), newId()];
    await write(system, async ({ tx }) => {
      const times = { startedAt: Date.now(), dueAt: Date.now() };
      await query(
        "INSERT INTO rule_runs (id, rule_id, version, person_id, fired, why) VALUES ($1, $2, 1, $3, false, '[]')",
        [run, rule, told],
      );
      await insertSequenceRuns(tx, [
        { id: run, ruleId: rule, personId: told, entry: "trigger", stepId: null, goal: noGoal, ...times },
      ]);
      expect(await addStepEvents(tx, [{ runId: run, stepId: "a", note: "Contract" }], Date.now())).toBe(true);
      await endRuns(tx, sql`r.id = ${run}`, { code: "run_ended_by_hand" });
      const definition = broadcastInput.parse({
        ...{ name: "Notice", audience: { everybody: true } },
        actions: [{ type: "sms", template: "Hi" }],
      });
      await insertBroadcast(tx, rule, definition, null);
      await updateBroadcast(tx, rule, { state: "sending", startedAt: Date.now() });
      await updateBroadcast(tx, rule, { state: "paused", why: [{ code: "broadcast_paused" }] });
      await updateBroadcast(tx, rule, { state: "sending", why: [] });
      await updateBroadcast(tx, rule, { state: "done" });
      await updateBroadcast(tx, rule, { state: "cancelled" });
    });
    await admin.send("DELETE", `/api/people/${await addPerson()}`);
    const made = await query<{ type: string; data: object }>(
      "SELECT type, data FROM webhook_events WHERE NOT is_test ORDER BY seq",
    );
    for (const { type, data } of made) {
      const kind = webhookEventKinds.find((one) => one.type === type);
      expect(kind?.data.strict().safeParse(data), `${type} ${JSON.stringify(data)}`).toMatchObject({
        success: true,
      });
    }
    expect([...new Set(made.map(({ type }) => type))].toSorted()).toEqual(webhookEventTypes.toSorted());
    const dataOf = (type: string) => made.filter((one) => one.type === type).map(({ data }) => data);
    expect(dataOf("person.merged")).toEqual([{ id: person, mergedId: other }]);
    expect(dataOf("consent.changed")).toMatchObject([
      { state: "granted" },
      { state: "opted_out" },
      { state: "opted_in" },
    ]);
    expect(dataOf("score.changed")).toMatchObject([
      { intent: 10, previous: null },
      { intent: 80, previous: { intent: 10 } },
    ]);
    expect(dataOf("rule.fired")).toMatchObject([{ ruleId: rule, ruleName: "Greet" }]);
    expect(dataOf("message.received")).toHaveLength(1);
  });

  test("are written only for what a subscription wants, and not where the change is undone", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.deleted"] });
    const count = async () => (await query("SELECT count(*)::int AS count FROM webhook_events"))[0]?.count;
    const before = await count();
    const id = await addPerson();
    await changePerson(id, { firstName: "Eva" });
    const client = await faro.pool.connect();
    await client.query("BEGIN");
    await client.query("DELETE FROM people WHERE id = $1", [id]);
    const { rowCount } = await client.query("SELECT 1 FROM webhook_events WHERE person_id = $1", [id]);
    await client.query("ROLLBACK");
    client.release();
    expect(rowCount).toBe(1);
    expect(await count()).toBe(before);
    await admin.send("DELETE", `/api/people/${id}`);
    await expect.poll(() => receiver.at(path).length).toBe(1);
    await remove(subscription);
    await admin.send("DELETE", `/api/people/${await addPerson()}`);
    expect(await count()).toBe(before + 1);
  });

  test("of many people are written by the statement that changes them", async () => {
    const { id: subscription } = await subscribe({ events: ["person.created"] });
    await admin.send("POST", `${api}/${subscription}/pause`);
    const people = 2000;
    await query("INSERT INTO people (first_name) SELECT 'Bulk' FROM generate_series(1, $1)", [people]);
    const [made] = await query(
      "SELECT count(*)::int AS count, count(DISTINCT seq)::int AS numbers FROM webhook_deliveries WHERE subscription_id = $1",
      [subscription],
    );
    expect(made).toEqual({ count: people, numbers: people });
    await query("DELETE FROM people WHERE first_name = 'Bulk'");
  });

  test("reach only subscriptions whose filter the person is in; deletions reach all", async () => {
    const audience = { field: "status", op: "is_any_of", value: ["qualified"] };
    const { id: subscription, path } = await subscribe({ audience });
    const [inside, outside, stranger] = [
      await addPerson({ status: "qualified" }),
      await addPerson(),
      await addPerson(),
    ];
    await changePerson(outside, { firstName: "Out" });
    await changePerson(inside, { firstName: "In" });
    await admin.send("DELETE", `/api/people/${outside}`);
    await expect.poll(() => ofPerson(receiver.at(path), outside).length).toBe(1);
    await expect.poll(() => ofPerson(receiver.at(path), inside).length).toBe(2);
    expect(ofPerson(receiver.at(path), outside)[0]?.body.type).toBe("person.deleted");
    // It was written before what arrived.
    expect(ofPerson(receiver.at(path), stranger)).toEqual([]);
    await expect.poll(async () => (await deliveries(subscription)).length).toBe(3);
  });
});

describe("a receiver", () => {
  test("that fails for one person gets that person's events later and in order, all others at once", async () => {
    const { id: subscription, path } = await subscribe();
    const failing = new Set<string>();
    receiver.answer(path, ({ body }) =>
      failing.has(String(body.data.id)) ? { status: 500, body: "<html>Oops</html>" } : {},
    );
    const [slow, fine] = [await addPerson(), await addPerson()];
    await expect.poll(() => receiver.accepted(path).length).toBe(2);
    failing.add(slow);
    for (const firstName of ["One", "Two", "Three"]) {
      await changePerson(slow, { firstName });
      await changePerson(fine, { firstName });
    }
    await expect.poll(() => ofPerson(receiver.accepted(path), fine).length).toBe(4);
    await expect
      .poll(async () => (await deliveries(subscription, "?state=waiting")).map(({ state }) => state))
      .toEqual(["behind", "behind", "retrying"]);
    const attempted = ofPerson(receiver.at(path), slow).length;
    // A second failure keeps the order as well.
    await comeDue(subscription);
    await expect.poll(() => ofPerson(receiver.at(path), slow).length).toBeGreaterThan(attempted);
    expect(ofPerson(receiver.accepted(path), slow)).toHaveLength(1);
    failing.clear();
    await expect
      .poll(async () => {
        await comeDue(subscription);
        return ofPerson(receiver.accepted(path), slow).length;
      })
      .toBe(4);
    const names = (id: string) =>
      ofPerson(receiver.accepted(path), id).map(({ body }) => body.data.firstName);
    expect(names(slow)).toEqual(["Ana", "One", "Two", "Three"]);
    expect(names(fine)).toEqual(["Ana", "One", "Two", "Three"]);
    const attempts = ofPerson(receiver.at(path), slow).filter(({ body }) => body.data.firstName === "One");
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(new Set(attempts.map(({ text }) => text)).size).toBe(1);
    const [event] = (await deliveries(subscription)).filter(({ attempts: made }) => made > 1);
    const { body: detail } = await admin.send("GET", `${api}/${subscription}/deliveries/${event?.eventId}`);
    expect(detail.request).toBe(attempts[0]?.text);
    expect(detail.answers[0]).toMatchObject({
      status: 500,
      failure: "server_error",
      body: "<html>Oops</html>",
    });
    expect(detail.answers.at(-1)).toMatchObject({ status: 204, failure: null });
  });

  test.each([
    ["401", { status: 401 }, { lastFailure: "unauthorized" }],
    ["429 without Retry-After", { status: 429 }, { lastFailure: "rate_limited" }],
    [
      "503 with HTML",
      { status: 503, body: "<html>\0</html>", headers: { "content-type": "text/html" } },
      { lastFailure: "server_error" },
    ],
    ["a redirect", { status: 307, headers: { location: "/elsewhere" } }, { lastFailure: "redirected" }],
    ["a broken connection", { reset: true }, { lastFailure: "broken", lastStatus: null }],
    ["an answer of a megabyte", { status: 400, body: "x".repeat(1_000_000) }, { lastFailure: "rejected" }],
  ])("that answers %s is asked again, and nothing is lost", async (_what, answer, seen) => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    receiver.answer(path, () => (receiver.at(path).length === 0 ? answer : {}));
    await addPerson();
    await expect
      .poll(() => deliveries(subscription))
      .toMatchObject([{ state: "retrying", attempts: 1, ...seen }]);
    await comeDue(subscription);
    await expect.poll(() => deliveries(subscription)).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect(receiver.at("/elsewhere")).toEqual([]);
    expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(1);
  });

  test("that asks to wait gets nothing until then", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    receiver.answer(path, () =>
      receiver.at(path).length === 0 ? { status: 429, headers: { "retry-after": "3600" } } : {},
    );
    await addPerson();
    await expect
      .poll(() => deliveries(subscription))
      .toMatchObject([{ state: "retrying", lastFailure: "rate_limited" }]);
    const [event] = await deliveries(subscription);
    expect(Date.parse(event?.nextAttemptAt) - Date.now()).toBeGreaterThan(3_500_000);
    await addPerson();
    await expect.poll(async () => (await stateOf(subscription))?.waitUntil).not.toBeNull();
    expect((await deliveries(subscription)).map(({ state }) => state)).toEqual(["queued", "retrying"]);
    expect(receiver.at(path)).toHaveLength(1);
    await query("UPDATE webhook_subscriptions SET wait_until = NULL WHERE id = $1", [subscription]);
    await comeDue(subscription);
    await expect.poll(() => receiver.accepted(path).length).toBe(2);
  });

  test("that answers 410 is paused with a notice; what came meanwhile is sent when it is resumed", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    receiver.answer(path, () => ({ status: 410 }));
    const first = await addPerson();
    await expect.poll(() => stateOf(subscription)).toMatchObject({ state: "paused", pauseReason: "gone" });
    const second = await addPerson();
    const { body: notices } = await admin.send("GET", "/api/notifications");
    expect(JSON.stringify(notices)).toContain("webhook_paused");
    expect(await stateOf(subscription)).toMatchObject({ waiting: 2 });
    expect(receiver.at(path)).toHaveLength(1);
    receiver.answer(path, () => ({}));
    const operator = await faro.signedIn("operator");
    expect((await operator.send("POST", `${api}/${subscription}/resume`)).body).toMatchObject({
      state: "active",
    });
    await expect
      .poll(() =>
        receiver
          .accepted(path)
          .map(({ body }) => String(body.data.id))
          .toSorted(),
      )
      .toEqual([first, second].toSorted());
    await expect
      .poll(() => stateOf(subscription))
      .toMatchObject({ waiting: 0, lastDay: { delivered: 2, failed: 1 } });
  });

  test("that accepted nothing for 60 hours is paused", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    await query(
      "UPDATE webhook_subscriptions SET failing_since = now() - interval '61 hours' WHERE id = $1",
      [subscription],
    );
    receiver.answer(path, () => ({ status: 502 }));
    await addPerson();
    await expect.poll(() => stateOf(subscription)).toMatchObject({ state: "paused", pauseReason: "failing" });
  });

  test("that refuses one event to the end loses only this one, until it is sent again", async () => {
    const { id: subscription, path } = await subscribe();
    const id = await addPerson();
    await expect.poll(() => receiver.accepted(path).length).toBe(1);
    receiver.answer(path, ({ body }) => (body.data.firstName === "Bad" ? { status: 422 } : {}));
    await changePerson(id, { firstName: "Bad" });
    await changePerson(id, { firstName: "Good" });
    await expect
      .poll(async () => (await deliveries(subscription, "?state=waiting")).map(({ state }) => state))
      .toEqual(["behind", "retrying"]);
    // Repeated, because the outcome of a retry that was on its way would overwrite it.
    const exhaustAttempts = () =>
      query(
        "UPDATE webhook_deliveries SET attempts = 9, next_attempt_at = now() WHERE subscription_id = $1 AND state = 'retrying'",
        [subscription],
      );
    await expect
      .poll(() => exhaustAttempts().then(() => deliveries(subscription, "?state=failed")))
      .toMatchObject([{ lastStatus: 422 }]);
    await expect
      .poll(() => receiver.accepted(path).map(({ body }) => body.data.firstName))
      .toEqual(["Ana", "Good"]);
    expect(await stateOf(subscription)).toMatchObject({ givenUp: 1, state: "active" });
    receiver.answer(path, () => ({}));
    expect((await admin.send("POST", `${api}/${subscription}/resend-failed`)).body).toEqual({ count: 1 });
    await expect
      .poll(() => receiver.accepted(path).map(({ body }) => body.data.firstName))
      .toEqual(["Ana", "Good", "Bad"]);
    const [sent] = await deliveries(subscription);
    expect(
      (await admin.send("POST", `${api}/${subscription}/deliveries/${sent?.eventId}/resend`)).status,
    ).toBe(200);
    await expect.poll(() => receiver.at(path).filter(({ id: one }) => one === sent?.eventId).length).toBe(2);
  });
});

describe("a subscription", () => {
  test("signs with both secrets after a rotation, and with the new one alone a day later", async () => {
    const { id: subscription, path, secret } = await subscribe({ events: ["person.created"] });
    const { body: rotated } = await admin.send("POST", `${api}/${subscription}/rotate-secret`);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.previousSecretUntil).not.toBeNull();
    await addPerson();
    await expect.poll(() => receiver.at(path).length).toBe(1);
    const [first] = receiver.at(path);
    if (!first) throw new Error("nothing arrived");
    for (const one of [secret, rotated.secret]) expect(verify(one, first)).toEqual(first.body);
    await query("UPDATE webhook_subscriptions SET previous_secret_until = now() WHERE id = $1", [
      subscription,
    ]);
    await admin.send("PUT", `${api}/${subscription}`, { name: "Renamed" });
    await addPerson();
    await expect.poll(() => receiver.at(path).length).toBe(2);
    const second = receiver.at(path)[1];
    if (!second) throw new Error("nothing arrived");
    expect(verify(rotated.secret, second)).toEqual(second.body);
    expect(() => verify(secret, second)).toThrow();
    const stored = JSON.stringify(
      await query("SELECT * FROM webhook_subscriptions WHERE id = $1", [subscription]),
    );
    expect(stored).not.toContain(rotated.secret.slice(6));
  });

  test("sends a test event and returns the answer at once", async () => {
    const { id: subscription, path, secret } = await subscribe({ events: ["rule.fired"] });
    receiver.answer(path, ({ body }) =>
      body.type === "rule.fired" ? { status: 200, body: "ok" } : { status: 404 },
    );
    const { body: tested } = await admin.send("POST", `${api}/${subscription}/test`, { type: "rule.fired" });
    expect(tested).toMatchObject({
      state: "delivered",
      isTest: true,
      answers: [{ status: 200, body: "ok" }],
    });
    const [one] = receiver.at(path);
    expect(one && verify(secret, one)).toMatchObject({ type: "rule.fired", test: true });
    const { body: refused } = await admin.send("POST", `${api}/${subscription}/test`, { type: "call.ended" });
    expect(refused).toMatchObject({ state: "failed", lastStatus: 404, lastFailure: "not_found" });
    expect((await admin.send("POST", `${api}/${subscription}/resend-failed`)).body).toEqual({ count: 0 });
  });

  test.each([
    ["http to a public host", "http://example.com/hook"],
    ["a private address", "https://10.0.0.7/hook"],
    ["credentials in the address", "https://user:pass@example.com/"],
    ["another protocol", "ftp://example.com/"],
  ])("is refused with %s", async (_what, url) => {
    const { status, body } = await admin.send("POST", api, { name: "x", url, events: ["rule.fired"] });
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path: "url" });
  });

  test("whose host leads to a private address sends nothing there", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    await query(
      "UPDATE webhook_subscriptions SET url = replace(url, '127.0.0.1', '127.0.0.2') WHERE id = $1",
      [subscription],
    );
    await addPerson();
    await expect
      .poll(() => deliveries(subscription))
      .toMatchObject([{ state: "retrying", lastFailure: "blocked" }]);
    expect(receiver.at(path)).toEqual([]);
  });

  test("is refused with a filter that cannot be read, and a segment in use stays", async () => {
    const { status, body } = await admin.send("POST", api, {
      name: "x",
      url: receiver.url("/x"),
      events: ["rule.fired"],
      audience: { field: "segment.0199aaaa-0000-7000-8000-000000000001", op: "in" },
    });
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path: "audience" });
    const { body: segment } = await admin.send("POST", "/api/views", {
      kind: "segment",
      name: "Qualified",
      audience: { field: "status", op: "is_any_of", value: ["qualified"] },
    });
    const { id: subscription } = await subscribe({ audience: { field: `segment.${segment.id}`, op: "in" } });
    expect((await admin.send("DELETE", `/api/views/${segment.id}`)).status).toBe(409);
    // Where it is gone nevertheless, nothing is dropped.
    await query("DELETE FROM views WHERE id = $1", [segment.id]);
    await addPerson({ status: "qualified" });
    await expect
      .poll(() => stateOf(subscription))
      .toMatchObject({ state: "paused", pauseReason: "filter", waiting: 1 });
  });

  test("is made by administrators, seen by others without its address, and read by programs with the scope", async () => {
    const { id: subscription, path } = await subscribe({ events: ["person.created"] });
    const operator = await faro.signedIn("operator");
    expect(
      (await operator.send("POST", api, { name: "x", url: receiver.url("/x"), events: ["rule.fired"] }))
        .status,
    ).toBe(403);
    const { body: token } = await operator.send("POST", "/api/tokens", {
      name: "Log",
      scopes: ["events:read"],
    });
    const read = async (address: string) => {
      const answer = await fetch(faro.url + address, { headers: { authorization: `Bearer ${token.token}` } });
      return { status: answer.status, text: await answer.text() };
    };
    const { status, text } = await read(api);
    expect(status).toBe(200);
    expect(text).not.toContain(path);
    expect(text).not.toContain("whsec_");
    expect((await read(`${api}/${subscription}/deliveries`)).status).toBe(200);
  });

  test("has a log in pages, which is swept after 30 days, and with a deleted subscription", async () => {
    const { id: subscription } = await subscribe({ events: ["person.created"] });
    for (let n = 0; n < 5; n++) await addPerson();
    await expect.poll(async () => (await deliveries(subscription, "?state=delivered")).length).toBe(5);
    const { body: page } = await admin.send("GET", `${api}/${subscription}/deliveries?limit=2`);
    const { body: next } = await admin.send(
      "GET",
      `${api}/${subscription}/deliveries?limit=3&cursor=${page.nextCursor}`,
    );
    const ids = [...page.deliveries, ...next.deliveries].map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(5);
    expect(next.nextCursor).toBeNull();
    await query("UPDATE webhook_events SET created_at = now() - interval '31 days' WHERE id = ANY($1)", [
      ids.slice(0, 2),
    ]);
    const write = createWrite(database.db, { insert: async () => {} });
    const sweep = () => sweepWebhooks.run([{}], { write } as JobContext);
    await sweep();
    expect((await deliveries(subscription)).map(({ eventId }) => eventId)).toEqual(ids.slice(2));
    await remove(subscription);
    expect((await admin.send("POST", `${api}/${subscription}/resume`)).status).toBe(404);
    await query("UPDATE webhook_subscriptions SET deleted_at = now() - interval '2 hours' WHERE id = $1", [
      subscription,
    ]);
    await sweep();
    expect(
      await query("SELECT 1 FROM webhook_deliveries WHERE subscription_id = $1", [subscription]),
    ).toEqual([]);
    expect(await query("SELECT 1 FROM webhook_subscriptions WHERE id = $1", [subscription])).toEqual([]);
  });
});

describe("a hook that a program subscribes itself", () => {
  const hooks = "/api/event-hooks";
  const call = async (token: string, method: string, path: string, body?: object) => {
    const response = await fetch(faro.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as any };
  };
  const makeToken = async (by: Visitor = admin): Promise<{ id: string; token: string }> =>
    (await by.send("POST", "/api/tokens", { name: "Zap", scopes: ["webhooks:write"] })).body;

  test("gets its events signed, and no other token sees or removes it", async () => {
    const { token } = await makeToken();
    const other = await makeToken();
    const { body: made } = await call(token, "POST", hooks, {
      url: receiver.url("/program"),
      event: "person.created",
    });
    expect(made).toMatchObject({ event: "person.created", name: "Zap: person.created", state: "active" });
    const id = await addPerson();
    await expect.poll(() => receiver.at("/program"), { timeout: 180_000 }).toHaveLength(1);
    expect(verify(made.secret, receiver.at("/program")[0] as ReceivedWebhook)).toMatchObject({
      type: "person.created",
      data: { id },
    });
    expect((await call(token, "GET", hooks)).body.hooks).toMatchObject([{ id: made.id }]);
    expect((await call(other.token, "GET", hooks)).body.hooks).toEqual([]);
    expect((await call(other.token, "DELETE", `${hooks}/${made.id}`)).status).toBe(404);
    expect((await call(token, "DELETE", `${hooks}/${made.id}`)).status).toBe(200);
    expect((await call(token, "DELETE", `${hooks}/${made.id}`)).status).toBe(404);
    expect((await call(token, "GET", hooks)).body.hooks).toEqual([]);
  });

  test("ends with its token, and is closed to those who are no administrators", async () => {
    const { id, token } = await makeToken();
    await call(token, "POST", hooks, { url: receiver.url("/ends"), event: "person.created" });
    expect((await admin.send("DELETE", `/api/tokens/${id}`)).status).toBe(200);
    expect(
      await query("SELECT id FROM webhook_subscriptions WHERE token_id = $1 AND deleted_at IS NULL", [id]),
    ).toEqual([]);
    const demoted = await faro.signedIn("admin");
    const losing = await makeToken(demoted);
    await call(losing.token, "POST", hooks, { url: receiver.url("/loses"), event: "person.created" });
    const sweep = () => sweepSessions.run([], { database } as unknown as JobContext);
    const open = () =>
      query("SELECT id FROM webhook_subscriptions WHERE token_id = $1 AND deleted_at IS NULL", [losing.id]);
    await sweep();
    expect(await open()).toHaveLength(1);
    await query("UPDATE users SET role = 'operator' WHERE email = $1", [demoted.email]);
    await sweep();
    expect(await open()).toEqual([]);
    const operator = await makeToken(await faro.signedIn("operator"));
    const refused = await call(operator.token, "POST", hooks, {
      url: receiver.url("/x"),
      event: "person.created",
    });
    expect(refused.body.code).toBe("token_lacks_role");
    const { token: again } = await makeToken();
    const inside = await call(again, "POST", hooks, { url: "http://10.0.0.1/x", event: "person.created" });
    expect(inside).toMatchObject({ status: 400, body: { issues: [{ path: "url" }] } });
  });

  test("has an example of every kind of event, in the form in which it is sent", async () => {
    const { token } = await makeToken();
    for (const { type, data } of webhookEventKinds) {
      const { body } = await call(token, "GET", `${hooks}/samples/${type}`);
      expect(body).toMatchObject([{ type, test: true, id: expect.any(String) }]);
      expect(data.safeParse(body[0].data).error).toBeUndefined();
    }
  });
});

test("two processes send each event once and keep the order of a person", async () => {
  const second = await startTestFaro({ ...env, FARO_DATA_DIR: faro.config.dataDir }, faro.connection);
  try {
    const made = [await subscribe(), await subscribe()];
    const people = [await addPerson(), await addPerson()];
    const changes = Array.from({ length: 30 }, (_, n) => `Name ${n}`);
    for (const name of changes) {
      await query("UPDATE people SET first_name = $1 WHERE id = ANY($2)", [name, people]);
      await query(`SELECT pg_notify('faro_live', '["people"]')`);
    }
    for (const { path } of made) {
      await expect.poll(() => receiver.at(path).length).toBe(2 * (changes.length + 1));
      for (const id of people)
        expect(ofPerson(receiver.at(path), id).map(({ body }) => body.data.firstName)).toEqual([
          "Ana",
          ...changes,
        ]);
    }
  } finally {
    await second.stop();
  }
});

test.runIf(isDeep)(
  "a process that is killed between its claim and the outcome loses nothing and keeps the order",
  async () => {
    const dir = await temporaryDir();
    const connection = await createTestDatabase();
    const killed = await startProcess({
      dataDir: dir.path,
      env: {
        ...env,
        DATABASE_URL: databaseUrl(connection),
        FARO_ADMIN_EMAIL: adminEmail,
        FARO_ADMIN_PASSWORD: password,
        FARO_LOG: "fatal",
      },
    });
    let cookie = "";
    const send = async (method: string, path: string, body: object) => {
      const answer = await fetch(killed.url + path, {
        method,
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify(body),
      });
      cookie ||= answer.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      return (await answer.json()) as Record<string, any>;
    };
    await send("POST", "/api/auth/login", { email: adminEmail, password });
    receiver.answer("/killed", () => ({ hang: true }));
    await send("POST", api, {
      name: "Held",
      url: receiver.url("/killed"),
      events: ["person.created", "person.updated"],
    });
    const person = await send("POST", "/api/people", { firstName: "One" });
    await send("PUT", `/api/people/${person.id}`, { firstName: "Two" });
    await expect.poll(() => receiver.at("/killed").length).toBe(1);
    await killed.stop("SIGKILL");
    const [held] = receiver.at("/killed");
    receiver.answer("/killed", () => ({ status: 200 }));
    const successor = await startTestFaro({ ...env, FARO_DATA_DIR: dir.path }, connection);
    try {
      // The lease of the killed process runs out.
      await successor.pool.query("UPDATE webhook_subscriptions SET lease_until = now()");
      await expect.poll(() => receiver.at("/killed").length).toBe(3);
      const [, again, next] = receiver.at("/killed");
      expect(again?.id).toBe(held?.id);
      expect([again?.body.data.firstName, next?.body.data.firstName]).toEqual(["One", "Two"]);
      await expect
        .poll(async () => (await successor.pool.query("SELECT state FROM webhook_deliveries")).rows)
        .toEqual([{ state: "delivered" }, { state: "delivered" }]);
    } finally {
      await successor.stop();
      await dir.remove();
    }
  },
);

test("a receiver that never answers is asked again after 15 seconds", async () => {
  const timedOut = expect.objectContaining({ state: "retrying", lastFailure: "timeout", lastStatus: null });
  await expect.poll(() => deliveries(hanging.id), { timeout: 180_000 }).toContainEqual(timedOut);
  await remove(hanging.id);
});
