import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SequenceProgress, SequenceRun } from "#contract/runs.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
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

type Person = { id: string; phone: string; email: string };
const addPerson = async (): Promise<Person> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    ...{ firstName: "Ana", email: `ana${n}@example.com`, phone: phone(n), timezone },
    consents: { sms: true, email: true },
  });
  return body;
};

type Row = Record<string, unknown>;
const addRule = async (actions: Row[], more: Row = {}) => {
  const { status, body } = await faro.send("POST", "/api/rules", {
    name: `Follow-up ${++count}`,
    triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { id: string; updatedAt: string; actions: (Row & { id: string })[] };
};

const start = async (ruleId: string, people: Person[], stepId?: string) =>
  (
    await faro.send("POST", `/api/rules/${ruleId}/start`, {
      personIds: people.map(({ id }) => id),
      ...(stepId === undefined ? {} : { stepId }),
    })
  ).body;

const runsOf = async (person: Person, state = "all"): Promise<SequenceRun[]> =>
  (await faro.send("GET", `/api/runs?personId=${person.id}&state=${state}`)).body.runs;
const runOf = async (person: Person): Promise<SequenceRun> => {
  const [run] = await runsOf(person);
  if (!run) throw new Error("The person is in no sequence");
  return run;
};
const stepsOf = async (person: Person) =>
  (await faro.send("GET", `/api/runs/${(await runOf(person)).id}`)).body.steps;
const change = async (person: Person, what: Row) =>
  (await faro.send("POST", "/api/runs/change", { ids: [(await runOf(person)).id], change: what })).body;
const waitsAt = (person: Person, stepId: string | undefined) =>
  expect.poll(() => runOf(person), patience).toMatchObject({ state: "waiting", stepId });
const endsWith = (person: Person, code: string) =>
  expect
    .poll(async () => {
      const { state, why } = await runOf(person);
      return { state, code: why[0]?.code };
    }, patience)
    .toEqual({ state: "ended", code });

/** The time of the present wait has come. */
const passWait = async (person: Person) => {
  await faro.pool.query(
    "UPDATE sequence_runs SET opens_at = now() - interval '1 second', due_at = now() WHERE person_id = $1 AND state = 'waiting'",
    [person.id],
  );
};
const messagesTo = async ({ id }: Person) =>
  (await faro.send("GET", `/api/actions?personId=${id}`)).body.actions as {
    channel: string;
    status: string;
    reasons: { code: string }[];
  }[];
const reply = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });

const twoDays = { wait: { for: 2, unit: "days" } };
const sms = { type: "sms", template: "Hola {{first_name}}, ¿seguimos?" };
const later = { type: "email", template: "Su cotización sigue lista, {{first_name}}.", ...twoDays };

