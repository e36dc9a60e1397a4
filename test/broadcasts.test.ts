import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Broadcast, BroadcastActual, BroadcastPerson } from "#contract/broadcasts.ts";
import { allowHolidaySends, findContactableNumbers, findForeignZone } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

type Person = { id: string; phone: string };
const addPerson = async (tag: string, more: object = {}): Promise<Person> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    ...{ firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag] },
    consents: { sms: true },
    ...more,
  });
  return body;
};
const addMany = async (tag: string, people: number): Promise<void> => {
  for (let added = 0; added < people; added += 20)
    await Promise.all(Array.from({ length: 20 }, () => addPerson(tag)));
};

const tagged = (tag: string) => ({ field: "tags", op: "has_any", value: [tag] });
const sms = { type: "sms", template: "Hola {{first_name}}, cerramos el viernes." };
type Row = Record<string, unknown>;
const add = async (tag: string, more: Row = {}): Promise<Broadcast> => {
  const { status, body } = await faro.send("POST", "/api/broadcasts", {
    ...{ name: `Notice ${tag}`, audience: tagged(tag), actions: [sms] },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
type Found = Broadcast & { actual: BroadcastActual | null };
const get = async (id: string): Promise<Found> => (await faro.send("GET", `/api/broadcasts/${id}`)).body;
const call = (id: string, verb: string, body?: object) =>
  faro.send("POST", `/api/broadcasts/${id}/${verb}`, body);
const check = async (id: string): Promise<NonNullable<Broadcast["check"]>> => {
  expect((await call(id, "check")).body).toMatchObject({ state: "checking" });
  await expect.poll(async () => (await get(id)).state, patience).toBe("checked");
  const found = await get(id);
  if (!found.check) throw new Error("The check is missing");
  return found.check;
};
const startChecked = async (id: string): Promise<void> => {
  const { send, wait } = await check(id);
  const { status, body } = await call(id, "start", { confirm: send + wait });
  expect(status, JSON.stringify(body)).toBe(200);
};
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await get(id)).state, patience).toBe(state);
const peopleOf = async (id: string, query = ""): Promise<BroadcastPerson[]> =>
  (await faro.send("GET", `/api/broadcasts/${id}/people?limit=200${query}`)).body.people;
const messagesOf = async (id: string) =>
  (await faro.pool.query("SELECT person_id AS person, status FROM actions WHERE rule_id = $1", [id]))
    .rows as { person: string; status: string }[];
const reply = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });

