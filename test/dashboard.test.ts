import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changePercent, sharePercent } from "#domain/percentages.ts";
import { readChannels, readFunnel, readStats } from "#server/store/workspace/dashboard.ts";
import { dashboardPeriods, startOfLastDays } from "#server/store/workspace/day.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  viewer = await faro.signedIn("viewer");
});
afterAll(() => faro.stop());

const get = async (path: string) => (await viewer.send("GET", path)).body;
const one = async (text: string, values: unknown[]) => (await faro.pool.query(text, values)).rows[0];

describe("an empty workspace", () => {
  test("shows zeros and no comparison", async () => {
    const week = [0, 0, 0, 0, 0, 0, 0];
    expect(await get("/api/dashboard/stats")).toEqual({
      eventsToday: 0,
      activeLeads: 0,
      actionsToday: 0,
      simulatedToday: 0,
      totalCost: 0,
      eventsChange: null,
      leadsChange: null,
      actionsSucceeded: null,
      costChange: null,
      sparks: { events: week, leads: week, actions: week, cost: week },
    });
    expect(await get("/api/dashboard/channels")).toEqual([
      { channel: "sms", count: 0 },
      { channel: "whatsapp", count: 0 },
      { channel: "voice", count: 0 },
    ]);
    expect((await get("/api/dashboard/funnel")).map((stage: { count: number }) => stage.count)).toEqual([
      0, 0, 0, 0,
    ]);
    expect(await get("/api/dashboard/activity")).toEqual([]);
  });
});

/** Random changes to rows of all kinds in the days before `now`. */
const changeRandomly = async (now: string) => {
  const back = (days: number) => `$1::timestamptz - random() * interval '${days} days'`;
  const stages = "(ARRAY['new','qualified','contacted','converted'])[1 + floor(random() * 4)::int]";
  const statuses =
    "(ARRAY['pending','sent','simulated','delivered','read','failed','blocked','unknown'])[1 + floor(random() * 8)::int]";
  const types = "(ARRAY['sms','whatsapp','call','voice_agent','email'])[1 + floor(random() * 5)::int]";
  const statements = [
    `INSERT INTO endpoints (name, type, created_at) VALUES ('a', 'webhook', $1)`,
    `INSERT INTO people (type, status, created_at, converted_at)
       SELECT (ARRAY['lead','lead','customer'])[1 + floor(random() * 3)::int], ${stages}, ${back(30)}, ${back(8)} FROM generate_series(1, 300)`,
    `UPDATE people SET status = ${stages} WHERE random() < 0.3 AND created_at < $1`,
    `INSERT INTO events (endpoint_id, raw_data, created_at)
       SELECT (SELECT id FROM endpoints LIMIT 1), '{}', ${back(9)} FROM generate_series(1, 3000)`,
    `INSERT INTO actions (not_before, person_id, type, status, created_at)
       SELECT 'infinity', id, ${types}, ${statuses}, ${back(32)} FROM people, generate_series(1, 4) WHERE created_at < $1`,
    `UPDATE actions SET status = ${statuses} WHERE random() < 0.4 AND created_at < $1`,
    `INSERT INTO usage (service, kind, ok, latency_ms, cost, created_at)
       SELECT 'openai', 'llm', true, 10, (random() * 3)::numeric(14,6), ${back(9)} FROM generate_series(1, 1000)`,
    "DELETE FROM people WHERE random() < 0.1 AND created_at < $1",
    "DELETE FROM events WHERE random() < 0.2 AND created_at < $1",
  ];
  for (const statement of statements) await faro.pool.query(statement, [now]);
};