describe("a sequence", () => {
  test("does one step after the other, each after its wait, and ends when all are done", async () => {
    const rule = await addRule([
      sms,
      { ...later, ifStopped: "next" },
      { type: "add_tag", template: "quote-cold", wait: { for: 1, unit: "workdays", until: "10:00" } },
      { type: "add_task", template: "Last call by hand" },
      { type: "set_stage", template: "contacted" },
    ]);
    expect(rule.actions.every(({ id }) => /^[a-z0-9]+$/.test(id))).toBe(true);
    const [, second, third] = rule.actions;
    const ana = await addPerson();
    expect(await start(rule.id, [ana])).toEqual({ started: 1, refused: [] });
    await waitsAt(ana, second?.id);
    const { dueAt } = await runOf(ana);
    const days = (Date.parse(dueAt ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(1.9);
    expect(days).toBeLessThan(2.1);
    expect(await messagesTo(ana)).toMatchObject([{ channel: "sms" }]);
    await passWait(ana);
    await waitsAt(ana, third?.id);
    await passWait(ana);
    await endsWith(ana, "run_finished");
    expect((await stepsOf(ana)).map(({ result }: { result: string }) => result)).toEqual(
      Array(5).fill("done"),
    );
    const { body: person } = await faro.send("GET", `/api/people/${ana.id}`);
    expect(person).toMatchObject({ tags: ["quote-cold"], status: "contacted" });
    const { tasks } = (await faro.send("GET", `/api/tasks?personId=${ana.id}`)).body;
    expect(tasks).toMatchObject([{ title: "Last call by hand", madeBy: "rule" }]);
    const progress: SequenceProgress = (await faro.send("GET", `/api/rules/${rule.id}/progress`)).body;
    expect(progress).toMatchObject({ running: 0, ended: [{ code: "run_finished", count: 1 }] });
    expect(progress.steps.map(({ wentOn }) => wentOn)).toEqual([1, 1, 1, 1, 1]);
  });

  test("begins with the event of its trigger, once at a time, and ends with an answer at the second step", async () => {
    const rule = await addRule([sms, later, { ...later, template: "Una vez más" }]);
    const { body } = await faro.send("GET", `/api/rules/${rule.id}`);
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: `Form ${count}` })).body;
    const eva = await addPerson();
    const arrive = () =>
      fetch(endpoint.webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: body.triggers[0].value, email: eva.email }),
      });
    await arrive();
    await expect.poll(async () => (await runsOf(eva)).length, patience).toBe(1);
    await waitsAt(eva, rule.actions[1]?.id);
    await arrive();
    const missed = async () =>
      (
        await faro.pool.query(
          "SELECT why -> -1 ->> 'code' AS code FROM rule_runs WHERE person_id = $1 AND NOT fired",
          [eva.id],
        )
      ).rows;
    await expect.poll(missed, patience).toEqual([{ code: "already_running" }]);
    await reply(eva.phone, "Sí, me interesa. ¿Cuándo pueden venir?");
    await endsWith(eva, "run_answered");
    await passWait(eva);
    expect((await messagesTo(eva)).filter(({ channel }) => channel === "email")).toEqual([]);
  });

  test("asks, and goes on with the steps of the answer", async () => {
    const rule = await addRule(
      [
        sms,
        { id: "q1", type: "ask", template: "", onlyIf: { is: "answered" }, ...twoDays },
        { type: "add_tag", template: "warm", within: { step: "q1", answer: "yes" } },
        { type: "add_tag", template: "cold", within: { step: "q1", answer: "no" } },
        { type: "add_tag", template: "seen" },
      ],
      { options: { stopWhen: [] } },
    );
    const [yes, no] = [await addPerson(), await addPerson()];
    await start(rule.id, [yes, no]);
    await waitsAt(yes, "q1");
    await waitsAt(no, "q1");
    await reply(yes.phone, "Claro, cuénteme más");
    await endsWith(yes, "run_finished");
    await passWait(no);
    await endsWith(no, "run_finished");
    const tags = async ({ id }: Person) => (await faro.send("GET", `/api/people/${id}`)).body.tags;
    expect(await tags(yes)).toEqual(["warm", "seen"]);
    expect(await tags(no)).toEqual(["cold", "seen"]);
  });

  test.each([
    ["run_opted_out", (person: Person) => reply(person.phone, "STOP")],
    ["run_converted", ({ id }: Person) => faro.send("PUT", `/api/people/${id}`, { status: "converted" })],
    [
      "run_colleague_wrote",
      ({ id }: Person) =>
        faro.send("POST", `/api/people/${id}/messages`, {
          ...{ channel: "email", subject: "Hola", text: "Le escribo yo", purpose: "service" },
        }),
    ],
  ])("ends with %s", async (code, happen) => {
    const rule = await addRule([sms, later]);
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await waitsAt(ana, rule.actions[1]?.id);
    await happen(ana);
    await endsWith(ana, code);
  });

  test("leaves out a message that the gate held for too long, and goes on", async () => {
    const rule = await addRule([
      { ...sms, goodForHours: 1 },
      { type: "add_tag", template: "late" },
    ]);
    const ana = await addPerson();
    await faro.send("POST", `/api/inbox/${ana.id}/change`, { kind: "take", hours: 24 });
    await start(rule.id, [ana]);
    await expect.poll(async () => (await messagesTo(ana))[0]?.status, patience).toBe("held");
    expect(await runOf(ana)).toMatchObject({ state: "acting", message: { status: "held" } });
    await faro.pool.query(
      "UPDATE sequence_runs SET good_until = now() - interval '1 second', due_at = now() WHERE person_id = $1",
      [ana.id],
    );
    await endsWith(ana, "run_finished");
    expect(await stepsOf(ana)).toMatchObject([
      { result: "left_out", why: [{ code: "step_too_late", hours: 1 }] },
      { result: "done" },
    ]);
    expect(await messagesTo(ana)).toMatchObject([{ status: "cancelled" }]);
  });

  test("ends where the gate stops a message that it must send", async () => {
    const rule = await addRule([
      { ...sms, ifStopped: "end" },
      { type: "add_tag", template: "never" },
    ]);
    const { body: luz } = await faro.send("POST", "/api/people", {
      firstName: "Luz",
      email: "luz@example.com",
    });
    await start(rule.id, [luz]);
    await endsWith(luz, "step_not_sent");
    expect((await faro.send("GET", `/api/people/${luz.id}`)).body.tags).toEqual([]);
  });
});

