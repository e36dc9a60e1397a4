import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOfDay } from "#domain/day.ts";
import { findPii } from "#domain/pii/find-pii.ts";
import { createAuditRow, system } from "#server/audit/entry.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { clearDemo } from "#server/demo/demo-mode.ts";
import { loadDemo } from "#server/demo/load-demo.ts";
import { seedTemplates } from "#server/store/delivery/templates.ts";
import {
  readChannels,
  readFunnel,
  readNewestChangeTime,
  readStats,
} from "#server/store/workspace/dashboard.ts";
import { dashboardPeriods } from "#server/store/workspace/day.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase } from "./database.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";

const zone = "America/New_York";
const silent = () => {};

const fresh = async (): Promise<Database> => openDatabase(await createTestDatabase(), silent);

const one = async (database: Database, text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows[0];

/** Midnight and "this time yesterday" computed by PostgreSQL, independently of the loader. */
const moments = `WITH clock AS (
  SELECT $1::timestamptz AS now, date_trunc('day', $1::timestamptz AT TIME ZONE '${zone}') AT TIME ZONE '${zone}' AS midnight,
         (date_trunc('day', $1::timestamptz AT TIME ZONE '${zone}') - interval '1 day') AT TIME ZONE '${zone}' AS yesterday,
         (($1::timestamptz AT TIME ZONE '${zone}') - interval '1 day') AT TIME ZONE '${zone}' AS same_time)`;

const good = "('sent', 'delivered', 'read')";

const instants = [
  ["at midday, a day after the clocks went back", "2026-11-02T17:20:07.123Z"],
  ["three minutes after midnight", "2026-06-18T04:03:00Z"],
  ["half a minute after midnight", "2026-06-18T04:00:30Z"],
  ["five minutes before midnight", "2026-06-18T03:55:00Z"],
  ["right after the clocks went forward", "2026-03-08T07:10:00Z"],
  ["right after the clocks went back", "2026-11-01T06:30:00Z"],
] as const;

describe.each(instants)("the demo loaded %s", (_when, instant) => {
  const now = new Date(instant);
  const midnight = new Date(startOfDay(now.getTime(), zone));
  let database: Database;
  beforeAll(async () => {
    database = await fresh();
    const admin = createAuditRow(
      { eventType: "data_change", entityType: "user", entityId: "1", description: "The first administrator" },
      system,
      new Date(now.getTime() - 1),
    );
    await database.pool.query("SELECT audit_append($1)", [JSON.stringify([admin])]);
    expect(await loadDemo(database, now, silent)).toBe(true);
  });
  afterAll(() => database.close());

  test("has the people of the design, in its stages", async () => {
    expect(
      await one(
        database,
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE type = 'lead')::int AS leads, count(*) FILTER (WHERE type = 'customer')::int AS customers,
                count(*) FILTER (WHERE type = 'lead' AND stage_reached >= 1)::int AS qualified,
                count(*) FILTER (WHERE type = 'lead' AND stage_reached >= 2)::int AS contacted,
                count(*) FILTER (WHERE type = 'lead' AND stage_reached >= 3)::int AS converted,
                count(*) FILTER (WHERE type = 'lead' AND converted_at IS NULL)::int AS active,
                count(*) FILTER (WHERE type = 'lead' AND created_at <= $1::timestamptz - interval '7 days'
                                   AND (converted_at IS NULL OR converted_at > $1::timestamptz - interval '7 days'))::int AS active_before,
                count(DISTINCT phone)::int - count(phone)::int AS same_phones,
                count(DISTINCT email)::int - count(email)::int AS same_emails,
                count(*) FILTER (WHERE phone !~ '^\\+1[2-9]\\d\\d55501\\d\\d$' OR email !~ '@example\\.(com|org|net)$')::int AS reachable_for_real,
                count(*) FILTER (WHERE phone IS NULL AND email IS NULL)::int AS lost,
                count(*) FILTER (WHERE created_at > updated_at OR converted_at < created_at OR updated_at > $1 OR converted_at > $1)::int AS impossible
           FROM people`,
        [now],
      ),
    ).toEqual({
      all: 2247,
      leads: 1847,
      customers: 400,
      qualified: 892,
      contacted: 456,
      converted: 127,
      active: 1720,
      active_before: 1590,
      same_phones: 0,
      same_emails: 0,
      reachable_for_real: 0,
      lost: 0,
      impossible: 0,
    });
  });

  test("has today's events and yesterday's until this time, stable for two hours", async () => {
    const counted = await one(
      database,
      `${moments} SELECT
         count(*) FILTER (WHERE created_at >= midnight)::int AS today,
         count(*) FILTER (WHERE created_at >= midnight AND created_at > CASE WHEN now - midnight >= interval '2 minutes' THEN now - interval '2 minutes' ELSE now - (now - midnight) / 2 END)::int AS too_late,
         count(*) FILTER (WHERE created_at >= yesterday AND created_at < same_time)::int AS yesterday,
         count(*) FILTER (WHERE created_at >= yesterday AND created_at < now - interval '24 hours')::int AS day_before,
         count(*) FILTER (WHERE created_at >= yesterday AND created_at < least(midnight, greatest(same_time, now - interval '24 hours') + interval '2 hours'))::int AS soon,
         count(*)::int AS all, min(created_at) > now - interval '91 days' AND min(created_at) < now - interval '88 days' AS long
       FROM events, clock GROUP BY now`,
      [now],
    );
    expect(counted).toMatchObject({
      today: 2847,
      too_late: 0,
      yesterday: 2531,
      day_before: 2531,
      soon: 2531,
      long: true,
    });
    expect(counted.all).toBeGreaterThan(95_000);
    expect(counted.all).toBeLessThan(150_000);
  });

  test("has today's actions with channels and results", async () => {
    expect(
      await one(
        database,
        `${moments} SELECT count(*)::int AS all, count(*) FILTER (WHERE type = 'sms')::int AS sms, count(*) FILTER (WHERE type = 'whatsapp')::int AS whatsapp,
           count(*) FILTER (WHERE type IN ('call', 'voice_agent'))::int AS voice, count(*) FILTER (WHERE actions.status IN ${good})::int AS succeeded,
           count(*) FILTER (WHERE status = 'blocked')::int AS blocked,
           count(*) FILTER (WHERE status = 'blocked' AND result -> 'reason' ->> 'code' = 'quiet_hours')::int AS quiet,
           count(*) FILTER (WHERE created_at > now)::int AS future
         FROM actions, clock WHERE created_at >= midnight`,
        [now],
      ),
    ).toEqual({
      all: 779,
      sms: 456,
      whatsapp: 234,
      voice: 89,
      succeeded: 569,
      blocked: 89,
      quiet: 89,
      future: 0,
    });
  });

  test("has today's cost and yesterday's until this time, to the cent", async () => {
    expect(
      await one(
        database,
        `${moments} SELECT sum(cost) FILTER (WHERE created_at >= midnight)::text AS today,
           sum(cost) FILTER (WHERE created_at >= yesterday AND created_at < same_time)::text AS yesterday,
           min(cost) > 0 AS paid
         FROM usage, clock`,
        [now],
      ),
    ).toEqual({ today: "48.120000", yesterday: "50.710000", paid: true });
  });

  test("has the profiles, consents, quiet hours and calls of the design", async () => {
    expect(
      await one(
        database,
        `SELECT round(avg(intent_score))::int AS intent, round(avg(propensity_to_buy))::int AS propensity, round(avg(churn_risk))::int AS churn,
                min(least(intent_score, propensity_to_buy, churn_risk)) >= 0 AND max(greatest(intent_score, propensity_to_buy, churn_risk)) <= 100 AS bounded,
                count(*) < 2247 AS not_everybody, stddev(intent_score) > 8 AND stddev(churn_risk) > 6 AS spread FROM ai_profiles`,
      ),
    ).toEqual({ intent: 78, propensity: 65, churn: 23, bounded: true, not_everybody: true, spread: true });
    expect(
      await one(
        database,
        `SELECT count(*) FILTER (WHERE consents @> '{"sms": true}')::int AS sms, count(*) FILTER (WHERE consents @> '{"email": true}')::int AS email,
                count(*) FILTER (WHERE consents @> '{"call": true}')::int AS call, count(*) FILTER (WHERE consents @> '{"dnc": true}')::int AS dnc,
                count(*) FILTER (WHERE phone IS NULL AND (consents @> '{"sms": true}' OR consents @> '{"call": true}'))::int AS without_phone FROM people`,
      ),
    ).toEqual({ sms: 1247, email: 1892, call: 856, dnc: 23, without_phone: 0 });
    expect(
      await one(
        database,
        `SELECT count(*)::int AS rules, count(DISTINCT timezone)::int AS zones, count(source)::int AS sourced FROM quiet_hours WHERE active`,
      ),
    ).toEqual({ rules: 12, zones: 8, sourced: 12 });
    expect(
      await one(
        database,
        `${moments} SELECT count(*)::int AS calls, avg(duration)::float8 AS seconds, min(duration) > 10 AS spoken,
           count(*) FILTER (WHERE (metadata ->> 'handoff')::boolean)::int AS handoffs,
           count(*) FILTER (WHERE outcome IN ('interested', 'follow_up', 'converted'))::int AS good,
           count(DISTINCT type)::int AS types, bool_or(metadata ? 'turns') AS turns, bool_or(metadata ? 'audioBase64') AS sound
         FROM calls, clock WHERE created_at >= midnight AND created_at <= now`,
        [now],
      ),
    ).toEqual({
      calls: 89,
      seconds: 222,
      spoken: true,
      handoffs: 23,
      good: 66,
      types: 4,
      turns: true,
      sound: true,
    });
  });

  test("has three unread notifications and a day of audit entries in an unbroken chain", async () => {
    const { rows } = await database.pool.query("SELECT kind, params, link FROM notifications ORDER BY kind");
    expect(rows).toMatchObject([
      { kind: "endpoint_failing", params: { endpoint: "Partner referral API" }, link: "/endpoints" },
      { kind: "handoff_asked", params: { person: expect.stringMatching(/\w/) } },
      { kind: "send_unknown", params: { person: expect.stringMatching(/\w/), channel: "SMS" } },
    ]);
    expect(
      await one(
        database,
        `${moments} SELECT count(*)::int AS all, count(*) FILTER (WHERE event_type = 'data_change')::int AS changes,
           count(*) FILTER (WHERE event_type = 'failed_action')::int AS failed, count(*) FILTER (WHERE event_type = 'failed_action' AND status = 'failure')::int AS failures
         FROM audit_logs, clock WHERE created_at >= midnight AND created_at <= now AND event_type IN ('data_change', 'settings_update', 'failed_action')`,
        [now],
      ),
    ).toEqual({ all: 2147, changes: 134, failed: 7, failures: 7 });
    const keyring = await openKeyring("/nowhere", "ab".repeat(32));
    expect(await verifyAudit(database.pool, keyring, [])).toMatchObject({ ok: true, rows: 2147 });
  });

  test("gives the same figures through the product's queries, and its newest change is two minutes old", async () => {
    const stats = await readStats(database.pool, dashboardPeriods(zone, now.getTime()));
    expect(stats).toMatchObject({
      eventsToday: 2847,
      activeLeads: 1720,
      actionsToday: 779,
      totalCost: 48.12,
      eventsChange: 12.5,
      leadsChange: 8.2,
      actionsSucceeded: 73,
      costChange: -5.1,
    });
    const later = await readStats(database.pool, dashboardPeriods(zone, now.getTime() + 60_000));
    expect(later).toMatchObject({ eventsChange: 12.5, leadsChange: 8.2, costChange: -5.1 });
    expect(await readChannels(database.pool, midnight)).toEqual([
      { channel: "sms", count: 456 },
      { channel: "whatsapp", count: 234 },
      { channel: "voice", count: 89 },
    ]);
    expect((await readFunnel(database.pool)).map(({ count }) => count)).toEqual([1847, 892, 456, 127]);
    const newest = await readNewestChangeTime(database.pool);
    const justPastMidnight = now.getTime() - midnight.getTime() < 120_000;
    expect(now.getTime() - (newest?.getTime() ?? 0)).toBe(justPastMidnight ? 15_000 : 120_000);
  });

  test("has counters equal to a recount", async () => {
    const wrong = await database.pool.query(
      `WITH recounted AS (
         SELECT 'events' AS metric, endpoint_id::text AS dimension, date_trunc('hour', created_at) AS hour, count(*) AS count, 0::numeric AS amount FROM events GROUP BY 1, 2, 3
         UNION ALL SELECT 'events_pii', endpoint_id::text, date_trunc('hour', created_at), count(*), 0 FROM events WHERE pii_detected GROUP BY 1, 2, 3
         UNION ALL SELECT 'actions', type || ':' || status, date_trunc('hour', created_at), count(*), 0 FROM actions GROUP BY 1, 2, 3
         UNION ALL SELECT 'usage', service, date_trunc('hour', created_at), count(*), sum(cost) FROM usage GROUP BY 1, 2, 3
         UNION ALL SELECT 'people', type || ':' || status, timestamptz 'epoch', count(*), 0 FROM people GROUP BY 1, 2, 3
         UNION ALL SELECT 'reached', type || ':' || stage_reached, timestamptz 'epoch', count(*), 0 FROM people GROUP BY 1, 2, 3
         UNION ALL SELECT 'consents', key, timestamptz 'epoch', count(*), 0 FROM people, jsonb_each(consents) WHERE value = 'true' GROUP BY 1, 2, 3
         UNION ALL SELECT 'active_leads', '', hour, sum(n), 0 FROM (
           SELECT date_trunc('hour', created_at) AS hour, 1 AS n FROM people WHERE type = 'lead'
           UNION ALL SELECT date_trunc('hour', converted_at), -1 FROM people WHERE type = 'lead' AND converted_at IS NOT NULL) x GROUP BY hour
       ), counted AS (SELECT metric, dimension, hour, sum(count) AS count, sum(amount) AS amount FROM counters GROUP BY 1, 2, 3)
       SELECT * FROM recounted FULL JOIN counted USING (metric, dimension, hour)
        WHERE coalesce(recounted.count, 0) <> coalesce(counted.count, 0) OR coalesce(recounted.amount, 0) <> coalesce(counted.amount, 0)`,
    );
    expect(wrong.rows).toEqual([]);
  });
});

describe("the demo workspace", () => {
  const noon = new Date("2026-06-17T16:00:00Z");
  let database: Database;
  beforeAll(async () => {
    database = await fresh();
  });
  afterAll(() => database.close());

  const names = async (from: Database) =>
    (
      await from.pool.query(
        "SELECT first_name, last_name, email, phone, consents FROM people ORDER BY email, phone",
      )
    ).rows;

  test("is loaded once by two concurrent starts, and not again by a later one", async () => {
    const loaded = await Promise.all([loadDemo(database, noon, silent), loadDemo(database, noon, silent)]);
    expect(loaded.sort()).toEqual([false, true]);
    expect(await loadDemo(database, new Date(), silent)).toBe(false);
    expect(await one(database, "SELECT count(*)::int AS n FROM people")).toEqual({ n: 2247 });
  });

  test("has the same people whenever it is loaded, but a new token for each webhook", async () => {
    const other = await fresh();
    try {
      await loadDemo(other, new Date("2026-11-02T15:20:00Z"), silent);
      expect(await names(other)).toEqual(await names(database));
      const tokens = async (from: Database) =>
        (await from.pool.query("SELECT hook_token FROM endpoints WHERE hook_token IS NOT NULL")).rows.map(
          (row) => row.hook_token,
        );
      const ownTokens = await tokens(database);
      expect(ownTokens).toHaveLength(5);
      expect((await tokens(other)).filter((token) => ownTokens.includes(token))).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test("leaves indexes and foreign keys as the migrations created them", async () => {
    const shape = async (from: Database) =>
      (
        await from.pool.query(
          `SELECT pg_get_indexdef(indexrelid) AS it FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace
           UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
        )
      ).rows;
    const untouched = await fresh();
    expect(await shape(database)).toEqual(await shape(untouched));
    await untouched.close();
  });

  test("flags an event exactly when it holds personal data", async () => {
    const { rows } = await database.pool.query(
      "SELECT DISTINCT ON (event_type) event_type, raw_data, pii_detected FROM events ORDER BY event_type, id",
    );
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => findPii(row.raw_data).length > 0 !== row.pii_detected)).toEqual([]);
  });

  test("counts a rule's runs as its actions do", async () => {
    const { rows } = await database.pool.query(
      `SELECT name, execution_count, (SELECT count(*)::int FROM actions WHERE rule_id = rules.id) AS executions,
              success_count, (SELECT count(*)::int FROM actions WHERE rule_id = rules.id AND status IN ${good}) AS successes FROM rules`,
    );
    expect(rows).toHaveLength(7);
    for (const row of rows)
      expect([row.execution_count, row.success_count]).toEqual([row.executions, row.successes]);
  });

  test("has every template that its rules name, in both languages, and each rule's first version", async () => {
    await seedTemplates(database.db);
    const { rows } = await database.pool.query(
      `SELECT r.name, a ->> 'template' AS template,
              (SELECT count(*)::int FROM message_templates t WHERE t.name = a ->> 'template' AND t.channel = a ->> 'type') AS wordings,
              (SELECT count(*)::int FROM rule_versions v WHERE v.rule_id = r.id AND v.version = r.version) AS versions
         FROM rules r, jsonb_array_elements(r.actions) a`,
    );
    expect(rows).toHaveLength(7);
    for (const row of rows) expect(row).toMatchObject({ wordings: 2, versions: 1 });
  });

  test("is not loaded into a workspace that holds data", async () => {
    const things = [
      "INSERT INTO people (first_name) VALUES ('Ana')",
      "INSERT INTO endpoints (name, type) VALUES ('Form', 'webhook')",
      `INSERT INTO rules (name, triggers, conditions, actions) VALUES ('r', '[]', '[]', '[]')`,
      "INSERT INTO scripts (name, use_case, content) VALUES ('s', 'support', 'Hi')",
      "INSERT INTO api_keys (service, key_name, key_value) VALUES ('n8n', 'apiKey', 'sealed')",
    ];
    for (const thing of things) {
      const filled = await fresh();
      await filled.pool.query(thing);
      expect(await loadDemo(filled, noon, silent)).toBe(false);
      expect(await one(filled, "SELECT count(*)::int AS n FROM events")).toEqual({ n: 0 });
      await filled.close();
    }
  });

  test("leaves no rows when loading fails", async () => {
    const broken = await fresh();
    await broken.pool.query("ALTER TABLE notifications ADD CHECK (kind <> 'send_unknown')");
    await expect(loadDemo(broken, noon, silent)).rejects.toThrow();
    expect(
      await one(
        broken,
        "SELECT (SELECT count(*) FROM people)::int + (SELECT count(*) FROM counters)::int AS n",
      ),
    ).toEqual({ n: 0 });
    await broken.close();
  });

  test("can be emptied once; what is added afterwards is safe, and the demo never returns", async () => {
    expect(await database.db.transaction(clearDemo)).toBe(true);
    const { rows } = await database.pool.query(
      `SELECT * FROM (${"people ai_profiles timeline actions calls events endpoints rules scripts notifications usage quiet_hours counters rule_versions"
        .split(" ")
        .map((table) => `SELECT '${table}' AS name, count(*)::int AS n FROM ${table}`)
        .join(" UNION ALL ")}) counted WHERE n > 0`,
    );
    expect(rows).toEqual([]);
    // The default templates stay, without the simulator's approval.
    expect(
      await one(
        database,
        "SELECT bool_or(name = 'battery_offer') AS demo, bool_or(name = 'high_intent') AS own, count(approved_name)::int AS approved FROM message_templates",
      ),
    ).toEqual({ demo: false, own: true, approved: 0 });
    await database.pool.query("INSERT INTO people (first_name, status) VALUES ('Ana', 'qualified')");
    expect((await readFunnel(database.pool)).map(({ count }) => count)).toEqual([1, 1, 0, 0]);
    expect(await database.db.transaction(clearDemo)).toBe(false);
    expect(await one(database, "SELECT count(*)::int AS n FROM people")).toEqual({ n: 1 });
    await database.pool.query("DELETE FROM people");
    expect(await loadDemo(database, noon, silent)).toBe(false);
  });
});