/** The same figures counted from the tables, with days computed by PostgreSQL. */
const recount = async (zone: string, now: string) => {
  const days = await one(
    `SELECT local, (local - interval '1 day') AT TIME ZONE $2 AS yesterday_now,
            date_trunc('day', local - interval '1 day') AT TIME ZONE $2 AS yesterday,
            date_trunc('hour', (local - interval '7 days') AT TIME ZONE $2) AS week_ago,
            ARRAY(SELECT (date_trunc('day', local) - n * interval '1 day') AT TIME ZONE $2 FROM generate_series(6, -1, -1) n) AS bounds
       FROM (SELECT $1::timestamptz AT TIME ZONE $2 AS local) x`,
    [now, zone],
  );
  const within = "created_at >= $1 AND created_at < $2";
  const perDay = (what: string, table: string) =>
    Promise.all(
      days.bounds
        .slice(0, 7)
        .map(
          async (from: Date, index: number) =>
            (await one(`SELECT ${what} AS n FROM ${table} WHERE ${within}`, [from, days.bounds[index + 1]]))
              .n,
        ),
    );
  const leadsBefore = async (at: Date | string) =>
    (
      await one(
        `SELECT (count(*) FILTER (WHERE created_at < $1) - count(*) FILTER (WHERE converted_at < $1))::int AS n FROM people WHERE type = 'lead'`,
        [at],
      )
    ).n;
  const events = await perDay("count(*)::int", "events");
  const actions = await perDay("(count(*) FILTER (WHERE status <> 'simulated'))::int", "actions");
  const simulated = await perDay("(count(*) FILTER (WHERE status = 'simulated'))::int", "actions");
  const cost = await perDay("coalesce(sum(cost), 0)::float8", "usage");
  const leads = await Promise.all(
    days.bounds.slice(1).map((at: Date, index: number) => leadsBefore(index === 6 ? "infinity" : at)),
  );
  const yesterday = await one(
    `SELECT (SELECT count(*)::int FROM events WHERE ${within}) AS events,
            (SELECT coalesce(sum(cost), 0)::float8 FROM usage WHERE ${within}) AS cost`,
    [days.yesterday, days.yesterday_now],
  );
  const good = await one(
    `SELECT count(*)::int AS n FROM actions WHERE ${within} AND status IN ('sent', 'delivered', 'read')`,
    [days.bounds[6], days.bounds[7]],
  );
  const cents = (amount: number) => Math.round(amount * 100) / 100;
  return {
    eventsToday: events[6],
    activeLeads: leads[6],
    actionsToday: actions[6],
    simulatedToday: simulated[6],
    totalCost: cents(cost[6]),
    eventsChange: changePercent(events[6], yesterday.events),
    leadsChange: changePercent(leads[6], await leadsBefore(days.week_ago)),
    actionsSucceeded: sharePercent(good.n, actions[6]),
    costChange: changePercent(cost[6], yesterday.cost),
    sparks: { events, leads, actions, cost: cost.map(cents) },
  };
};

const recountChannels = async (zone: string, now: string, days: number) => {
  const { rows } = await faro.pool.query(
    `SELECT CASE WHEN type IN ('call', 'voice_agent') THEN 'voice' ELSE type END AS channel, count(*)::int AS count
       FROM actions WHERE created_at >= (date_trunc('day', $1::timestamptz AT TIME ZONE $2) - $3 * interval '1 day') AT TIME ZONE $2
        AND status <> 'simulated' GROUP BY 1`,
    [now, zone, days - 1],
  );
  return ["sms", "whatsapp", "voice", "email"]
    .map((channel) => ({ channel, count: rows.find((row) => row.channel === channel)?.count ?? 0 }))
    .filter(({ channel, count }) => channel !== "email" || count > 0);
};

const recountFunnel = async () =>
  Promise.all(
    ["new", "qualified", "contacted", "converted"].map(async (stage, rank) => ({
      stage,
      count: (
        await one("SELECT count(*)::int AS n FROM people WHERE type = 'lead' AND stage_reached >= $1", [rank])
      ).n,
    })),
  );

describe("figures equal a recount of the tables after any mix of changes", () => {
  test.each([
    ["America/Puerto_Rico", "2024-02-10T02:17:31.500Z"],
    ["America/New_York", "2024-03-10T18:42:07.000Z"],
    ["America/New_York", "2024-11-03T22:05:59.000Z"],
    ["Europe/London", "2025-04-01T08:30:00.000Z"],
    ["Asia/Tokyo", "2025-06-01T15:00:30.000Z"],
    ["America/Los_Angeles", "2025-08-20T06:59:59.000Z"],
  ])("in %s at %s", async (zone, now) => {
    await changeRandomly(now);
    const at = Date.parse(now);
    expect(await readStats(faro.pool, dashboardPeriods(zone, at))).toEqual(await recount(zone, now));
    for (const days of [1, 7, 30]) {
      expect(await readChannels(faro.pool, startOfLastDays(zone, days, at))).toEqual(
        await recountChannels(zone, now, days),
      );
    }
    expect(await readFunnel(faro.pool)).toEqual(await recountFunnel());
    await faro.pool.query("SELECT compact_counters()");
    expect(await readStats(faro.pool, dashboardPeriods(zone, at))).toEqual(await recount(zone, now));
  });

  test("and the API returns them, in the workspace's time zone", async () => {
    const general = { locale: "en-US", dataRetention: 90, sessionTimeout: 30 };
    for (const timezone of ["Asia/Tokyo", "America/Puerto_Rico"]) {
      expect((await admin.send("POST", "/api/api-keys/general", { ...general, timezone })).status).toBe(200);
      await changeRandomly(new Date().toISOString());
      const stats = await get("/api/dashboard/stats");
      const counted = await recount(timezone, new Date().toISOString());
      // "Yesterday at this time" moves with the clock, so only the figures that do not depend on it are compared.
      expect({ ...stats, eventsChange: 0, costChange: 0 }).toEqual({
        ...counted,
        eventsChange: 0,
        costChange: 0,
      });
      expect(await get("/api/dashboard/channels?range=7d")).toEqual(
        await recountChannels(timezone, new Date().toISOString(), 7),
      );
    }
  });
});

