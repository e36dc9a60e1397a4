import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlanItem, PlanPerson } from "#contract/plan.ts";
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
const hourMs = 3_600_000;
let count = 0;

type Row = Record<string, unknown>;
type Person = { id: string; phone: string };
const addPerson = async (more: Row = {}): Promise<Person> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    ...{ firstName: `Ana ${n}`, phone: phone(n), timezone, consents: { sms: true } },
    ...more,
  });
  return body;
};

const sms = { type: "sms", template: "Hola {{first_name}}, ¿seguimos?" };
const addRule = async (actions: Row[]) => {
  const { status, body } = await faro.send("POST", "/api/rules", {
    name: `Follow-up ${++count}`,
    triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { id: string; name: string; updatedAt: string; actions: (Row & { id: string })[] };
};
const start = (ruleId: string, people: Person[]) =>
  faro.send("POST", `/api/rules/${ruleId}/start`, { personIds: people.map(({ id }) => id) });

type Plan = { items: PlanItem[]; causes: { code: string; count: number }[]; days: { date: string }[] };
const plan = async (query = ""): Promise<Plan> => {
  const { status, body } = await faro.send("GET", `/api/plan${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const itemsOf = async (ruleId: string, query = "?days=14"): Promise<PlanItem[]> =>
  (await plan(`${query}&ruleId=${ruleId}`)).items;
const peopleOf = async (query: Record<string, string>): Promise<PlanPerson[]> => {
  const { status, body } = await faro.send("GET", `/api/plan/people?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.people;
};
const hourOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / hourMs) * hourMs).toISOString();

/** Waits until the person's message or step has a decision, and is the only item of the rule. */
const singleItem = async (ruleId: string): Promise<PlanItem> => {
  await expect.poll(async () => (await itemsOf(ruleId)).length, patience).toBe(1);
  const [item] = await itemsOf(ruleId);
  if (!item) throw new Error("Nothing is planned");
  return item;
};

describe("the plan", () => {
  test("has the next steps of sequences by hour, and the people behind each", async () => {
    const rule = await addRule([{ ...sms, wait: { for: 2, unit: "days" } }]);
    const people = [await addPerson(), await addPerson(), await addPerson()];
    await start(rule.id, people);
    const countWaiting = async () =>
      (await itemsOf(rule.id))
        .filter(({ at }) => Date.parse(at ?? "") > Date.now() + 24 * hourMs)
        .reduce((sum, item) => sum + item.count, 0);
    await expect.poll(countWaiting, patience).toBe(3);
    const items = await itemsOf(rule.id);
    for (const item of items)
      expect(item).toMatchObject({
        ...{ kind: "step", type: "sms", code: null, stepId: rule.actions[0]?.id },
        rule: { id: rule.id, name: rule.name, isBroadcast: false },
      });
    const found = await Promise.all(
      items.map(({ at, stepId }) =>
        peopleOf({ kind: "step", ruleId: rule.id, at: at ?? "", stepId: stepId ?? "" }),
      ),
    );
    expect(
      found
        .flat()
        .map(({ person }) => person.id)
        .sort(),
    ).toEqual(people.map(({ id }) => id).sort());
    // Two days ahead lies outside of a plan of one day.
    expect(await itemsOf(rule.id, "?days=1")).toEqual([]);
    expect(await itemsOf(rule.id, "?days=14&channel=email")).toEqual([]);
  });

  test("holds what is paused or switched off without a time, with the reason", async () => {
    const rule = await addRule([{ ...sms, wait: { for: 3, unit: "days" } }]);
    const person = await addPerson();
    await start(rule.id, [person]);
    expect((await singleItem(rule.id)).at).not.toBeNull();
    const { body } = await faro.send("GET", `/api/runs?personId=${person.id}`);
    const ids = [body.runs[0].id];
    await faro.send("POST", "/api/runs/change", { ids, change: { kind: "pause" } });
    expect(await singleItem(rule.id)).toMatchObject({ at: null, code: "run_paused", count: 1 });
    expect(
      await peopleOf({
        kind: "step",
        ruleId: rule.id,
        code: "run_paused",
        stepId: rule.actions[0]?.id ?? "",
      }),
    ).toMatchObject([{ person: { id: person.id }, at: null, runId: ids[0] }]);
    const moved = { ids, change: { kind: "wait", until: new Date().toISOString() } };
    expect((await faro.send("POST", "/api/runs/change", moved)).body.refused).toEqual([
      { id: ids[0], code: "run_paused" },
    ]);
    await faro.send("POST", "/api/runs/change", { ids, change: { kind: "resume" } });
    await expect.poll(async () => (await singleItem(rule.id)).at, patience).not.toBeNull();
    await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: false });
    expect(await singleItem(rule.id)).toMatchObject({ at: null, code: "rule_off" });
    expect((await plan("?days=14")).causes.map(({ code }) => code)).toContain("rule_off");
  });

  test("moves the step for which a run waits, and lets it come at once", async () => {
    const rule = await addRule([{ ...sms, wait: { for: 5, unit: "days" } }]);
    const person = await addPerson();
    await start(rule.id, [person]);
    await singleItem(rule.id);
    const run = async () =>
      (await faro.send("GET", `/api/runs?personId=${person.id}&state=all`)).body.runs[0];
    const until = new Date(Date.now() + 26 * hourMs).toISOString();
    const { id } = await run();
    const change = (instant: string) =>
      faro.send("POST", "/api/runs/change", { ids: [id], change: { kind: "wait", until: instant } });
    expect((await change(until)).body).toEqual({ changed: 1, refused: [] });
    expect(await run()).toMatchObject({ state: "waiting", dueAt: until });
    expect(await singleItem(rule.id)).toMatchObject({ at: hourOf(until) });
    expect((await change(new Date(Date.now() - hourMs).toISOString())).body.changed).toBe(1);
    await expect.poll(async () => (await run()).state, patience).toBe("ended");
    const { body } = await faro.send("GET", `/api/actions?personId=${person.id}`);
    expect(body.actions).toMatchObject([{ channel: "sms", status: expect.stringMatching(/sent|delivered/) }]);
    expect((await change(until)).body.refused).toEqual([{ id, code: "run_ended" }]);
  });

  test("has messages that were written by hand, moves, sends and cancels them", async () => {
    const person = await addPerson();
    const sendAt = new Date(Date.now() + 50 * hourMs).toISOString();
    const { status, body } = await faro.send("POST", `/api/inbox/${person.id}/messages`, {
      ...{ channel: "sms", text: "Nos vemos el viernes.", sendAt, seenUpTo: null },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const mine = async () => (await plan("?days=14")).items.find((item) => item.person?.id === person.id);
    await expect
      .poll(mine, patience)
      .toMatchObject({ at: hourOf(sendAt), rule: null, code: null, type: "sms" });
    const own = (await faro.send("GET", `/api/plan/people/${person.id}`)).body;
    expect(own).toMatchObject({
      messages: [{ channel: "sms", at: sendAt, rule: null, reasons: [] }],
      broadcasts: [],
    });
    const [entry] = await peopleOf({ kind: "message", at: hourOf(sendAt), type: "sms" });
    const id = entry?.actionId ?? "";
    const move = (at: string | null) => faro.send("POST", `/api/actions/${id}/move`, { at });
    const later = new Date(Date.now() + 75 * hourMs).toISOString();
    expect((await move(later)).body).toMatchObject({ status: "pending", notBefore: later });
    expect(await mine()).toMatchObject({ at: hourOf(later) });
    const why = (await faro.send("GET", `/api/actions/${id}/why`)).body;
    expect(why.deeds.map(({ what }: { what: string }) => what)).toContain("moved");
    expect((await move(new Date(Date.now() + 400 * 24 * hourMs).toISOString())).status).toBe(400);
    expect((await move(null)).status).toBe(200);
    const action = async () =>
      (await faro.send("GET", `/api/actions?personId=${person.id}`)).body.actions[0].status;
    await expect.poll(action, patience).toMatch(/sent|delivered/);
    expect((await move(later)).status).toBe(409);
  });

  test("says why a message waits, and the gate decides again about one that is sent at once", async () => {
    const person = await addPerson({
      phone: `+1787555${String(7000 + ++count)}`,
      timezone: findForeignZone(Date.now(), false),
    });
    await faro.send("POST", `/api/people/${person.id}/messages`, {
      ...{ channel: "sms", text: "Oferta de hoy", purpose: "marketing" },
    });
    const mine = async () => (await plan("?days=14")).items.find((item) => item.person?.id === person.id);
    await expect.poll(async () => (await mine())?.code, patience).toMatch(/^quiet_/);
    const item = await mine();
    const [entry] = await peopleOf({
      kind: "message",
      at: item?.at ?? "",
      code: item?.code ?? "",
      type: "sms",
    });
    const moved = await faro.send("POST", `/api/actions/${entry?.actionId}/move`, { at: null });
    expect(moved.status).toBe(200);
    await expect.poll(async () => (await mine())?.code, patience).toMatch(/^quiet_/);
  });

  test("has a scheduled broadcast at its time, and moves it", async () => {
    const tag = `plan-${++count}`;
    const [ana] = [await addPerson({ tags: [tag] }), await addPerson({ tags: [tag] })];
    await addPerson({ tags: [tag] });
    const ofAna = async () => (await faro.send("GET", `/api/plan/people/${ana.id}`)).body.broadcasts;
    const at = new Date(Date.now() + 30 * hourMs).toISOString();
    const { body: broadcast } = await faro.send("POST", "/api/broadcasts", {
      name: `Notice ${tag}`,
      audience: { field: "tags", op: "has_any", value: [tag] },
      actions: [sms],
      when: { kind: "at", at },
    });
    const get = async () => (await faro.send("GET", `/api/broadcasts/${broadcast.id}`)).body;
    await faro.send("POST", `/api/broadcasts/${broadcast.id}/check`);
    await expect.poll(async () => (await get()).state, patience).toBe("checked");
    expect(await itemsOf(broadcast.id)).toEqual([]);
    const { send, wait } = (await get()).check;
    await faro.send("POST", `/api/broadcasts/${broadcast.id}/start`, { confirm: send + wait });
    expect(await itemsOf(broadcast.id)).toMatchObject([
      { kind: "broadcast", at, count: 3, type: "sms", rule: { isBroadcast: true } },
    ]);
    const [first] = await ofAna();
    expect(first).toMatchObject({ id: broadcast.id, name: `Notice ${tag}`, state: "scheduled" });
    // At night it waits until the morning.
    expect(Date.parse(first.at)).toBeGreaterThanOrEqual(Date.parse(at));
    const to = new Date(Date.now() + 60 * hourMs).toISOString();
    const { status, body } = await faro.send("POST", `/api/broadcasts/${broadcast.id}/move`, { at: to });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ state: "scheduled", when: { kind: "at", at: to } });
    expect(await itemsOf(broadcast.id)).toMatchObject([{ at: to }]);
    expect(Date.parse((await ofAna())[0].at)).toBeGreaterThanOrEqual(Date.parse(to));
    await faro.send("POST", `/api/broadcasts/${broadcast.id}/cancel`);
    expect(await itemsOf(broadcast.id)).toEqual([]);
    expect(await ofAna()).toEqual([]);
    expect((await faro.send("POST", `/api/broadcasts/${broadcast.id}/move`, { at: to })).status).toBe(409);
  });

  test("of one user has only the people whom that user has", async () => {
    const { body: user } = await faro.send("GET", "/api/auth/user");
    const rule = await addRule([{ ...sms, wait: { for: 2, unit: "days" } }]);
    const [mine, other] = [await addPerson(), await addPerson()];
    await faro.send("PUT", `/api/people/${mine.id}`, { assignedAgentId: user.id });
    await start(rule.id, [mine, other]);
    const counted = async (query: string) =>
      (await itemsOf(rule.id, query)).reduce((sum, item) => sum + item.count, 0);
    await expect.poll(() => counted("?days=14"), patience).toBe(2);
    expect(await counted(`?days=14&ownerId=${user.id}`)).toBe(1);
  });

  test("begins with the day that is asked for", async () => {
    expect((await plan("?from=2027-01-01&days=3")).days.map(({ date }) => date)).toEqual([
      "2027-01-01",
      "2027-01-02",
      "2027-01-03",
    ]);
    expect((await faro.send("GET", "/api/plan?from=2027-02-30")).status).toBe(400);
    expect((await faro.send("GET", "/api/plan?days=15")).status).toBe(400);
  });
});
