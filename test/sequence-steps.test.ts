import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunStep, SequenceRun } from "#contract/runs.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let userId = "";
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  userId = (await faro.send("GET", "/api/auth/user")).body.id;
  await faro.send("POST", "/api/person-fields", {
    ...{ kind: "date", label: { en: "Renewal", es: "Renovación" } },
  });
  await faro.send("POST", "/api/person-fields", {
    ...{ kind: "number", label: { en: "Roof age", es: "Edad del techo" } },
  });
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

type Row = Record<string, unknown>;
const addPerson = async (): Promise<string> => {
  const n = ++count;
  const { status, body } = await faro.send("POST", "/api/people", {
    ...{ firstName: `Ana ${n}`, phone: phone(n), timezone, consents: { sms: true } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
const save = (actions: Row[], more: Row = {}) =>
  faro.send("POST", "/api/rules", {
    name: `Rule ${++count}`,
    triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions,
    ...more,
  });
const addRule = async (actions: Row[], more: Row = {}): Promise<{ id: string; name: string }> => {
  const { status, body } = await save(actions, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const start = (ruleId: string, personId: string) =>
  faro.send("POST", `/api/rules/${ruleId}/start`, { personIds: [personId] });
const runsOf = async (ruleId: string): Promise<SequenceRun[]> =>
  (await faro.send("GET", `/api/runs?ruleId=${ruleId}&state=all`)).body.runs;
const stepsOf = async (ruleId: string): Promise<RunStep[]> => {
  const [run] = await runsOf(ruleId);
  return (await faro.send("GET", `/api/runs/${run?.id}`)).body.steps;
};
const ends = (ruleId: string) =>
  expect.poll(async () => (await runsOf(ruleId)).map(({ state }) => state), patience).toEqual(["ended"]);
const person = async (id: string) => (await faro.send("GET", `/api/people/${id}`)).body;

const sms = { type: "sms", template: "Hola {{first_name}}" };
const laterSms = { ...sms, wait: { for: 3, unit: "days" } };
const task = { type: "add_task", template: "Call them" };

describe("a step of a sequence", () => {
  test("sets a custom field, and empties it", async () => {
    const ana = await addPerson();
    const rule = await addRule([{ type: "set_field", template: "roof_age=12" }]);
    await start(rule.id, ana);
    await ends(rule.id);
    expect((await person(ana)).fields).toEqual({ roof_age: 12 });
    const other = await addRule([{ type: "set_field", template: "roof_age=" }]);
    await start(other.id, ana);
    await ends(other.id);
    expect((await person(ana)).fields.roof_age ?? null).toBeNull();
  });

  test("waits around a date of the person, also when it changes, and is left out where it cannot come", async () => {
    const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const setDate = (id: string, renewal: string | null) =>
      faro.send("PUT", `/api/people/${id}`, { fields: { renewal } });
    const [ana, past, unknown] = [await addPerson(), await addPerson(), await addPerson()];
    await setDate(ana, dateIn(10));
    await setDate(past, dateIn(-30));
    const rule = await addRule([
      { ...sms, wait: { around: "renewal", offsetDays: -2, until: "10:00" } },
      task,
    ]);
    for (const id of [ana, past, unknown]) await start(rule.id, id);
    const runOf = async (id: string) => {
      const runs = await runsOf(rule.id);
      return runs.find((run) => run.person.id === id);
    };
    const dueDay = async () => (await runOf(ana))?.dueAt?.slice(0, 10);
    // The time of day is that of the person, which may be the day before or after in UTC.
    const near = (days: number) =>
      expect.stringMatching(`${dateIn(days - 1)}|${dateIn(days)}|${dateIn(days + 1)}`);
    await expect.poll(dueDay, patience).toEqual(near(8));
    await setDate(ana, dateIn(20));
    await expect.poll(dueDay, patience).toEqual(near(18));
    const whyOf = async (id: string) => {
      const run = await runOf(id);
      if (run?.state !== "ended") return undefined;
      return (await faro.send("GET", `/api/runs/${run.id}`)).body.steps[0].why[0].code;
    };
    await expect.poll(() => whyOf(past), patience).toBe("moment_passed");
    await expect.poll(() => whyOf(unknown), patience).toBe("date_missing");
    const { status } = await save([{ ...sms, wait: { around: "roof_age", until: "10:00" } }]);
    expect(status).toBe(400);
  });

  test("gives the person an owner, and takes one away", async () => {
    const ana = await addPerson();
    const rule = await addRule([{ type: "assign", template: userId }, task]);
    await start(rule.id, ana);
    await ends(rule.id);
    expect((await person(ana)).assignedAgentId).toBe(userId);
    const other = await addRule([{ type: "assign", template: "" }]);
    await start(other.id, ana);
    await ends(other.id);
    expect((await person(ana)).assignedAgentId).toBeNull();
  });

  test("notifies the owner, and the team where there is none", async () => {
    const [mine, free] = [await addPerson(), await addPerson()];
    await faro.send("PUT", `/api/people/${mine}`, { assignedAgentId: userId });
    const rule = await addRule([{ type: "notify", template: "Ready for a call" }]);
    for (const id of [mine, free]) await start(rule.id, id);
    const notices = async () =>
      (
        await faro.pool.query(
          "SELECT link, user_id AS owner, params ->> 'text' AS text FROM notifications WHERE kind = 'rule_notice' ORDER BY link",
        )
      ).rows;
    const expected = [
      { link: `/inbox/${mine}`, owner: userId, text: "Ready for a call" },
      { link: `/inbox/${free}`, owner: null, text: "Ready for a call" },
    ].sort((a, b) => (a.link < b.link ? -1 : 1));
    await expect.poll(notices, patience).toEqual(expected);
  });

  test("that cannot be done says why, and the next one follows", async () => {
    const ana = await addPerson();
    const off = await addRule([laterSms], { enabled: false });
    const rule = await addRule([{ type: "start_rule", template: off.id }, task]);
    await start(rule.id, ana);
    await ends(rule.id);
    expect(await stepsOf(rule.id)).toMatchObject([
      { result: "left_out", why: [{ code: "other_rule_off" }] },
      { result: "done" },
    ]);
    expect(await runsOf(off.id)).toEqual([]);
  });

  test("starts another sequence, says by whom, and stops it again", async () => {
    const ana = await addPerson();
    const other = await addRule([laterSms]);
    const rule = await addRule([{ type: "start_rule", template: other.id }]);
    await start(rule.id, ana);
    await ends(rule.id);
    const waiting = async () => (await runsOf(other.id)).map(({ state }) => state);
    await expect.poll(waiting, patience).toEqual(["waiting"]);
    const { rows } = await faro.pool.query("SELECT why FROM rule_runs WHERE rule_id = $1", [other.id]);
    expect(rows).toEqual([{ why: [{ code: "started_by_rule", rule: rule.name }] }]);
    // Who is in it already is not started again.
    const again = await addRule([{ type: "start_rule", template: other.id }]);
    await start(again.id, ana);
    await ends(again.id);
    expect(await stepsOf(again.id)).toMatchObject([{ why: [{ code: "already_running" }] }]);
    const stop = await addRule([{ type: "stop_rule", template: other.id }, task]);
    await start(stop.id, ana);
    await ends(stop.id);
    expect(await runsOf(other.id)).toMatchObject([
      { state: "ended", why: [{ code: "run_ended_by_rule", rule: stop.name }] },
    ]);
  });

  test("starts a rule that does everything at once", async () => {
    const ana = await addPerson();
    const other = await addRule([sms]);
    const rule = await addRule([{ type: "start_rule", template: other.id }]);
    await start(rule.id, ana);
    await ends(rule.id);
    const sent = async () =>
      (await faro.send("GET", `/api/actions?personId=${ana}&ruleId=${other.id}`)).body.actions.length;
    await expect.poll(sent, patience).toBe(1);
  });

  test("does not go round for ever: rules that start each other are stopped", async () => {
    const ana = await addPerson();
    const first = await addRule([task]);
    const second = await addRule([{ type: "start_rule", template: first.id }, task]);
    const changed = await faro.send("PUT", `/api/rules/${first.id}`, {
      actions: [{ type: "start_rule", template: second.id }, task],
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await start(first.id, ana);
    const open = async () => {
      const runs = [...(await runsOf(first.id)), ...(await runsOf(second.id))];
      return runs.length > 1 && runs.every(({ state }) => state === "ended");
    };
    await expect.poll(open, patience).toBe(true);
    const runs = [...(await runsOf(first.id)), ...(await runsOf(second.id))];
    expect(runs.length).toBeLessThanOrEqual(8);
  });

  test.each([
    ["a field that does not exist", { type: "set_field", template: "nothing=1" }],
    ["a value that the field does not take", { type: "set_field", template: "roof_age=old" }],
    ["an owner who does not exist", { type: "assign", template: "00000000-0000-4000-8000-000000000000" }],
    ["a rule that does not exist", { type: "start_rule", template: "00000000-0000-4000-8000-000000000000" }],
    ["no rule at all", { type: "stop_rule", template: "" }],
  ])("is refused with %s", async (_, action) => {
    const { status, body } = await save([action]);
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: "actions.0.template" }]);
  });
});