describe("an operator", () => {
  test("pauses, resumes, skips, moves and stops runs", async () => {
    const rule = await addRule([sms, later, { type: "add_tag", template: "third", ...twoDays }, later]);
    const [, second, third, fourth] = rule.actions;
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await waitsAt(ana, second?.id);
    expect(await start(rule.id, [ana])).toEqual({
      started: 0,
      refused: [{ id: ana.id, code: "already_running" }],
    });
    expect(await change(ana, { kind: "pause" })).toEqual({ changed: 1, refused: [] });
    await passWait(ana);
    await expect.poll(() => runOf(ana), patience).toMatchObject({ state: "paused", dueAt: null });
    await change(ana, { kind: "resume" });
    await waitsAt(ana, third?.id);
    await change(ana, { kind: "skip" });
    await waitsAt(ana, fourth?.id);
    expect(await change(ana, { kind: "move", stepId: second?.id })).toMatchObject({
      refused: [{ code: "step_done" }],
    });
    expect(await change(ana, { kind: "move", stepId: "nowhere" })).toMatchObject({
      refused: [{ code: "step_unknown" }],
    });
    await change(ana, { kind: "stop" });
    await endsWith(ana, "run_ended_by_hand");
    expect(await change(ana, { kind: "skip" })).toMatchObject({ refused: [{ code: "run_ended" }] });
    expect(await start(rule.id, [ana], third?.id)).toEqual({ started: 1, refused: [] });
    await waitsAt(ana, third?.id);
    const { rows } = await faro.pool.query(
      "SELECT details ->> 'change' AS change FROM audit_logs WHERE entity_id = $1 AND details ->> 'kind' = 'runs_changed' ORDER BY seq",
      [rule.id],
    );
    expect(rows.map((row) => row.change)).toEqual(["pause", "resume", "skip", "stop"]);
  });

  test("disables the rule: its messages wait, and leave once it is enabled again", async () => {
    const rule = await addRule([{ ...later, wait: { for: 1, unit: "days" } }]);
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await expect
      .poll(() => runOf(ana), patience)
      .toMatchObject({ state: "waiting", stepId: rule.actions[0]?.id });
    await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: false });
    await passWait(ana);
    expect(await start(rule.id, [await addPerson()])).toMatchObject({ refused: [{ code: "rule_off" }] });
    expect(await messagesTo(ana)).toEqual([]);
    await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: true });
    await endsWith(ana, "run_finished");
    expect(await messagesTo(ana)).toMatchObject([{ channel: "email" }]);
  });

  test("edits the rule: runs keep their place, and go on behind a removed step", async () => {
    const rule = await addRule([sms, later, { type: "add_tag", template: "third", ...twoDays }]);
    const [first, second, third] = rule.actions;
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await waitsAt(ana, second?.id);
    const before = (await runOf(ana)).dueAt;
    const longer = { ...second, wait: { for: 9, unit: "days" } };
    await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [first, longer, third] });
    expect(await runOf(ana)).toMatchObject({ stepId: second?.id, dueAt: before });
    await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [third, first] });
    await waitsAt(ana, third?.id);
    await passWait(ana);
    await endsWith(ana, "run_finished");
    expect((await messagesTo(ana)).length).toBe(1);
  });

  test("deletes the rule: its runs end, and nothing more is sent", async () => {
    const rule = await addRule([sms, later]);
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await waitsAt(ana, rule.actions[1]?.id);
    await faro.send("DELETE", `/api/rules/${rule.id}`);
    expect(await runOf(ana)).toMatchObject({
      rule: null,
      state: "ended",
      why: [{ code: "run_rule_deleted" }],
    });
  });

  test("merges two people of one sequence: the one that came further goes on", async () => {
    const rule = await addRule([sms, later, { ...later, template: "Otra vez" }]);
    const [ana, ben] = [await addPerson(), await addPerson()];
    await start(rule.id, [ben]);
    await waitsAt(ben, rule.actions[1]?.id);
    await passWait(ben);
    await waitsAt(ben, rule.actions[2]?.id);
    await start(rule.id, [ana]);
    await waitsAt(ana, rule.actions[1]?.id);
    const { body } = await faro.send("POST", "/api/merges", {
      pairs: [{ survivorId: ana.id, otherId: ben.id }],
    });
    expect(body).toBeTruthy();
    const states = async () =>
      (await runsOf(ana)).map(({ state, why }) => (state === "ended" ? why[0]?.code : state)).sort();
    await expect.poll(states, patience).toEqual(["run_merged", "waiting"]);
    expect((await runsOf(ana, "running"))[0]?.stepId).toBe(rule.actions[2]?.id);
  });
});

