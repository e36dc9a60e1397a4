import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noGoal } from "#domain/sequences/goal.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { createLog } from "#server/log.ts";
import { type AdvanceContext, advanceNext } from "#server/pipeline/advance/advance-runs.ts";
import { readEnabledRules } from "#server/store/automation/compiled-rules.ts";
import { insertRuns } from "#server/store/automation/rule-runs.ts";
import { insertSequenceRuns } from "#server/store/automation/sequence-runs.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { createWrite } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { type BreakPoint, workAndBreak } from "./break-connection.ts";
import { createTestDatabase } from "./database.ts";
import { isDeep } from "./deep.ts";
import { everyChannelLive } from "./fixtures/connected-channels.ts";

let connection: Awaited<ReturnType<typeof createTestDatabase>>;
let direct: Database;
const ruleId = newId();
const steps = [
  { id: "tag1", type: "add_tag", template: "begun" },
  { id: "task1", type: "add_task", template: "Call them" },
  { id: "ask1", type: "ask", template: "", onlyIf: { is: "unanswered" } },
  { id: "sms1", type: "sms", template: "Hola, ¿seguimos?", within: { step: "ask1", answer: "yes" } },
  { id: "tag2", type: "add_tag", template: "answered", within: { step: "ask1", answer: "no" } },
];

beforeAll(async () => {
  connection = await createTestDatabase();
  direct = openDatabase(connection, () => {});
  await direct.db.execute(sql`
    INSERT INTO rules (id, name, triggers, conditions, actions)
    VALUES (${ruleId}, 'Follow-up', '[]', '[]', ${JSON.stringify(steps)}::jsonb)`);
});
afterAll(() => direct.close());

const contextOf = (database: Database): AdvanceContext => ({
  database,
  write: createWrite(database.db, { insert: async () => {} }),
  clock: { now: () => Date.now() },
  log: createLog("silent"),
  hash: createAddressHash(),
  rules: () => readEnabledRules(direct.db),
  audienceReferences: () => readAudienceReferences(direct.db),
  contactRules: async (now) => ({
    ...(await readContactRules(direct.db, new Date(now).getFullYear())),
    connections: everyChannelLive,
  }),
  day: async () => ({ timezone: "America/Puerto_Rico", midnight: new Date() }),
  business: async () => ({ language: "es" }),
  personFields: async () => [],
});

/** The full dose breaks at every statement. */
const stride = isDeep ? 1 : 4;

/** Begins a run for so many new people; returns their ids. */
const beginRuns = async (count: number): Promise<string[]> => {
  const people = Array.from({ length: count }, () => newId());
  await direct.db.execute(sql`
    INSERT INTO people (id, first_name, phone)
    SELECT id, 'Ana', '+1787555' || lpad((n % 10000)::text, 4, '0')
      FROM unnest(${sql.param(people)}::uuid[]) WITH ORDINALITY AS row (id, n)`);
  const runs = people.map((personId) => ({ id: newId(), ruleId, personId }));
  const now = Date.now();
  await direct.db.transaction(async (tx) => {
    await insertRuns(
      tx,
      runs.map((run) => ({ ...run, version: 1, fired: true, why: [], causedBy: null })),
    );
    await insertSequenceRuns(
      tx,
      runs.map((run) => ({
        ...run,
        ...{ entry: "trigger", stepId: "tag1", startedAt: now - 1000, dueAt: now - 1000, goal: noGoal },
      })),
    );
  });
  return people;
};

/** What each run has done: every step once, in the order of the rule, with its one message and its one task. */
const readDone = async (people: string[]) => {
  const { rows } = await direct.db.execute<{
    done: string;
    messages: number;
    tasks: number;
    tags: string;
  }>(sql`
    SELECT (SELECT string_agg(s.step_id, ' ' ORDER BY s.position) FROM sequence_steps s WHERE s.run_id = r.id) AS done,
           (SELECT count(*)::int FROM actions a WHERE a.rule_run_id = r.id) AS messages,
           (SELECT count(*)::int FROM tasks t WHERE t.person_id = r.person_id) AS tasks,
           (SELECT array_to_string(tags, ' ') FROM people p WHERE p.id = r.person_id) AS tags
      FROM sequence_runs r WHERE r.person_id = ANY(${sql.param(people)}::uuid[]) GROUP BY r.id`);
  return rows;
};
const allDone = { done: "tag1 task1 ask1", messages: 1, tasks: 1, tags: "begun" };

const advanceAll = async (context: AdvanceContext): Promise<void> => {
  while ((await advanceNext(context)).done > 0);
};

const advanceAndBreak = (breakAt: BreakPoint | null) =>
  workAndBreak(connection, (database) => advanceAll(contextOf(database)), breakAt);

describe("runs of a sequence", () => {
  test("do each step once wherever the connection breaks, before or after a statement", async () => {
    await beginRuns(3);
    const { seen: statements } = await advanceAndBreak(null);
    expect(statements).toBeGreaterThan(10);
    for (let statement = 0; statement < statements; statement += stride)
      for (const moment of ["before", "answered"] as const) {
        const people = await beginRuns(2);
        const { result } = await advanceAndBreak({ statement, moment });
        // PostgreSQL frees the runs of a broken connection once it has noticed that it is gone.
        const goOn = async () => {
          await advanceAll(contextOf(direct));
          return readDone(people);
        };
        await expect
          .poll(goOn, { message: `${result} ${moment} statement ${statement}` })
          .toEqual([allDone, allDone]);
      }
  }, 300_000);

  test("do each step once with several workers at the same runs", async () => {
    const people = await beginRuns(600);
    const others = [openDatabase(connection, () => {}), openDatabase(connection, () => {})];
    await expect
      .poll(
        async () => {
          await Promise.all([direct, ...others].map((database) => advanceNext(contextOf(database))));
          return (await readDone(people)).filter(({ messages }) => messages === 0).length;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    expect(new Set((await readDone(people)).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify(allDone)]),
    );
    await Promise.all(others.map((other) => other.close()));
  });

  test("go on after four days in which nothing ran: what is too late is left out", async () => {
    const people = await beginRuns(1);
    await advanceAll(contextOf(direct));
    await direct.db.execute(sql`
      UPDATE actions SET status = 'held', not_before = 'infinity' WHERE person_id = ANY(${sql.param(people)}::uuid[])`);
    await direct.db.execute(sql`
      UPDATE sequence_runs SET good_until = now() - interval '1 day', due_at = now() - interval '1 day'
       WHERE person_id = ANY(${sql.param(people)}::uuid[])`);
    await advanceAll(contextOf(direct));
    const { rows } = await direct.db.execute(sql`
      SELECT r.state, r.why -> 0 ->> 'code' AS why, s.result, s.why -> 0 ->> 'code' AS "stepWhy",
             (SELECT status FROM actions a WHERE a.rule_run_id = r.id) AS action
        FROM sequence_runs r JOIN sequence_steps s ON s.run_id = r.id AND s.step_id = 'sms1'
       WHERE r.person_id = ANY(${sql.param(people)}::uuid[])`);
    expect(rows).toEqual([
      {
        state: "ended",
        why: "run_finished",
        result: "left_out",
        stepWhy: "step_too_late",
        action: "cancelled",
      },
    ]);
  });
});