describe("figures over time", () => {
  const days = async (from: string, to: string) => get(`/api/dashboard/trends?from=${from}&to=${to}`);
  const dayIn = (zone: string, daysAgo: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(Date.now() - daysAgo * 86_400_000);

  test("are the days and hours of a recount, beside the days before", async () => {
    const zone = "America/Puerto_Rico";
    const now = new Date().toISOString();
    const counted = await recount(zone, now);
    const week = await days(dayIn(zone, 6), dayIn(zone, 0));
    const figures = new Map(week.figures.map((one: { name: string }) => [one.name, one]));
    expect(week).toMatchObject({ by: "day", starts: expect.any(Array) });
    expect(week.starts).toHaveLength(7);
    const { events, leads, actions } = counted.sparks;
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(figures.get("events")).toMatchObject({ points: events, total: sum(events) });
    expect(figures.get("actions")).toMatchObject({ points: actions, total: sum(actions) });
    expect(figures.get("leads")).toMatchObject({ points: leads, total: leads[6] });
    // The three days before the last three are the days 1 to 3 of the week.
    const half = await days(dayIn(zone, 2), dayIn(zone, 0));
    expect(half.figures[0]).toMatchObject({ before: sum(events.slice(1, 4)), points: events.slice(4) });
    expect(half.figures[1]).toMatchObject({ before: leads[3] });
    const today = await days(dayIn(zone, 0), dayIn(zone, 0));
    expect(today).toMatchObject({ by: "hour" });
    expect(today.starts).toHaveLength(24);
    expect(sum(today.figures[0].points)).toBe(events[6]);
    expect(today.figures.map(({ before }: { before: number | null }) => before)).toEqual(Array(4).fill(null));
  });

  test("a day that daylight saving lengthens has 25 hours, and wrong ranges are refused", async () => {
    const general = { locale: "en-US", dataRetention: 90, sessionTimeout: 30 };
    await admin.send("POST", "/api/api-keys/general", { ...general, timezone: "America/New_York" });
    expect((await days("2025-11-02", "2025-11-02")).starts).toHaveLength(25);
    expect((await days("2025-03-09", "2025-03-09")).starts).toHaveLength(23);
    for (const [from, to] of [
      ["2025-03-09", "2025-03-08"],
      ["2023-01-01", "2025-01-01"],
    ])
      expect((await viewer.send("GET", `/api/dashboard/trends?from=${from}&to=${to}`)).status).toBe(400);
  });
});

describe("recent activity", () => {
  test("lists the newest twenty entries, newest first, with the person's name", async () => {
    const { id } = await one(
      "INSERT INTO people (first_name, last_name) VALUES ('Yadira', 'Colón') RETURNING id",
      [],
    );
    const nameless = await one("INSERT INTO people (phone) VALUES ('+17875550148') RETURNING id", []);
    await faro.pool.query(
      `INSERT INTO timeline (person_id, event_type, title, description, created_at)
       SELECT CASE WHEN n = 1 THEN $2::uuid ELSE $1::uuid END, 'reply', 'Replied ' || n, NULL, now() - n * interval '1 minute' FROM generate_series(1, 25) n`,
      [id, nameless.id],
    );
    const activity = await get("/api/dashboard/activity");
    expect(activity).toHaveLength(20);
    expect(activity[0]).toMatchObject({ personName: "+17875550148", title: "Replied 1" });
    expect(activity[1]).toMatchObject({ personId: id, personName: "Yadira Colón", title: "Replied 2" });
    expect(activity[19].title).toBe("Replied 20");
  });
});

describe("when data last changed", () => {
  test("follows the data and not the audit log", async () => {
    const before = (await get("/api/status")).lastChangeAt;
    await admin.send("POST", "/api/api-keys/general", {
      timezone: "America/Puerto_Rico",
      locale: "en-US",
      dataRetention: 90,
      sessionTimeout: 60,
    });
    expect((await get("/api/status")).lastChangeAt).toBe(before);
    await faro.pool.query(
      "INSERT INTO rules (name, triggers, conditions, actions, updated_at) VALUES ('r', '[]', '[]', '[]', now() + interval '1 hour')",
    );
    expect(Date.parse((await get("/api/status")).lastChangeAt)).toBeGreaterThan(Date.parse(before));
  });
});
