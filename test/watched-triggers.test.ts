import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { watchTriggers } from "#server/housekeeping/watch-triggers.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let database: Database;
let webhookUrl: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  database = openDatabase(faro.connection, () => {});
  webhookUrl = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
  for (const en of ["Renewal", "Birthday"])
    await faro.send("POST", "/api/person-fields", { kind: "date", label: { en, es: en } });
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

const patience = { timeout: 60_000 };
let count = 0;
type Row = Record<string, unknown>;

/** As the job does; how long the last look took does not matter here. */
const look = async () => {
  await faro.pool.query("UPDATE trigger_watches SET took_ms = 0");
  await watchTriggers.run([{}], {
    database,
    write: createWrite(database.db, { insert: async () => {} }),
    general: async () => ({ timezone: "America/Puerto_Rico" }),
  } as unknown as JobContext);
};

const addPerson = async (more: Row = {}): Promise<{ id: string; email: string }> => {
  const email = `ana${++count}@example.com`;
  const { status, body } = await faro.send("POST", "/api/people", { firstName: "Ana", email, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id, email };
};
const change = (id: string, body: Row) => faro.send("PUT", `/api/people/${id}`, body);
const addSegment = async (tag: string): Promise<string> => {
  const audience = { field: "tags", op: "has_any", value: [tag] };
  const { status, body } = await faro.send("POST", "/api/views", { kind: "segment", name: tag, audience });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
const save = (trigger: Row, more: Row = {}) =>
  faro.send("POST", "/api/rules", {
    name: `Rule ${++count}`,
    triggers: [{ operator: "=", ...trigger }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions: [{ type: "add_tag", template: `done-${count}` }],
    ...more,
  });
const addRule = async (trigger: Row, more: Row = {}): Promise<{ id: string; name: string }> => {
  const { status, body } = await save(trigger, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** The first look of a rule is done by the job that its saving enqueued. */
const isWatched = async (key: string) => {
  const seeded = async () =>
    (await faro.pool.query("SELECT FROM trigger_watches WHERE key = $1 AND seeded_at IS NOT NULL", [key]))
      .rowCount;
  await expect.poll(seeded, patience).toBe(1);
};
const firedFor = async (ruleId: string): Promise<string[]> =>
  (
    await faro.pool.query("SELECT person_id FROM rule_runs WHERE rule_id = $1 AND fired ORDER BY id", [
      ruleId,
    ])
  ).rows.map(({ person_id }) => person_id);
const whyOf = async (ruleId: string, personId: string) =>
  (
    await faro.pool.query(
      "SELECT why FROM rule_runs WHERE rule_id = $1 AND person_id = $2 ORDER BY id DESC LIMIT 1",
      [ruleId, personId],
    )
  ).rows[0]?.why[0];
/** Lets an event go through everything, so that what was queued before it is done. */
const settle = async () => {
  const type = `settled_${++count}`;
  const rule = await addRule({ type: "event", value: type });
  const { id, email } = await addPerson();
  await fetch(webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type, email }),
  });
  await expect.poll(() => firedFor(rule.id), patience).toEqual([id]);
};

describe("entering and leaving a segment", () => {
  test("starts a rule for those who do, and for nobody who was in it before", async () => {
    const segment = await addSegment("hot");
    const before = await addPerson({ tags: ["hot"] });
    const enters = await addRule({ type: "segment_entered", value: segment });
    const leaves = await addRule({ type: "segment_left", value: segment });
    await isWatched(`segment:${segment}`);
    const ana = await addPerson({ tags: ["hot"] });
    await look();
    await expect.poll(() => firedFor(enters.id), patience).toEqual([ana.id]);
    expect(await whyOf(enters.id, ana.id)).toEqual({ code: "segment_entered", value: "hot" });
    await change(before.id, { tags: [] });
    await look();
    await look();
    await expect.poll(() => firedFor(leaves.id), patience).toEqual([before.id]);
    await settle();
    expect(await firedFor(enters.id)).toEqual([ana.id]);
  });

  test("is not what an edit of the segment does, nor what happens while no rule waits for it", async () => {
    const segment = await addSegment("warm");
    const rule = await addRule({ type: "segment_entered", value: segment });
    await isWatched(`segment:${segment}`);
    const cold = await addPerson({ tags: ["cold"] });
    await faro.send("PUT", `/api/views/${segment}`, {
      audience: { field: "tags", op: "has_any", value: ["warm", "cold"] },
    });
    await look();
    await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: false });
    await look();
    await addPerson({ tags: ["warm"] });
    await look();
    await faro.send("PUT", `/api/rules/${rule.id}`, { enabled: true });
    await isWatched(`segment:${segment}`);
    const ana = await addPerson({ tags: ["warm"] });
    await look();
    await expect.poll(() => firedFor(rule.id), patience).toEqual([ana.id]);
    expect(await firedFor(rule.id)).not.toContain(cold.id);
  });

  test("ends a run that is to end there, within the sequence's own waits", async () => {
    const segment = await addSegment("paid");
    const later = { type: "add_tag", template: "late", wait: { for: 5, unit: "days" } };
    const stopOn = [
      { kind: "segment", segmentId: segment, is: "entered" },
      { kind: "event", type: "Appointment_Booked" },
    ];
    const rule = await addRule(
      { type: "event", value: `asked_${count}` },
      { actions: [later], options: { stopOn } },
    );
    await isWatched(`segment:${segment}`);
    const [ana, eva, ida] = [await addPerson(), await addPerson(), await addPerson()];
    await faro.send("POST", `/api/rules/${rule.id}/start`, { personIds: [ana.id, eva.id, ida.id] });
    await change(ana.id, { tags: ["paid"] });
    await look();
    await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "appointment_booked", email: eva.email }),
    });
    const ended = async () => {
      const { body } = await faro.send("GET", `/api/runs?ruleId=${rule.id}&state=all`);
      const whyById = new Map(
        body.runs.map((run: { person: { id: string }; state: string; why: { code: string }[] }) => [
          run.person.id,
          run.state === "ended" ? run.why[0]?.code : run.state,
        ]),
      );
      return [ana, eva, ida].map(({ id }) => whyById.get(id));
    };
    await expect.poll(ended, patience).toEqual(["run_entered_segment", "run_event", "waiting"]);
    const { body } = await faro.send("GET", `/api/runs?ruleId=${rule.id}`);
    const run = await faro.send("GET", `/api/runs/${body.runs[0].id}`);
    expect(run.body.stopOn).toEqual(stopOn);
    expect((await faro.send("DELETE", `/api/views/${segment}`)).body).toMatchObject({ code: "in_use" });
  });

  test("forgets its members once no rule waits for it", async () => {
    const segment = await addSegment("brief");
    const rule = await addRule({ type: "segment_entered", value: segment });
    await isWatched(`segment:${segment}`);
    await addPerson({ tags: ["brief"] });
    await look();
    await faro.send("DELETE", `/api/rules/${rule.id}`);
    await look();
    await faro.pool.query("UPDATE trigger_watches SET looked_at = now() - interval '2 days' WHERE key = $1", [
      `segment:${segment}`,
    ]);
    await look();
    const { rows } = await faro.pool.query("SELECT FROM segment_members WHERE segment_id = $1", [segment]);
    expect(rows).toEqual([]);
  });
});