test("a run that cannot be decided is set aside, and the others go on", async () => {
  const rule = await addRule([
    { type: "add_tag", template: "one", ...twoDays },
    { type: "add_tag", template: "two" },
  ]);
  const [broken, sound] = [await addPerson(), await addPerson()];
  await start(rule.id, [broken, sound]);
  await waitsAt(sound, rule.actions[0]?.id);
  await waitsAt(broken, rule.actions[0]?.id);
  await faro.pool.query(
    "UPDATE sequence_runs SET opens_at = CASE WHEN person_id = $1 THEN 'infinity' ELSE now() END, due_at = now() WHERE rule_id = $2",
    [broken.id, rule.id],
  );
  await endsWith(sound, "run_finished");
  await endsWith(broken, "run_set_aside");
});

describe("a sequence with a mistake is refused with its place", () => {
  const tag = { type: "add_tag", template: "x" };
  const ask = { id: "q", type: "ask", template: "", onlyIf: { is: "answered" } };
  test.each<[string, Row[], string]>([
    ["a wait without a unit", [{ ...sms, wait: { for: 2 } }], "actions.0.wait.unit"],
    [
      "days without a time",
      [{ ...sms, wait: { for: 1, unit: "days", days: ["mon"] } }],
      "actions.0.wait.days",
    ],
    ["a wait of a year", [{ ...sms, wait: { for: 365, unit: "days" } }], "actions.0.wait.for"],
    ["a question without a test", [{ ...ask, onlyIf: undefined }], "actions.0.onlyIf"],
    ["an answer to nothing", [{ ...tag, within: { step: "q", answer: "yes" } }], "actions.0.within"],
    [
      "an answer apart from its question",
      [ask, tag, { ...tag, within: { step: "q", answer: "yes" } }],
      "actions.2.within",
    ],
    [
      "three levels of questions",
      [
        ask,
        { ...ask, id: "r", within: { step: "q", answer: "yes" } },
        { ...ask, id: "s", within: { step: "r", answer: "no" } },
      ],
      "actions.2.within",
    ],
    [
      "shares that are not the whole",
      [
        {
          ...sms,
          variants: [
            { template: "a b", share: 50 },
            { template: "c d", share: 40 },
          ],
        },
      ],
      "actions.0.variants",
    ],
    [
      "variants of a tag",
      [
        {
          ...tag,
          variants: [
            { template: "a", share: 50 },
            { template: "b", share: 50 },
          ],
        },
      ],
      "actions.0.variants",
    ],
    ["no segment", [{ ...sms, onlyIf: { is: "in_segment" } }], "actions.0.onlyIf.segmentId"],
    [
      "a segment that does not exist",
      [{ ...sms, onlyIf: { is: "in_segment", segmentId: "01890000-0000-7000-8000-000000000000" } }],
      "actions.0.onlyIf.segmentId",
    ],
    ["a stage that does not exist", [{ type: "set_stage", template: "lost" }], "actions.0.template"],
  ])("%s", async (_what, actions, path) => {
    const { status, body } = await faro.send("POST", "/api/rules", {
      ...{ name: "Wrong", actions },
      triggers: [{ type: "event", operator: "=", value: "x" }],
      conditions: [{ type: "status", field: "is", value: "new" }],
    });
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });
});