describe("a check", () => {
  test("says for everybody whether they get it, wait or do not, and why, and sends nothing", async () => {
    const tag = "checked";
    const [ana, twin, noConsent, nameless, optedOut] = [
      await addPerson(tag),
      await addPerson(tag),
      await addPerson(tag, { consents: {} }),
      await addPerson(tag, { firstName: "" }),
      await addPerson(tag),
    ];
    // Two people of one household with one number.
    await faro.pool.query("UPDATE people SET phone = $1 WHERE id = $2", [ana.phone, twin.id]);
    await faro.send("POST", `/api/people/${optedOut.id}/opt-out`, {});
    const sleeping = await addPerson(tag, { timezone: findForeignZone(Date.now(), false) });
    const broadcast = await add(tag);
    const found = await check(broadcast.id);
    expect(found).toMatchObject({ isComplete: true, people: 6, looked: 6, send: 1, wait: 1, stop: 4 });
    const people = new Map((await peopleOf(broadcast.id)).map((one) => [one.person.id, one]));
    const fate = ({ id }: Person) => {
      const one = people.get(id);
      return [one?.ruling, one?.reasons[0]?.code];
    };
    expect(fate(ana)).toEqual(["send", undefined]);
    expect(fate(twin)).toEqual(["stop", "broadcast_same_address"]);
    expect(fate(noConsent)[0]).toBe("stop");
    expect(fate(nameless)).toEqual(["stop", "variable_missing"]);
    expect(fate(optedOut)[0]).toBe("stop");
    expect(fate(sleeping)[0]).toBe("wait");
    expect(people.get(sleeping.id)?.until).not.toBeNull();
    expect(found.missing).toEqual([{ name: "first_name", people: 1 }]);
    expect(found.groups.reduce((sum, group) => sum + group.count, 0)).toBe(6);
    expect(found.hours).toHaveLength(48);
    expect(found.hours[0]).toMatchObject({ send: 1, wait: 1, stop: 4 });
    // Within two days the hours open for whoever waits now.
    expect(Math.max(...found.hours.map(({ send }) => send))).toBeGreaterThanOrEqual(1);
    expect(await peopleOf(broadcast.id, "&ruling=stop&code=variable_missing")).toHaveLength(1);
    expect(await peopleOf(broadcast.id, `&search=${ana.phone}`)).toHaveLength(2);
    expect(await messagesOf(broadcast.id)).toEqual([]);
  });

  test("leaves out whom the sender leaves out, and keeps a part aside", async () => {
    const tag = "left-out";
    await addMany(tag, 40);
    const talking = await addPerson(tag);
    await reply(talking.phone, "¿Tienen cita el lunes?");
    const wrote =
      "SELECT FROM threads WHERE person_id = $1 AND state = 'open' AND last_inbound_at IS NOT NULL";
    await expect.poll(async () => (await faro.pool.query(wrote, [talking.id])).rowCount, patience).toBe(1);
    const plain = await add(tag);
    expect(await check(plain.id)).toMatchObject({ send: 41, openConversation: 1 });
    expect(await peopleOf(plain.id, "&leaveOut=open_conversation")).toMatchObject([
      { person: { id: talking.id }, ruling: "send" },
    ]);
    expect(await peopleOf(plain.id, "&leaveOut=in_sequence")).toEqual([]);
    expect(await peopleOf(plain.id, "&ruling=planned")).toHaveLength(41);
    const broadcast = await add(tag, { holdoutPercent: 50 });
    const { openConversation, heldOut, send } = await check(broadcast.id);
    expect(openConversation).toBeLessThanOrEqual(1);
    expect(heldOut).toBeGreaterThan(5);
    expect(heldOut + send).toBe(41);
    const changed = await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, {
      ...{ leaveOut: ["open_conversation"], holdoutPercent: 0 },
    });
    expect(changed.body).toMatchObject({ state: "draft", check: null });
    const again = await check(broadcast.id);
    expect(again).toMatchObject({ heldOut: 0, send: 40, stop: 1 });
    expect(await peopleOf(broadcast.id, "&ruling=stop")).toMatchObject([
      { person: { id: talking.id }, reasons: [{ code: "broadcast_open_conversation" }] },
    ]);
  });

  test("is refused with what is wrong, and finds nobody where a filter excludes all", async () => {
    const refused = await faro.send("POST", "/api/broadcasts", {
      ...{ name: "x", audience: tagged("x"), actions: [{ type: "sms", template: "no_such_template" }] },
      except: { field: "segment.00000000-0000-4000-8000-000000000000", op: "in" },
    });
    expect(refused.status).toBe(400);
    const unreadable = await faro.send("POST", "/api/broadcasts", {
      ...{ name: "x", audience: { field: "no_such_field", op: "is", value: "1" }, actions: [sms] },
    });
    expect(unreadable.body.issues).toMatchObject([{ path: "audience" }]);
    await addPerson("excluded");
    const nobody = await add("excluded", { except: { everybody: true } });
    expect(await check(nobody.id)).toMatchObject({ people: 0, send: 0 });
    expect((await call(nobody.id, "start", { confirm: 0 })).body.code).toBe("broadcast_nobody");
  });
});