describe("a date of a person", () => {
  /** A look that goes back so many hours, as after an outage. */
  const lookBack = async (key: string, hours: number) => {
    await faro.pool.query(
      "UPDATE trigger_watches SET looked_at = now() - make_interval(hours => $2) WHERE key = $1",
      [key, hours],
    );
    await look();
  };
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const timezone = "America/Puerto_Rico";

  test("starts a rule so many days before it, once, and every year for birthdays", async () => {
    const renewal = await addRule({ type: "person_date", value: "renewal", offsetDays: -7, at: "00:00" });
    const birthday = await addRule({ type: "person_date", value: "birthday", at: "00:00", yearly: true });
    await isWatched("date:renewal:-7:00:00:once");
    await isWatched("date:birthday:0:00:00:yearly");
    const ana = await addPerson({
      timezone,
      fields: { renewal: dateIn(6), birthday: `1984${dateIn(-1).slice(4)}` },
    });
    await addPerson({ timezone, fields: { renewal: dateIn(12), birthday: `1984${dateIn(40).slice(4)}` } });
    await addPerson({ timezone, fields: { renewal: dateIn(-300) } });
    await addPerson({ timezone });
    await lookBack("date:renewal:-7:00:00:once", 60);
    await lookBack("date:birthday:0:00:00:yearly", 60);
    await look();
    await expect.poll(() => firedFor(renewal.id), patience).toEqual([ana.id]);
    await expect.poll(() => firedFor(birthday.id), patience).toEqual([ana.id]);
    expect(await whyOf(renewal.id, ana.id)).toMatchObject({
      code: "date_arrived",
      field: "renewal",
      days: -7,
    });
    await settle();
    expect(await firedFor(renewal.id)).toEqual([ana.id]);
  });

  test("that passed more than three days ago while the product was stopped starts nothing", async () => {
    const rule = await addRule({ type: "person_date", value: "renewal", offsetDays: 2, at: "12:00" });
    await isWatched("date:renewal:2:12:00:once");
    const [late, ana] = [
      await addPerson({ timezone, fields: { renewal: dateIn(-7) } }),
      await addPerson({ timezone, fields: { renewal: dateIn(-4) } }),
    ];
    await lookBack("date:renewal:2:12:00:once", 10 * 24);
    await expect.poll(() => firedFor(rule.id), patience).toEqual([ana.id]);
    await settle();
    expect(await firedFor(rule.id)).not.toContain(late.id);
  });

  test("must be one that the workspace has", async () => {
    expect((await save({ type: "person_date", value: "wedding" })).status).toBe(400);
  });
});

