import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SequenceProgress, SequenceRun } from "#contract/runs.ts";
import { compareShares } from "#domain/compare-shares.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { reachSegmentGoalsJob } from "#server/housekeeping/reach-segment-goals.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { type GoalCursor, listOpenSegmentGoals } from "#server/store/automation/run-goals.ts";
import { countOldRows } from "#server/store/workspace/retention.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

type Person = { id: string; email: string };

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };

let faro: SandboxFaro;
let database: Database;
let webhookUrl: string;
let people: Person[];
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  database = openDatabase(faro.connection, () => {});
  webhookUrl = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
  people = await addPeople(40);
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

let count = 0;
const addPeople = async (many: number): Promise<Person[]> => {
  const added: Person[] = [];
  while (added.length < many) {
    const n = ++count;
    const { body } = await faro.send("POST", "/api/people", {
      ...{ firstName: "Ana", email: `ana${n}@example.com`, phone: phone(n), timezone },
      consents: { sms: true, email: true },
    });
    added.push(body);
  }
  return added;
};

type Row = Record<string, unknown>;
const tag = (name: string): Row => ({ type: "add_tag", template: name });
const later = { type: "add_task", template: "Call", wait: { for: 5, unit: "days" } };
const ruleOf = (actions: Row[], options: Row) => ({
  name: `Follow-up ${++count}`,
  triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
  conditions: [{ type: "consent", field: "email", value: "true" }],
  actions,
  options,
});
type Sequence = { id: string; trigger: string; updatedAt: string };
const addSequence = async (actions: Row[], options: Row): Promise<Sequence> => {
  const { status, body } = await faro.send("POST", "/api/rules", ruleOf(actions, options));
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id, trigger: body.triggers[0].value, updatedAt: body.updatedAt };
};

const arrive = async (type: string, whom: readonly { email: string }[]) => {
  for (const { email } of whom)
    await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type, email }),
    });
};
const runsOf = async ({ id }: Sequence): Promise<SequenceRun[]> =>
  (await faro.send("GET", `/api/runs?ruleId=${id}&state=all&limit=200`)).body.runs;
const isAside = ({ why }: SequenceRun): boolean => why[0]?.code === "run_held_out";

/** Lets the trigger of a sequence happen to people, and tells who goes through and who is kept aside. */
const begin = async (sequence: Sequence, whom: Person[]) => {
  await arrive(sequence.trigger, whom);
  await expect.poll(async () => (await runsOf(sequence)).length, patience).toBe(whom.length);
  const runs = await runsOf(sequence);
  const [aside, through] = [runs.filter(isAside), runs.filter((run) => !isAside(run))];
  const peopleOf = (some: SequenceRun[]) =>
    whom.filter(({ id }) => some.some(({ person }) => person.id === id));
  expect(aside.length).toBeGreaterThan(0);
  expect(through.length).toBeGreaterThan(0);
  return { aside, through, heldOut: peopleOf(aside), going: peopleOf(through) };
};
const progressOf = async ({ id }: Sequence): Promise<SequenceProgress> =>
  (await faro.send("GET", `/api/rules/${id}/progress`)).body;
const goalOf = async (sequence: Sequence) => (await progressOf(sequence)).goal;
/** Why the rule did not start for a person, the newest first. */
const refusalsOf = async ({ id }: Sequence, person: Person | undefined): Promise<string[]> =>
  (
    await faro.pool.query(
      "SELECT why -> -1 ->> 'code' AS code FROM rule_runs WHERE rule_id = $1 AND person_id = $2 AND NOT fired ORDER BY id DESC",
      [id, person?.id],
    )
  ).rows.map(({ code }) => code);
const lookAtSegments = () =>
  reachSegmentGoalsJob.run([{}], {
    database,
    write: createWrite(database.db, { insert: async () => {} }),
    general: async () => ({ timezone: "America/Puerto_Rico" }),
  } as unknown as JobContext);

