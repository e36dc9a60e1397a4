import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReply } from "#domain/compliance/read-reply.ts";
import { startOfDay } from "#domain/day.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { defaultMailMapping } from "#domain/mail/message.ts";
import { openDatabase } from "#server/db/database.ts";
import { loadDemo } from "#server/demo/load-demo.ts";
import { optOutWords, replyWords } from "#server/demo/replies.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

/** The fields of people, actions and ledger entries that are compared. */
type Row = {
  id: string;
  createdAt: string;
  executedAt: string | null;
  personId: string;
  type: string;
  status: string;
  state: string;
  channel: string;
  price: number | null;
  consents: Record<string, boolean>;
};
const succeeded = ["sent", "delivered", "read"];

describe("every figure of the demo leads to the rows behind it", () => {
  let faro: TestFaro;
  let admin: Visitor;
  let midnight: string;
  beforeAll(async () => {
    faro = await startTestFaro();
    const database = openDatabase(faro.connection, () => {});
    const hash = await openAddressHash(
      database.db,
      await openKeyring(faro.config.dataDir, faro.config.secretKey),
    );
    await loadDemo(database, hash, new Date(), () => {});
    await database.close();
    admin = await faro.signedIn("admin");
    midnight = new Date(startOfDay(Date.now(), "America/New_York")).toISOString();
  });
  afterAll(() => faro.stop());

  const get = async (path: string) => (await admin.send("GET", path)).body;

  /** All rows of a paged list, or those of today. */
  const list = async (path: string, name: string, until = ""): Promise<Row[]> => {
    const rows: Row[] = [];
    let before: string | null = "";
    while (before !== null) {
      const page = await get(
        `${path}${path.includes("?") ? "&" : "?"}limit=200${before && `&before=${before}`}`,
      );
      rows.push(...page[name]);
      before = page.nextBefore;
      if ((rows.at(-1)?.createdAt ?? "") < until) break;
    }
    return rows.filter(({ createdAt }) => createdAt >= until);
  };
  const people = async (): Promise<Row[]> => {
    const rows: Row[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await get(`/api/people?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      rows.push(...page.people);
      cursor = page.nextCursor;
    }
    return rows;
  };

  test("dashboard: events, leads, funnel, actions, channels and cost", async () => {
    const stats = await get("/api/dashboard/stats");
    const endpoints = await get("/api/endpoints");
    let events = 0;
    for (const { id, eventsToday } of endpoints) {
      const today = await list(`/api/endpoints/${id}/events?from=${midnight}`, "events");
      expect(today).toHaveLength(eventsToday);
      events += today.length;
    }
    expect(stats.eventsToday).toBe(events);

    const everyone = await people();
    expect((await get("/api/people?limit=1")).total).toBe(everyone.length);
    const leads = everyone.filter(({ type }) => type === "lead");
    expect(stats.activeLeads).toBe(leads.filter(({ status }) => status !== "converted").length);
    const stages = ["new", "qualified", "contacted", "converted"];
    const reached = stages.map(
      (_, rank) => leads.filter(({ status }) => stages.indexOf(status) >= rank).length,
    );
    expect((await get("/api/dashboard/funnel")).map(({ count }: { count: number }) => count)).toEqual(
      reached,
    );

    const actions = await list("/api/actions", "actions", midnight);
    expect(stats.actionsToday).toBe(actions.length);
    const done = actions.filter(({ status }) => succeeded.includes(status));
    expect(stats.actionsSucceeded).toBe(Math.round((100 * done.length) / actions.length));
    const voice = ["call", "voice_agent"];
    const channels = Object.groupBy(actions, ({ channel }) => (voice.includes(channel) ? "voice" : channel));
    for (const { channel, count } of await get("/api/dashboard/channels"))
      expect([channel, channels[channel]?.length]).toEqual([channel, count]);

    const cost = actions.reduce((sum, { price }) => sum + (price ?? 0), 0);
    expect(stats.totalCost).toBeCloseTo(cost, 2);
    const costs = await get("/api/dashboard/costs");
    expect(costs.total).toBeCloseTo(cost, 5);
    expect(costs.peopleCost).toBeCloseTo(cost, 5);
    const priced = actions.filter(({ price }) => Number(price) > 0);
    expect(costs.people).toBe(new Set(priced.map(({ personId }) => personId)).size);
    expect(costs.parts.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      "call",
      "sms",
      "voice_agent",
    ]);
  });

  test("dashboard: the changes against yesterday and last week", async () => {
    const { eventsChange, leadsChange, costChange } = await get("/api/dashboard/stats");
    const { rows } = await faro.pool.query<Record<string, number>>(
      `WITH clock AS (
         SELECT date_trunc('day', local) AT TIME ZONE zone AS midnight, (local - interval '1 day') AT TIME ZONE zone AS yesterday_now,
                (date_trunc('day', local) - interval '1 day') AT TIME ZONE zone AS yesterday, (local - interval '7 days') AT TIME ZONE zone AS week_ago
           FROM (SELECT now() AT TIME ZONE 'America/New_York' AS local, 'America/New_York' AS zone) now)
       SELECT (SELECT count(*)::int FROM events WHERE created_at >= midnight) AS events,
              (SELECT count(*)::int FROM events WHERE created_at >= yesterday AND created_at < yesterday_now) AS events_before,
              (SELECT sum(cost)::float8 FROM usage WHERE created_at >= midnight) AS cost,
              (SELECT sum(cost)::float8 FROM usage WHERE created_at >= yesterday AND created_at < yesterday_now) AS cost_before,
              (SELECT count(*)::int FROM people WHERE type = 'lead' AND converted_at IS NULL) AS leads,
              (SELECT count(*)::int FROM people WHERE type = 'lead' AND created_at < week_ago
                  AND (converted_at IS NULL OR converted_at >= week_ago)) AS leads_before
         FROM clock`,
    );
    const change = (name: string): number => {
      const [now = 0, before = 0] = [rows[0]?.[name], rows[0]?.[`${name}_before`]];
      return Math.round((1000 * (now - before)) / before) / 10;
    };
    expect([eventsChange, leadsChange]).toEqual([12.5, 8.2]);
    expect({ eventsChange, leadsChange, costChange }).toEqual({
      eventsChange: change("events"),
      leadsChange: change("leads"),
      costChange: change("cost"),
    });
  });

  test("every message of today has its event, its rule and its steps", async () => {
    const actions = await list("/api/actions", "actions", midnight);
    for (const status of ["delivered", "blocked", "failed", "read"]) {
      const action = actions.find((one) => one.status === status);
      const why = await get(`/api/actions/${action?.id}/why`);
      expect(why).toMatchObject({ rule: { version: 1, newest: 1 }, event: { type: expect.any(String) } });
      expect(why.steps.map(({ type }: { type: string }) => type)).toContain(`message_${status}`);
      expect(JSON.stringify(await get(`/api/events/${why.event.id}`))).toContain(action?.personId);
    }
  });

  test("people: the scores are what the model computes from the history, and no AI text is invented", async () => {
    const { rows } = await faro.pool.query(
      `SELECT round(avg(intent_score))::int AS intent, round(avg(propensity_to_buy))::int AS propensity, round(avg(churn_risk))::int AS churn,
              count(ai_summary)::int + count(next_best_action)::int + count(best_time_to_contact)::int AS invented FROM ai_profiles`,
    );
    const { invented, ...averages } = rows[0];
    expect(invented).toBe(0);
    expect(await get("/api/brain/scores")).toMatchObject(averages);
    const everyone = await people();
    for (const { id } of everyone.filter((_, index) => index % 150 === 0)) {
      const { aiProfile, timelineEvents } = await get(`/api/people/${id}`);
      expect(timelineEvents.length).toBeGreaterThan(0);
      const { scores } = await get(`/api/people/${id}/scores`);
      const values = Object.fromEntries(
        scores.map(({ name, value }: { name: string; value: number }) => [name, value]),
      );
      expect(Math.abs(values.intent - aiProfile.intentScore)).toBeLessThanOrEqual(1);
      expect(Math.abs(values.churn - aiProfile.churnRisk)).toBeLessThanOrEqual(1);
    }
    for (const { requestsToday } of await get("/api/ai-providers")) expect(requestsToday).toBe(0);
  });

  test("voice: calls, duration, handoffs and success", async () => {
    const stats = await get("/api/voice/stats");
    const calls = (await get("/api/calls")).filter(({ createdAt }: Row) => createdAt >= midnight);
    expect(stats.callsToday).toBe(calls.length);
    const seconds = calls.reduce((sum: number, { duration }: { duration: number }) => sum + duration, 0);
    expect(stats.averageSeconds).toBe(Math.round(seconds / calls.length));
    const actions = new Set((await list("/api/actions", "actions", midnight)).map(({ id }) => id));
    expect(calls.every(({ id }: Row) => actions.has(id))).toBe(true);
    const recorded = calls.filter(({ hasRecording }: { hasRecording: boolean }) => hasRecording);
    expect(recorded.map(({ duration }: { duration: number }) => duration)).toEqual([7, 7, 7]);
    const handoffs = (await get("/api/notifications")).notifications.filter(
      ({ kind }: { kind: string }) => kind === "handoff_asked",
    );
    expect(stats.handoffs).toBe(handoffs.length);
    const outcomes = ["interested", "follow_up", "converted"];
    const successes = calls.filter(({ outcome }: { outcome: string }) => outcomes.includes(outcome));
    expect(successes.length).toBeGreaterThan(0);
    expect(stats.successPercent).toBe(Math.round((100 * successes.length) / calls.length));
  });

  test("compliance: consents, opt-outs, contact hours, what they delayed, unknown sends and audit entries", async () => {
    const { consents, quietHours, audit } = await get("/api/compliance/summary");
    const everyone = await people();
    for (const kind of ["sms", "email", "call"])
      expect([kind, everyone.filter((person) => person.consents[kind] === true).length]).toEqual([
        kind,
        consents[kind],
      ]);
    const optOuts = await list("/api/suppressions", "records");
    expect(optOuts.filter(({ state }) => state === "opted_out")).toHaveLength(consents.dnc);
    const hours = await get("/api/contact-hours");
    expect(quietHours.activeRules).toBe(hours.length);
    expect(quietHours.timezones).toBe(new Set(hours.flatMap(({ zones }: { zones: string[] }) => zones)).size);
    const actions = await list("/api/actions", "actions", midnight);
    const delayed = actions.filter(
      ({ status, executedAt, createdAt }) =>
        status === "held" || Date.parse(executedAt ?? createdAt) - Date.parse(createdAt) > 60_000,
    );
    expect(delayed).toHaveLength(quietHours.blockedToday);

    const unknown = await list("/api/actions?status=unknown", "actions");
    const { notifications, unread } = await get("/api/notifications");
    expect(notifications.find(({ kind }: { kind: string }) => kind === "send_unknown").params.count).toBe(
      unknown.length,
    );
    expect(notifications.filter(({ read }: { read: boolean }) => !read)).toHaveLength(unread);

    const { rows } = await faro.pool.query(
      `SELECT event_type AS type, count(*)::int AS count FROM audit_logs WHERE created_at >= $1 GROUP BY 1`,
      [midnight],
    );
    const counted = Object.fromEntries(rows.map(({ type, count }) => [type, count]));
    expect(audit.dataChanges).toBe(counted.data_change);
    expect(audit.failedActions).toBe(counted.failed_action);
    expect(audit.eventsToday).toBe(
      counted.data_change + counted.failed_action + (counted.settings_update ?? 0),
    );
  });

  test("rules: executions and successes", async () => {
    const rules = await get("/api/rules");
    const rule = rules.find(({ name }: { name: string }) => name === "Newsletter joined → welcome e-mail");
    const actions = await list(`/api/actions?ruleId=${rule.id}`, "actions");
    expect(actions.length).toBeGreaterThan(0);
    expect(rule).toMatchObject({ executionCount: actions.length, successCount: actions.length });
  });

  test("events are what the recorder reads from their payloads, and replies what they are taken for", async () => {
    const { rows } = await faro.pool.query(
      `SELECT DISTINCT ON (event_type) event_type, raw_data, processed_data, mapping_template AS template
         FROM events JOIN endpoints ON endpoints.id = endpoint_id ORDER BY event_type, events.id DESC`,
    );
    expect(rows.length).toBeGreaterThan(12);
    const mapping = createMappingEngine();
    try {
      const mapped = await mapping.map(
        rows.map(({ template, raw_data: payload }) => ({
          template: template ?? defaultMailMapping,
          payload,
        })),
      );
      rows.forEach(({ event_type: type, processed_data: processed }, index) => {
        const { person, event, problems } = parseMappedValues(mapped[index]?.values ?? {});
        expect({ type, person, event, problems }).toEqual({ type, ...processed, problems: [] });
      });
    } finally {
      await mapping.close();
    }
    for (const words of replyWords) expect([words, readReply(words).kind]).toEqual([words, "none"]);
    for (const words of optOutWords) expect([words, readReply(words).kind]).toEqual([words, "opt_out"]);
  });
});