test("a dry run fires for those who are in the segment, or have the date", async () => {
  const segment = await addSegment("tried");
  const conditions = [{ type: "segment", field: "in", value: segment }];
  const [ana] = [await addPerson({ tags: ["tried"], fields: { renewal: "2027-05-01" } }), await addPerson()];
  await addPerson({ tags: ["tried"] });
  await addPerson();
  const fires = async (trigger: Row, more: Row = {}) => {
    const rule = { name: "Draft", triggers: [{ operator: "=", ...trigger }], conditions, ...more };
    const actions = [{ type: "add_tag", template: "x" }];
    return (await faro.send("POST", "/api/rules/dry-run", { rule: { ...rule, actions } })).body.fires;
  };
  expect(await fires({ type: "segment_entered", value: segment })).toBe(2);
  expect(await fires({ type: "segment_left", value: segment })).toBe(0);
  expect(await fires({ type: "person_date", value: "renewal" })).toBe(1);
  const rule = await addRule({ type: "person_date", value: "renewal", offsetDays: -3 }, { conditions });
  const why = (await faro.send("GET", `/api/rules/${rule.id}/people/${ana.id}`)).body.now;
  expect(why).toMatchObject({ fires: true, why: [{ code: "date_assumed", field: "renewal", days: -3 }, {}] });
});

describe("the end of a sequence", () => {
  const step = { type: "add_tag", template: "stepped" };
  const later = { ...step, wait: { for: 5, unit: "days" } };
  const startFor = (ruleId: string, ...people: { id: string }[]) =>
    faro.send("POST", `/api/rules/${ruleId}/start`, { personIds: people.map(({ id }) => id) });

  test("starts another rule, by how it ended", async () => {
    const first = await addRule({ type: "event", value: `asked_${count}` }, { actions: [step] });
    const second = await addRule({ type: "event", value: `asked_${count}` }, { actions: [later] });
    const finished = await addRule({ type: "sequence_ended", value: first.id, end: "finished" });
    const answered = await addRule({ type: "sequence_ended", value: first.id, end: "answered" });
    const stopped = await addRule({ type: "sequence_ended", value: second.id, end: "stopped" });
    const [ana, eva] = [await addPerson(), await addPerson()];
    await startFor(first.id, ana);
    await expect.poll(() => firedFor(finished.id), patience).toEqual([ana.id]);
    expect(await whyOf(finished.id, ana.id)).toEqual({
      code: "sequence_end_met",
      rule: first.name,
      end: "finished",
    });
    await startFor(second.id, eva);
    const { body } = await faro.send("GET", `/api/runs?ruleId=${second.id}`);
    await faro.send("POST", "/api/runs/change", { ids: [body.runs[0].id], change: { kind: "stop" } });
    await expect.poll(() => firedFor(stopped.id), patience).toEqual([eva.id]);
    expect(await firedFor(answered.id)).toEqual([]);
  });

  test("of the rule itself is refused, and a circle of rules ends with the limit of loops", async () => {
    const actions = [step];
    const first = await addRule({ type: "event", value: `asked_${count}` }, { actions });
    const second = await addRule({ type: "sequence_ended", value: first.id }, { actions });
    const own = { type: "sequence_ended", operator: "=", value: first.id };
    expect((await faro.send("PUT", `/api/rules/${first.id}`, { triggers: [own] })).body).toMatchObject({
      issues: [{ path: "triggers.0.value" }],
    });
    const startsItself = [{ type: "start_rule", template: first.id }];
    expect((await faro.send("PUT", `/api/rules/${first.id}`, { actions: startsItself })).body).toMatchObject({
      issues: [{ path: "actions.0.template" }],
    });
    const triggers = [{ ...own, value: second.id }];
    expect((await faro.send("PUT", `/api/rules/${first.id}`, { triggers })).status).toBe(200);
    const ana = await addPerson();
    await startFor(first.id, ana);
    const refusals = async () =>
      (
        await faro.pool.query(
          "SELECT why -> -1 ->> 'code' AS code FROM rule_runs WHERE person_id = $1 AND NOT fired",
          [ana.id],
        )
      ).rows.map(({ code }) => code);
    await expect.poll(refusals, patience).toEqual(["rule_loop"]);
    expect(await firedFor(first.id)).toHaveLength(3);
    expect(await firedFor(second.id)).toHaveLength(3);
    const { body } = await faro.send("GET", "/api/notifications");
    expect(JSON.stringify(body)).toContain("rule_loop");
  });
});
