import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { broadcastInput } from "#domain/broadcasts/broadcast.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLog } from "#server/log.ts";
import { type BroadcastContext, workOnBroadcasts } from "#server/pipeline/broadcast/work-broadcasts.ts";
import { insertBroadcastRule } from "#server/store/automation/rules.ts";
import { insertBroadcast, updateBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { createWrite } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { type BreakPoint, workAndBreak } from "./break-connection.ts";
import { createTestDatabase } from "./database.ts";
import { isDeep } from "./deep.ts";
import { everyChannelLive } from "./fixtures/connected-channels.ts";

let connection: Awaited<ReturnType<typeof createTestDatabase>>;
let direct: Database;
beforeAll(async () => {
  connection = await createTestDatabase();
  direct = openDatabase(connection, () => {});
});
afterAll(() => direct.close());

const contextOf = (database: Database): BroadcastContext => ({
  database,
  write: createWrite(database.db, { insert: async () => {} }),
  clock: { now: () => Date.now() },
  log: createLog("silent"),
  hash: createAddressHash(),
  contactRules: async (now) => ({
    ...(await readContactRules(direct.db, new Date(now).getFullYear())),
    connections: everyChannelLive,
  }),
  day: async () => ({ timezone: "America/Puerto_Rico", midnight: new Date() }),
  business: async () => ({ values: {}, language: "es" }),
  personFields: async () => [],
  linkOrigin: null,
});

/** The full dose breaks at every statement. */
const stride = isDeep ? 1 : 7;

let count = 0;
/** A broadcast of a tag to so many people, whose check begins now. */
const beginCheck = async (people: number): Promise<{ id: string; tag: string }> => {
  const tag = `town-${++count}`;
  await direct.db.execute(sql`
    INSERT INTO people (id, first_name, phone, tags)
    SELECT uuid_v7(), 'Ana', '+1787' || (5000000 + ${count * 3000} + n)::text, ARRAY[${tag}::text]
      FROM generate_series(1, ${people}) n`);
  // Whoever wrote lately may be answered.
  await direct.db.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at)
    SELECT id, 'sms', now() FROM people WHERE tags = ARRAY[${tag}::text]`);
  const definition = broadcastInput.parse({
    ...{ name: tag, purpose: "service", guard: false },
    audience: { field: "tags", op: "has_any", value: [tag] },
    actions: [{ type: "sms", template: "Hola {{first_name}}" }],
  });
  return direct.db.transaction(async (tx) => {
    const actions = [{ type: "sms" as const, template: "Hola {{first_name}}", id: "sms1" }];
    const id = await insertBroadcastRule(tx, { name: tag, actions, options: { stopWhen: [] } });
    await insertBroadcast(tx, id, definition, null);
    const now = Date.now();
    await updateBroadcast(tx, id, { state: "checking", checkNumber: 1, checkedAt: now, dueAt: now - 1000 });
    return { id, tag };
  });
};

/** As the start does after the check. */
const schedule = (id: string) =>
  direct.db.transaction((tx) => updateBroadcast(tx, id, { state: "scheduled", dueAt: Date.now() - 1000 }));

const workOff = async (database: Database): Promise<void> => {
  while ((await workOnBroadcasts(contextOf(database))).done > 0);
};
const rest = sql`UPDATE broadcasts SET due_at = NULL`;

const readState = async (id: string): Promise<string | undefined> =>
  (await direct.db.execute<{ state: string }>(sql`SELECT state FROM broadcasts WHERE id = ${id}`)).rows[0]
    ?.state;

/** What was made of each person: the rows of the check and the runs. */
const readMade = async (id: string, tag: string) => {
  const { rows } = await direct.db.execute<{
    checked: number;
    places: number;
    runs: number;
    begun: number;
  }>(sql`
    SELECT (SELECT count(*)::int FROM broadcast_people b WHERE b.broadcast_id = ${id} AND b.person_id = p.id) AS checked,
           (SELECT count(DISTINCT place)::int FROM broadcast_people b WHERE b.broadcast_id = ${id}) AS places,
           (SELECT count(*)::int FROM sequence_runs r WHERE r.rule_id = ${id} AND r.person_id = p.id) AS runs,
           (SELECT begun FROM broadcasts WHERE id = ${id}) AS begun
      FROM people p WHERE p.tags = ARRAY[${tag}::text]`);
  return rows;
};

describe("a broadcast", () => {
  test("checks and begins everybody once wherever the connection breaks, before or after a statement", async () => {
    const steps = ["check", "send"] as const;
    const run = async (breakAt: BreakPoint | null, breakIn: (typeof steps)[number]) => {
      await direct.db.execute(rest);
      const { id, tag } = await beginCheck(3);
      const work = (at: BreakPoint | null) => workAndBreak(connection, workOff, at);
      const checked = await work(breakIn === "check" ? breakAt : null);
      // PostgreSQL frees the broadcast of a broken connection once it has noticed that it is gone.
      const endCheck = async () => {
        await workOff(direct);
        return readState(id);
      };
      await expect.poll(endCheck).toBe("checked");
      await schedule(id);
      const sent = await work(breakIn === "send" ? breakAt : null);
      const goOn = async () => {
        await direct.db.execute(
          sql`UPDATE broadcasts SET due_at = now() - interval '1 second' WHERE id = ${id} AND due_at IS NOT NULL`,
        );
        await workOff(direct);
        return readMade(id, tag);
      };
      await expect
        .poll(goOn, { message: `${breakIn} ${JSON.stringify(breakAt)}` })
        .toEqual(Array(3).fill({ checked: 1, places: 3, runs: 1, begun: 3 }));
      return { check: checked, send: sent };
    };
    for (const step of steps) {
      const { [step]: whole } = await run(null, step);
      expect(whole.seen).toBeGreaterThan(10);
      for (let statement = 0; statement < whole.seen; statement += stride)
        for (const moment of ["before", "answered"] as const) await run({ statement, moment }, step);
    }
  });

  test("is checked and begun once with several workers at it", async () => {
    await direct.db.execute(rest);
    const { id, tag } = await beginCheck(1200);
    const databases = Array.from({ length: 3 }, () => openDatabase(connection, () => {}));
    await Promise.all(databases.map(workOff));
    const { rows } = await direct.db.execute<{ state: string; counted: Record<string, number> }>(
      sql`SELECT state, counted FROM broadcasts WHERE id = ${id}`,
    );
    expect(rows).toMatchObject([{ state: "checked", counted: { people: 1200, looked: 1200 } }]);
    await schedule(id);
    await Promise.all(databases.map(workOff));
    await workOff(direct);
    const made = await readMade(id, tag);
    expect(made).toHaveLength(1200);
    expect(new Set(made.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ checked: 1, places: 1200, runs: 1, begun: 1200 })]),
    );
    await Promise.all(databases.map((database) => database.close()));
  });
});
