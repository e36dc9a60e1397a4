import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { channels } from "#domain/channels/channel.ts";
import { generalSettings } from "#domain/general-settings.ts";
import type { ChannelConnections } from "#domain/messages/simulation.ts";
import { systemClock } from "#server/clock.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLog } from "#server/log.ts";
import { createProfiler } from "#server/pipeline/react/profile-people.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { enqueueProfiles } from "#server/store/people/profile-queue.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { createTestDatabase } from "./database.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

describe("people whom no user has opened", () => {
  const { phone: number, timezone } = findContactableNumbers(Date.now());
  let faro: SandboxFaro;
  let hook: string;
  beforeAll(async () => {
    faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
    await allowHolidaySends(faro.send);
    hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
  });
  afterAll(() => faro?.stop());

  const submit = (body: object) =>
    fetch(hook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const findBy = async (field: string, value: string): Promise<string[]> => {
    const where = JSON.stringify({ field, op: "is_any_of", value: [value] });
    const { body } = await faro.send("GET", `/api/people?where=${encodeURIComponent(where)}`);
    return body.people.map(({ id }: { id: string }) => id);
  };
  const storedOf = async (id: string) =>
    (
      await faro.pool.query(
        `SELECT preferred_channel AS channel, best_time_to_contact AS "bestTime", next_best_action AS action,
                ai_summary AS summary FROM ai_profiles WHERE person_id = $1`,
        [id],
      )
    ).rows[0];

  test("are found by preferred channel and next action, and have best time and summary", async () => {
    const { id } = (await faro.send("POST", "/api/people", { email: "luz@example.com" })).body;
    await submit({ type: "message_received", email: "luz@example.com", message: "How much is the battery?" });
    await expect.poll(() => findBy("preferred_channel", "email"), { timeout: 180_000 }).toEqual([id]);
    const stored = await storedOf(id);
    expect(await findBy("next_action", stored.action)).toEqual([id]);
    expect(stored.bestTime).toMatch(/^(weekdays|weekend) \d+:00-\d+:00$/);
    expect(stored.summary).not.toBe("");
    const profile = (await faro.send("GET", `/api/people/${id}/profile`)).body;
    expect(profile.nextAction.kind).toBe(stored.action);
    expect(profile.preferredChannel.channel).toBe("email");
  });

  test("get them anew when their data changes and when a message was sent", async () => {
    const phone = number(1);
    const input = { email: "ana@example.com", phone, timezone, consents: { sms: true } };
    const { id } = (await faro.send("POST", "/api/people", input)).body;
    await submit({ type: "page_viewed", phone });
    await vi.waitUntil(async () => (await storedOf(id))?.channel, { timeout: 180_000 });
    const before = await storedOf(id);
    await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "sms",
      purpose: "marketing",
      text: "Hi",
    });
    await expect
      .poll(async () => (await storedOf(id)).summary, { timeout: 180_000 })
      .not.toBe(before.summary);
    await faro.send("PUT", `/api/people/${id}`, { phone: null });
    await expect.poll(async () => (await storedOf(id)).channel, { timeout: 180_000 }).toBe("email");
  });
});

describe("the queue of profiles", () => {
  let database: Database;
  let statements = 0;
  beforeAll(async () => {
    const opened = openDatabase(await createTestDatabase(), () => {});
    const db = drizzle(opened.pool, { logger: { logQuery: () => statements++ } });
    database = { ...opened, db };
  });
  afterAll(() => database.close());

  const liveConnections = Object.fromEntries(
    channels.map((channel) => [channel, "live"]),
  ) as ChannelConnections;
  const settings = generalSettings.parse({});
  const createNext = (onCompute: () => Promise<void> = async () => {}) =>
    createProfiler({
      database,
      write: createWrite(database.db, { insert: async () => {} }),
      clock: systemClock,
      general: async () => settings,
      contactRules: async (now) => {
        await onCompute();
        return {
          ...(await readContactRules(database.db, new Date(now).getUTCFullYear())),
          connections: liveConnections,
        };
      },
      hash: (address) => createHash("sha256").update(address).digest(),
      log: createLog("silent"),
    });
  const addScored = async (count: number): Promise<string[]> => {
    const { rows } = await database.pool.query<{ id: string }>(
      `WITH added AS (INSERT INTO people (first_name, email)
         SELECT 'P', 'p' || n || '@example.com' FROM generate_series(1, $1::int) n RETURNING id)
       INSERT INTO ai_profiles (person_id) SELECT id FROM added RETURNING person_id AS id`,
      [count],
    );
    return rows.map(({ id }) => id);
  };
  const countQueued = async () =>
    (await database.pool.query("SELECT count(*)::int AS n FROM profile_queue")).rows[0].n;

  test("is worked off page by page with the same number of statements for each", async () => {
    const ids = await addScored(250);
    await database.db.transaction((tx) => enqueueProfiles(tx, ids));
    const next = createNext();
    const counts: number[] = [];
    for (let page = 0; page < 3; page++) {
      const before = statements;
      const { done } = await next();
      counts.push(statements - before);
      expect(done).toBe(page === 2 ? 50 : 100);
    }
    expect(counts).toEqual([counts[0], counts[0], counts[0]]);
    // Four of them read the contact rules, which the product keeps until they change.
    expect(counts[0]).toBeLessThan(23);
    expect(await countQueued()).toBe(0);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS n FROM ai_profiles WHERE next_best_action IS NOT NULL",
    );
    expect(rows[0].n).toBe(250);
  });

  test("is worked off although the profile of one person cannot be stored", async () => {
    const ids = await addScored(5);
    await database.db.transaction((tx) => enqueueProfiles(tx, ids));
    await database.pool.query(`
      CREATE FUNCTION broken_profile() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'broken'; END $$;
      CREATE TRIGGER broken_profile BEFORE UPDATE ON ai_profiles FOR EACH ROW
        WHEN (NEW.person_id = '${ids[2]}') EXECUTE FUNCTION broken_profile()`);
    try {
      await createNext()();
    } finally {
      await database.pool.query("DROP TRIGGER broken_profile ON ai_profiles; DROP FUNCTION broken_profile()");
    }
    expect(await countQueued()).toBe(0);
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT person_id AS id FROM ai_profiles WHERE person_id = ANY($1) AND next_best_action IS NOT NULL",
      [ids],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== ids[2]).toSorted());
  });

  test("keeps a person who was queued again while they were computed", async () => {
    const [id = ""] = await addScored(1);
    const enqueue = () => database.db.transaction((tx) => enqueueProfiles(tx, [id]));
    await enqueue();
    let isFirst = true;
    const next = createNext(async () => {
      if (isFirst) await enqueue();
      isFirst = false;
    });
    await next();
    expect(await countQueued()).toBe(1);
    await next();
    expect(await countQueued()).toBe(0);
  });
});