describe("leaving the demo", () => {
  let faro: TestFaro;
  beforeAll(async () => {
    faro = await startTestFaro();
    const database = openDatabase(faro.connection, silent);
    expect(await loadDemo(database, new Date(), silent)).toBe(true);
    await database.close();
  });
  afterAll(() => faro.stop());

  test("is for administrators; it keeps team, settings and audit log, and updates all open screens", async () => {
    const [admin, operator] = [await faro.signedIn("admin"), await faro.signedIn("operator")];
    await admin.send("POST", "/api/api-keys/general", { locale: "es-PR" });
    expect((await operator.send("GET", "/api/status")).body).toMatchObject({ demo: true });
    expect((await operator.send("GET", "/api/notifications")).body).toMatchObject({ unread: 3 });
    expect((await operator.send("POST", "/api/workspace/empty", { confirm: true })).status).toBe(403);
    expect((await admin.send("POST", "/api/workspace/empty", {})).status).toBe(400);
    expect((await admin.send("GET", "/api/people?limit=1")).body).toMatchObject({ total: 2247 });
    expect(await admin.send("POST", "/api/workspace/empty", { confirm: true })).toMatchObject({
      status: 200,
    });
    expect((await admin.send("GET", "/api/status")).body).toMatchObject({ demo: false });
    expect((await admin.send("GET", "/api/people")).body).toMatchObject({ total: 0, people: [] });
    expect((await admin.send("GET", "/api/notifications")).body).toMatchObject({ unread: 0 });
    expect((await admin.send("GET", "/api/users")).body.length).toBeGreaterThanOrEqual(3);
    const { rows } = await faro.pool.query(
      "SELECT description, user_id IS NOT NULL AS by_someone FROM audit_logs ORDER BY seq DESC LIMIT 1",
    );
    expect(rows).toEqual([
      { description: "Deleted the sample data of the demo workspace", by_someone: true },
    ]);
    const again = await admin.send("POST", "/api/workspace/empty", { confirm: true });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});