describe("people kept aside", () => {
  test("get no step and no message, and an event that is the goal counts for both groups", async () => {
    const sms = { type: "sms", template: "Hola {{first_name}}, ¿seguimos?" };
    const goal = { kind: "event", type: "Booked" };
    const sequence = await addSequence([sms, later], { goal, holdoutPercent: 50, stopWhen: [] });
    const { aside, through, heldOut, going } = await begin(sequence, people);
    for (const run of aside)
      expect(run).toMatchObject({ state: "ended", entry: "trigger", stepId: null, dueAt: null });

    const sent = async () =>
      (
        await faro.pool.query(
          "SELECT person_id FROM actions WHERE rule_id = $1 AND status IN ('sent', 'delivered', 'simulated')",
          [sequence.id],
        )
      ).rows.map(({ person_id }) => person_id as string);
    const ids = (some: Person[]) => some.map(({ id }) => id).toSorted();
    await expect.poll(async () => (await sent()).toSorted(), patience).toEqual(ids(going));
    const { rows: steps } = await faro.pool.query(
      "SELECT r.person_id FROM sequence_steps s JOIN sequence_runs r ON r.id = s.run_id WHERE r.rule_id = $1 AND r.draw = 'held_out'",
      [sequence.id],
    );
    expect(steps).toEqual([]);
    const { rows: told } = await faro.pool.query(
      "SELECT person_id FROM timeline WHERE event_type = 'rule_fired' AND metadata ->> 'ruleId' = $1",
      [sequence.id],
    );
    expect(told.map(({ person_id }) => person_id).toSorted()).toEqual(ids(going));
    const { body: rule } = await faro.send("GET", `/api/rules/${sequence.id}`);
    expect(rule.executionCount).toBe(through.length);

    const none = { reached: 0, of: going.length, heldOutReached: 0, heldOutOf: heldOut.length };
    const progress = await progressOf(sequence);
    expect(progress).toMatchObject({ running: going.length, ended: [], goal: none });
    expect(progress.steps.reduce((sum, { left }) => sum + left, 0)).toBe(0);

    // Twice, in another case, and another event.
    await arrive("booked", [...going.slice(0, 3), ...going.slice(0, 1), ...heldOut.slice(0, 1)]);
    await arrive("looked", people);
    const reached = { ...none, reached: Math.min(3, going.length), heldOutReached: 1 };
    await expect.poll(() => goalOf(sequence), patience).toMatchObject(reached);
    // Those who did the step before; nobody has done the one that waits.
    expect((await progressOf(sequence)).steps.map(({ toGoal }) => toGoal)).toEqual([reached.reached, 0]);
    const compared = compareShares(
      { reached: reached.reached, of: going.length },
      { reached: 1, of: heldOut.length },
    );
    const difference = (await goalOf(sequence))?.difference;
    expect(difference?.points ?? null).toBe(compared && Math.round(compared.difference * 1000) / 10);
  });

  test("are not drawn again while their goal is open, and others keep their group", async () => {
    const options = { goal: { kind: "event", type: "never" }, holdoutPercent: 50 };
    const sequence = await addSequence([tag("seen")], options);
    const { heldOut, going } = await begin(sequence, people.slice(0, 20));
    const [aside, other] = [heldOut[0], going[0]];
    if (!aside || !other) throw new Error("A group is empty");
    const otherRuns = async (state: string) =>
      (await runsOf(sequence)).filter((run) => run.person.id === other.id && run.state === state).length;
    await expect.poll(() => otherRuns("ended"), patience).toBe(1);
    await arrive(sequence.trigger, [aside, other]);
    await expect.poll(() => otherRuns("ended"), patience).toBe(2);
    await expect.poll(() => refusalsOf(sequence, aside), patience).toEqual(["run_held_out", "run_held_out"]);
    expect((await runsOf(sequence)).filter(({ person }) => person.id === aside.id)).toHaveLength(1);
    expect(await goalOf(sequence)).toMatchObject({ of: going.length, heldOutOf: heldOut.length });
  });

  test("wait for the re-entry like the others, and stay until their goal is over", async () => {
    const options = { goal: { kind: "event", type: "never" }, holdoutPercent: 50, reentryDays: 60 };
    const sequence = await addSequence([tag("seen")], options);
    const { aside, heldOut } = await begin(sequence, people.slice(0, 20));
    // Retention keeps them until their goal is over, like those who are still inside.
    const countOld = async () => (await countOldRows(database.db, new Date(Date.now() + dayMs))).rule_runs;
    const before = (await countOld()) ?? 0;
    await faro.pool.query("UPDATE sequence_runs SET goal_until = now() WHERE id = $1", [aside[0]?.id]);
    expect(await countOld()).toBe(before + 1);
    // Their goal is over, and the 60 days are not.
    await faro.pool.query("UPDATE sequence_runs SET goal_until = now() WHERE rule_id = $1", [sequence.id]);
    await arrive(sequence.trigger, heldOut.slice(0, 1));
    await expect
      .poll(() => refusalsOf(sequence, heldOut[0]), patience)
      .toEqual(["reentry_too_soon", "run_held_out"]);
  });

  test("are none of those whom a user starts", async () => {
    const options = { goal: { kind: "converted" }, holdoutPercent: 50 };
    const sequence = await addSequence([later], options);
    const { body } = await faro.send("POST", `/api/rules/${sequence.id}/start`, {
      personIds: people.map(({ id }) => id),
    });
    expect(body).toEqual({ started: people.length, refused: [] });
    const runs = await runsOf(sequence);
    expect(runs.filter(isAside)).toEqual([]);
    expect(await goalOf(sequence)).toEqual({
      ...{ reached: 0, of: people.length, heldOutReached: 0, heldOutOf: 0, difference: null },
    });
  });
});