describe("a started broadcast", () => {
  test("reaches each person once, is done, and counts answers and opt-outs", async () => {
    const tag = "reached";
    const people = [await addPerson(tag), await addPerson(tag), await addPerson(tag)];
    const broadcast = await add(tag, { purpose: "service" });
    await check(broadcast.id);
    expect((await call(broadcast.id, "start", { confirm: 2 })).body).toMatchObject({
      code: "broadcast_number_differs",
    });
    // Who comes later is not among those who were shown.
    const late = await addPerson(tag);
    expect((await call(broadcast.id, "start", { confirm: 3 })).status).toBe(200);
    await reaches(broadcast.id, "done");
    const messages = await messagesOf(broadcast.id);
    expect(messages.map(({ person }) => person).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    expect(messages.some(({ person }) => person === late.id)).toBe(false);
    const [first, second] = people;
    await reply(first?.phone ?? "", "Gracias, los veo el lunes");
    await reply(second?.phone ?? "", "STOP");
    await faro.pool.query("UPDATE broadcasts SET due_at = now() WHERE id = $1", [broadcast.id]);
    await expect
      .poll(async () => {
        await faro.pool.query("UPDATE broadcasts SET due_at = now() WHERE id = $1", [broadcast.id]);
        return (await get(broadcast.id)).actual;
      }, patience)
      .toMatchObject({ people: 3, begun: 3, answered: 2, optedOut: 1, waiting: 0, notSent: 0 });
    const { rules } = (await faro.send("GET", "/api/rules")).body;
    expect(JSON.stringify(rules ?? [])).not.toContain(broadcast.id);
    const listed = async (state: string) =>
      (await faro.send("GET", `/api/broadcasts?state=${state}&search=${tag}`)).body.broadcasts;
    expect(await listed("done")).toMatchObject([{ id: broadcast.id, people: 3, begun: 3 }]);
    expect(await listed("open")).toEqual([]);
    expect((await call(broadcast.id, "pause")).body.code).toBe("broadcast_state");
    expect((await faro.send("DELETE", `/api/broadcasts/${broadcast.id}`)).body.code).toBe("broadcast_state");
  });

  test("holds everything at a pause and goes on where it stood; nobody gets it twice", async () => {
    const tag = "paused";
    await addMany(tag, 60);
    const broadcast = await add(tag, { perMinute: 600, guard: false });
    await startChecked(broadcast.id);
    await expect.poll(async () => (await messagesOf(broadcast.id)).length, patience).toBeGreaterThan(5);
    expect((await call(broadcast.id, "pause")).body).toMatchObject({ state: "paused" });
    const left = async () =>
      (await messagesOf(broadcast.id)).filter(({ status }) => !["pending", "held"].includes(status)).length;
    // What was being sent at the pause still leaves, within a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = await left();
    expect(before).toBeLessThan(60);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await left()).toBe(before);
    expect((await call(broadcast.id, "resume")).body).toMatchObject({ state: "sending" });
    await reaches(broadcast.id, "done");
    const messages = await messagesOf(broadcast.id);
    expect(messages).toHaveLength(60);
    expect(new Set(messages.map(({ person }) => person)).size).toBe(60);
  });

  test("takes back at a cancellation what has not left, and says so", async () => {
    const tag = "cancelled";
    await addMany(tag, 30);
    const broadcast = await add(tag, { actions: [sms, { ...sms, wait: { for: 3, unit: "days" } }] });
    await startChecked(broadcast.id);
    await expect.poll(async () => (await get(broadcast.id)).actual?.waiting, patience).toBeDefined();
    expect((await call(broadcast.id, "cancel")).body).toMatchObject({ state: "cancelled" });
    const open = "SELECT count(*)::int AS n FROM sequence_runs WHERE rule_id = $1 AND state <> 'ended'";
    await expect.poll(async () => (await faro.pool.query(open, [broadcast.id])).rows[0].n, patience).toBe(0);
    const { rows } = await faro.pool.query(
      "SELECT DISTINCT why -> 0 ->> 'code' AS code FROM sequence_runs WHERE rule_id = $1",
      [broadcast.id],
    );
    expect(rows).toEqual([{ code: "broadcast_cancelled" }]);
    expect((await messagesOf(broadcast.id)).every(({ status }) => status !== "pending")).toBe(true);
  });

  test("begins at its time, and can be cancelled before", async () => {
    const tag = "scheduled";
    await addPerson(tag);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const broadcast = await add(tag, { when: { kind: "at", at } });
    await startChecked(broadcast.id);
    expect(await get(broadcast.id)).toMatchObject({ state: "scheduled" });
    await faro.pool.query("UPDATE broadcasts SET due_at = now() WHERE id = $1", [broadcast.id]);
    await reaches(broadcast.id, "done");
    const other = await add(tag, { when: { kind: "at", at } });
    await startChecked(other.id);
    await call(other.id, "cancel");
    expect(await get(other.id)).toMatchObject({ state: "cancelled" });
    expect(await messagesOf(other.id)).toEqual([]);
  });

  test("is taken back before its time, changed, and starts with the new words only", async () => {
    const tag = "taken-back";
    await addPerson(tag);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const broadcast = await add(tag, { when: { kind: "at", at }, guard: false });
    expect((await call(broadcast.id, "unschedule")).body.code).toBe("broadcast_state");
    await startChecked(broadcast.id);
    const words = { actions: [{ type: "sms", template: "Hola {{first_name}}, abrimos el sábado." }] };
    expect((await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, words)).body.code).toBe(
      "broadcast_state",
    );
    // Its check is still good, so that it can be confirmed again as it is.
    expect((await call(broadcast.id, "unschedule")).body).toMatchObject({
      state: "checked",
      check: { isComplete: true, isStale: false },
    });
    const changed = { ...words, when: { kind: "now" } };
    expect((await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, changed)).status).toBe(200);
    await startChecked(broadcast.id);
    await reaches(broadcast.id, "done");
    expect((await call(broadcast.id, "unschedule")).body.code).toBe("broadcast_state");
    const { rows } = await faro.pool.query(
      "SELECT config -> 'rendered' ->> 'text' AS text FROM actions WHERE rule_id = $1",
      [broadcast.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toContain("abrimos el sábado");
  });

  test("waits for each person's local hour", async () => {
    const tag = "local";
    const person = await addPerson(tag);
    const time = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
    const broadcast = await add(tag, { when: { kind: "local", time } });
    await startChecked(broadcast.id);
    await expect
      .poll(
        async () => (await faro.send("GET", `/api/runs?personId=${person.id}&state=all`)).body.runs[0]?.dueAt,
        patience,
      )
      .toBeTruthy();
    expect(await messagesOf(broadcast.id)).toEqual([]);
  });

  test("pauses by itself when too many fail, tells why, and goes on when a user says so", async () => {
    const tag = "failing";
    const addMails = (mailbox: string, people: number) =>
      Promise.all(
        Array.from({ length: people }, (_, n) =>
          addPerson(tag, { email: `${mailbox}+${n}@example.com`, consents: { email: true } }),
        ),
      );
    // The mail server refuses these at once.
    await addMails("reject", 30);
    await addMails("eva", 110);
    const mail = { type: "email", template: "Cerramos el viernes, {{first_name}}." };
    const broadcast = await add(tag, { actions: [mail] });
    await startChecked(broadcast.id);
    await expect
      .poll(() => get(broadcast.id), patience)
      .toMatchObject({ state: "paused", why: [{ code: "guard_failed", limit: 10 }] });
    // The first part, and nobody else.
    expect((await get(broadcast.id)).actual?.begun).toBe(100);
    const { rows } = await faro.pool.query(
      "SELECT params FROM notifications WHERE kind = 'broadcast_paused'",
    );
    expect(rows).toMatchObject([{ params: { name: broadcast.name } }]);
    await faro.pool.query("UPDATE broadcasts SET looked_from = now() - interval '1 hour' WHERE id = $1", [
      broadcast.id,
    ]);
    await call(broadcast.id, "resume");
    await reaches(broadcast.id, "done");
    const messages = await messagesOf(broadcast.id);
    expect(messages).toHaveLength(140);
    expect(new Set(messages.map(({ person }) => person)).size).toBe(140);
    await expect
      .poll(async () => (await get(broadcast.id)).actual, patience)
      .toMatchObject({ failed: 30, differences: [{ code: "mailbox_unknown", count: 30 }] });
    expect(await peopleOf(broadcast.id, "&fate=failed")).toHaveLength(30);
    expect(await peopleOf(broadcast.id, "&difference=mailbox_unknown")).toHaveLength(30);
    expect((await peopleOf(broadcast.id, "&fate=waiting")).length).toBe(0);
  });

  test("of several messages, each has its own figures: a later one does not hide what failed before", async () => {
    const tag = "two-messages";
    const people = [];
    for (let n = 0; n < 3; n++)
      people.push(
        await addPerson(tag, { email: `reject+two${n}@example.com`, consents: { email: true, sms: true } }),
      );
    const broadcast = await add(tag, {
      guard: false,
      actions: [
        { type: "email", template: "Cerramos el viernes, {{first_name}}." },
        { type: "add_tag", template: "told" },
        sms,
      ],
    });
    await startChecked(broadcast.id);
    await reaches(broadcast.id, "done");
    await reply(people[0]?.phone ?? "", "STOP");
    const none = { unknown: 0, bounced: 0, complained: 0 };
    await expect
      .poll(async () => {
        const { actual } = await get(broadcast.id);
        return { failed: actual?.failed, byMessage: actual?.byMessage };
      }, patience)
      .toMatchObject({
        failed: 0,
        byMessage: [
          { ...none, message: 1, failed: 3, delivered: 0, sent: 0, optedOut: 0 },
          { ...none, message: 2, failed: 0, optedOut: 1 },
        ],
      });
  });

  test("ends also when people were deleted after its check, and counts them", async () => {
    const tag = "deleted";
    const [ana, eva] = [await addPerson(tag), await addPerson(tag)];
    const broadcast = await add(tag, { purpose: "service" });
    const { send, wait } = await check(broadcast.id);
    expect((await faro.send("DELETE", `/api/people/${eva.id}`)).status).toBe(200);
    await expect
      .poll(async () => (await faro.send("GET", `/api/people/${eva.id}`)).status, patience)
      .toBe(404);
    expect((await call(broadcast.id, "start", { confirm: send + wait })).status).toBe(200);
    await reaches(broadcast.id, "done");
    expect((await messagesOf(broadcast.id)).map(({ person }) => person)).toEqual([ana.id]);
  });

  test("counts no time of a pause: what it held for days still waits for its hour", async () => {
    const tag = "long-pause";
    const zone = findForeignZone(Date.now(), false);
    for (let n = 0; n < 3; n++) await addPerson(tag, { timezone: zone });
    const broadcast = await add(tag, { guard: false });
    await startChecked(broadcast.id);
    const statuses = async () => (await messagesOf(broadcast.id)).map(({ status }) => status);
    await expect.poll(statuses, patience).toEqual(["held", "held", "held"]);
    await call(broadcast.id, "pause");
    await faro.pool.query(
      `UPDATE sequence_runs SET good_until = good_until - interval '80 hours', due_at = due_at - interval '80 hours'
        WHERE rule_id = $1`,
      [broadcast.id],
    );
    await call(broadcast.id, "resume");
    const decided = "SELECT count(*)::int AS n FROM sequence_runs WHERE rule_id = $1 AND due_at > now()";
    await expect
      .poll(async () => (await faro.pool.query(decided, [broadcast.id])).rows[0].n, patience)
      .toBe(3);
    expect(await statuses()).toEqual(["held", "held", "held"]);
    await call(broadcast.id, "cancel");
    await expect.poll(statuses, patience).toEqual(["cancelled", "cancelled", "cancelled"]);
  });

  test("sends the wording that the check has drawn, and nothing to the part without one", async () => {
    const tag = "drawn";
    await addMany(tag, 40);
    const variants = [
      { template: "Hola {{first_name}}", share: 50 },
      { template: "", share: 50 },
    ];
    const broadcast = await add(tag, { actions: [{ ...sms, variants }] });
    const { send } = await check(broadcast.id);
    expect(send).toBeGreaterThan(5);
    expect(send).toBeLessThan(35);
    await call(broadcast.id, "start", { confirm: send });
    await reaches(broadcast.id, "done");
    const planned = (await peopleOf(broadcast.id, "&ruling=send")).map(({ person }) => person.id).toSorted();
    expect((await messagesOf(broadcast.id)).map(({ person }) => person).toSorted()).toEqual(planned);
  });

  test("reaches an address once, also when somebody's address changed after the check", async () => {
    const tag = "same-address";
    const [ana, eva] = [await addPerson(tag), await addPerson(tag)];
    const broadcast = await add(tag);
    expect(await check(broadcast.id)).toMatchObject({ send: 2 });
    await faro.pool.query("UPDATE people SET phone = $1 WHERE id = $2", [ana.phone, eva.id]);
    await call(broadcast.id, "start", { confirm: 2 });
    await reaches(broadcast.id, "done");
    expect(await messagesOf(broadcast.id)).toHaveLength(1);
  });

  test("is not started with words that were changed in another window, or with a template that is gone", async () => {
    const tag = "changed";
    await addPerson(tag);
    const broadcast = await add(tag);
    await check(broadcast.id);
    const { updatedAt } = await get(broadcast.id);
    await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, {
      actions: [{ ...sms, template: "Otras palabras" }],
    });
    await check(broadcast.id);
    const old = await call(broadcast.id, "start", { confirm: 1, updatedAt });
    expect(old.body.code).toBe("conflict");
    const condition = { ...sms, onlyIf: { is: "unanswered" } };
    const refused = await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, { actions: [condition] });
    expect(refused.body.issues).toMatchObject([{ path: "actions.0.onlyIf" }]);
  });

  test("waits for the local hour from its start on, however late a person begins", async () => {
    const tag = "local-pace";
    await addMany(tag, 20);
    const zone = timezone ?? "America/Puerto_Rico";
    const soon = new Date(Date.now() + 2 * 60_000);
    const time = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(soon);
    const broadcast = await add(tag, { when: { kind: "local", time }, guard: false });
    await startChecked(broadcast.id);
    await expect.poll(async () => (await get(broadcast.id)).actual?.begun, patience).toBe(20);
    const { rows } = await faro.pool.query(
      "SELECT count(DISTINCT since)::int AS n FROM sequence_runs WHERE rule_id = $1",
      [broadcast.id],
    );
    expect(rows[0].n).toBe(1);
    await call(broadcast.id, "cancel");
  });
});