describe("what a hostile order of events does", () => {
  const held = async () => {
    const rule = await addRule([sms, { type: "add_tag", template: "behind", ...twoDays }]);
    const ana = await addPerson();
    await faro.send("POST", `/api/inbox/${ana.id}/change`, { kind: "take", hours: 24 });
    await start(rule.id, [ana]);
    await expect.poll(async () => (await messagesTo(ana))[0]?.status, patience).toBe("held");
    return { rule, ana };
  };

  test("a message whose run went on meanwhile is not sent", async () => {
    const { rule, ana } = await held();
    // As if the sender had held the message while the run left the step.
    await faro.pool.query(
      "UPDATE sequence_runs SET state = 'waiting', step_id = $2, opens_at = 'now'::timestamptz + interval '1 day', due_at = now() + interval '1 day' WHERE person_id = $1",
      [ana.id, rule.actions[1]?.id],
    );
    await faro.send("POST", `/api/inbox/${ana.id}/change`, { kind: "hand_back" });
    await expect
      .poll(async () => (await messagesTo(ana))[0], patience)
      .toMatchObject({ status: "cancelled", reasons: [{ code: "step_left_out" }] });
  });

  test("a removed step is behind its runs also after it is put back", async () => {
    const { rule, ana } = await held();
    const [first, second] = rule.actions;
    await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [second] });
    await waitsAt(ana, second?.id);
    expect(await stepsOf(ana)).toMatchObject([{ stepId: first?.id, why: [{ code: "step_removed" }] }]);
    await faro.send("PUT", `/api/rules/${rule.id}`, { actions: [second, first] });
    await passWait(ana);
    await endsWith(ana, "run_finished");
    expect((await messagesTo(ana)).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("the step that a user chooses inside an answer is the one that is done", async () => {
    const rule = await addRule([
      { id: "q9", type: "ask", template: "", onlyIf: { is: "answered" }, ...twoDays },
      { type: "add_tag", template: "chosen", within: { step: "q9", answer: "yes" } },
      { type: "add_tag", template: "after", ...twoDays },
    ]);
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await waitsAt(ana, "q9");
    await change(ana, { kind: "move", stepId: rule.actions[1]?.id });
    await waitsAt(ana, rule.actions[2]?.id);
    expect((await faro.send("GET", `/api/people/${ana.id}`)).body.tags).toEqual(["chosen"]);
  });

  test("a step asks the person as the step before left them", async () => {
    const { body: segment } = await faro.send("POST", "/api/views", {
      ...{ name: `VIP ${++count}`, kind: "segment" },
      audience: { field: "tags", op: "has_any", value: ["vip"] },
    });
    const asks = { is: "in_segment", segmentId: segment.id };
    const rule = await addRule([
      { type: "add_tag", template: "vip" },
      { id: "q8", type: "ask", template: "", onlyIf: asks },
      { type: "add_tag", template: "known", within: { step: "q8", answer: "yes" } },
    ]);
    const ana = await addPerson();
    await start(rule.id, [ana]);
    await endsWith(ana, "run_finished");
    expect((await faro.send("GET", `/api/people/${ana.id}`)).body.tags).toEqual(["vip", "known"]);
  });
});