describe("a goal", () => {
  test("that is a conversion stays reached when the stage changes again", async () => {
    const [already, ...others] = await addPeople(21);
    if (!already) throw new Error("There is no person");
    const setStage = ({ id }: Person, status: string) => faro.send("PUT", `/api/people/${id}`, { status });
    await setStage(already, "converted");
    const options = { goal: { kind: "converted" }, goalDays: 7, holdoutPercent: 50 };
    const sequence = await addSequence([later], options);
    const { heldOut, going } = await begin(sequence, [already, ...others]);
    // Whoever had converted before is neither drawn nor counted.
    expect(going).toContainEqual(already);
    for (const [person] of [heldOut, going.filter(({ id }) => id !== already.id)]) {
      if (!person) throw new Error("A group is empty");
      await setStage(person, "converted");
      await setStage(person, "contacted");
    }
    expect(await goalOf(sequence)).toMatchObject({
      ...{ reached: 1, of: going.length - 1, heldOutReached: 1, heldOutOf: heldOut.length },
    });
    // The open time of all others is over.
    await faro.pool.query(
      "UPDATE sequence_runs SET goal_until = now() WHERE rule_id = $1 AND goal_at IS NULL",
      [sequence.id],
    );
    for (const person of [heldOut[1], going.at(-1)]) if (person) await setStage(person, "converted");
    expect(await goalOf(sequence)).toMatchObject({ reached: 1, heldOutReached: 1 });
  });

  test("that is a segment counts those who entered it after the start", async () => {
    const [already, ...others] = await addPeople(21);
    if (!already) throw new Error("There is no person");
    const addTag = ({ id }: Person) => faro.send("PUT", `/api/people/${id}`, { tags: ["vip"] });
    await addTag(already);
    const audience = { field: "tags", op: "has_any", value: ["vip"] };
    const view = { kind: "segment", name: "VIP", audience };
    const { body: segment } = await faro.send("POST", "/api/views", view);
    const goal = { kind: "segment", segmentId: segment.id };
    const sequence = await addSequence([later], { goal, holdoutPercent: 50 });
    const { heldOut, going } = await begin(sequence, [already, ...others]);
    expect(going).toContainEqual(already);
    await lookAtSegments();
    const none = { reached: 0, of: going.length - 1, heldOutReached: 0, heldOutOf: heldOut.length };
    expect(await goalOf(sequence)).toMatchObject(none);
    // Pages hold each of them once.
    const seen: string[] = [];
    const read = (after: GoalCursor | null) =>
      database.db.transaction((tx) => listOpenSegmentGoals(tx, segment.id, after, 6));
    for (let page = await read(null); page.length > 0; page = await read(page.at(-1) ?? null))
      seen.push(...page.map(({ personId }) => personId));
    expect(seen.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    for (const [person] of [heldOut, going.filter(({ id }) => id !== already.id)])
      if (person) await addTag(person);
    await lookAtSegments();
    expect(await goalOf(sequence)).toMatchObject({ ...none, reached: 1, heldOutReached: 1 });
  });

  test("of the rule counts only runs that began with it", async () => {
    const sequence = await addSequence([later], { goal: { kind: "converted" } });
    await faro.send("POST", `/api/rules/${sequence.id}/start`, { personIds: [people[0]?.id] });
    expect(await goalOf(sequence)).toMatchObject({ of: 1 });
    const change = (options: Row) => faro.send("PUT", `/api/rules/${sequence.id}`, { options });
    await change({ goal: { kind: "event", type: "booked" } });
    expect(await goalOf(sequence)).toMatchObject({ of: 0 });
    await change({ goal: null });
    expect(await goalOf(sequence)).toBeNull();
  });

  test("is refused where it means nothing", async () => {
    const goal = { kind: "converted" };
    const issuesOf = async (actions: Row[], options: Row) => {
      const { status, body } = await faro.send("POST", "/api/rules", ruleOf(actions, options));
      return [status, ...(body.issues ?? []).map(({ path }: { path: string }) => path)];
    };
    expect(await issuesOf([tag("a")], { goal, holdoutPercent: 10 })).toEqual([200]);
    const plain = { type: "sms", template: "Hola, ¿seguimos?" };
    expect(await issuesOf([plain], { goal })).toEqual([400, "options.goal"]);
    expect(await issuesOf([tag("a")], { holdoutPercent: 10 })).toEqual([400, "options.holdoutPercent"]);
    const segmentId = "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90";
    expect(await issuesOf([tag("a")], { goal: { kind: "segment", segmentId } })).toEqual([
      ...[400, "options.goal.segmentId"],
    ]);
    const { body: stored } = await faro.send("POST", "/api/rules", ruleOf([plain], {}));
    const { status } = await faro.send("PUT", `/api/rules/${stored.id}`, { options: { goal } });
    expect(status).toBe(400);
  });
});
