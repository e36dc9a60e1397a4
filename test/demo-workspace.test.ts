import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readReply } from "#domain/compliance/read-reply.ts";
import { startOfDay } from "#domain/day.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { defaultMailMapping } from "#domain/mail/message.ts";
import { changePercent, sharePercent } from "#domain/percentages.ts";
import { googleVoices } from "#sandbox/speech/voices.ts";
import { anchorHead, readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { optOutWords, replyWords } from "#server/demo/texts.ts";
import { createLog } from "#server/log.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { startDemoActivity } from "#server/replay/demo-activity.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { adminEmail, password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

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

const ownRule = {
  name: "Own rule",
  triggers: [{ type: "event", operator: "=", value: "own" }],
  conditions: [{ type: "consent", field: "sms", value: "true" }],
  actions: [{ type: "sms", template: "welcome" }],
};

let faro: TestFaro;
/** Added by a person while the demo was being loaded. */
let earlyRuleId: string;
beforeAll(async () => {
  const env = { FARO_DEMO: "1", FARO_SECRET_KEY: "ab".repeat(32) };
  const interrupted = await startTestFaro(env);
  await interrupted.stop();
  faro = await startTestFaro(env, interrupted.connection);
  const admin = await faro.signedIn("admin");
  const readStatus = async () => (await admin.send("GET", "/api/status")).body;
  const early = await admin.send("POST", "/api/rules", { ...ownRule, name: "Early rule" });
  expect(early.status).toBe(200);
  earlyRuleId = early.body.id;
  const isAtLeast = (share: number) => async () => ((await readStatus()).demoProgress ?? 1) >= share;
  // The team has changed people by then, so that rows of the load refer to its administrator.
  await vi.waitUntil(isAtLeast(0.7), { timeout: 500_000, interval: 100 });
  const signIn = { email: adminEmail, password };
  expect((await faro.visitor().send("POST", "/api/auth/login", signIn)).status).toBe(200);
  // Neither the sign-ins nor the rule had to wait for the load.
  expect(await readStatus()).toMatchObject({ demo: true, demoProgress: expect.any(Number) });
  await vi.waitUntil(async () => (await readStatus()).demoProgress === null, {
    timeout: 500_000,
    interval: 100,
  });
});
afterAll(() => faro.stop());

describe("every figure of the demo leads to the rows behind it", () => {
  let admin: Visitor;
  let midnight: string;
  beforeAll(async () => {
    admin = await faro.signedIn("admin");
    midnight = new Date(startOfDay(Date.now(), "America/New_York")).toISOString();
  });

  const get = async (path: string) => (await admin.send("GET", path)).body;
  /** Whether it may be that nothing of a kind has happened today. */
  const isDayYoung = (): boolean => Date.now() - Date.parse(midnight) < 15 * 60_000;

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
    expect(stats.actionsSucceeded).toBe(sharePercent(done.length, actions.length));
    const voice = ["call", "voice_agent"];
    const channels = Object.groupBy(actions, ({ channel }) => (voice.includes(channel) ? "voice" : channel));
    for (const { channel, count } of await get("/api/dashboard/channels"))
      expect([channel, channels[channel]?.length ?? 0]).toEqual([channel, count]);

    const cost = actions.reduce((sum, { price }) => sum + (price ?? 0), 0);
    expect(stats.totalCost).toBeCloseTo(cost, 2);
    const costs = await get("/api/dashboard/costs");
    expect(costs.total).toBeCloseTo(cost, 5);
    expect(costs.peopleCost).toBeCloseTo(cost, 5);
    const priced = actions.filter(({ price }) => Number(price) > 0);
    expect(costs.people).toBe(new Set(priced.map(({ personId }) => personId)).size);
    const kinds = new Set(priced.map(({ channel }) => channel));
    expect(kinds.has("sms")).toBe(actions.length > 0);
    expect(costs.parts.map(({ kind }: { kind: string }) => kind).sort()).toEqual([...kinds].sort());
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
    const change = (name: string): number | null =>
      changePercent(rows[0]?.[name] ?? 0, rows[0]?.[`${name}_before`] ?? 0);
    // The script is planned for a day that has begun when it is played.
    if (Number(rows[0]?.events) > 0) expect([eventsChange, leadsChange]).toEqual([12.5, 8.2]);
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
      if (!action && isDayYoung()) continue;
      const why = await get(`/api/actions/${action?.id}/why`);
      expect(why).toMatchObject({ rule: { version: 1, newest: 1 }, event: { type: expect.any(String) } });
      expect(why.steps.map(({ type }: { type: string }) => type)).toContain(`message_${status}`);
      expect(JSON.stringify(await get(`/api/events/${why.event.id}`))).toContain(action?.personId);
    }
  });

  test("people: scores and advice are what is computed from the history, and no AI text is invented", async () => {
    const { rows } = await faro.pool.query(
      `SELECT round(avg(intent_score))::int AS intent, round(avg(propensity_to_buy))::int AS propensity, round(avg(churn_risk))::int AS churn
         FROM ai_profiles`,
    );
    expect(await get("/api/brain/scores")).toMatchObject(rows[0]);
    const isProfiled = async () =>
      (await faro.pool.query("SELECT FROM profile_queue LIMIT 1")).rowCount === 0;
    await vi.waitUntil(isProfiled, { timeout: 500_000, interval: 100 });
    const everyone = await people();
    // The first of the list did something a moment ago, and a model may tell "now" from "a minute ago".
    for (const { id } of everyone.filter((_, index) => index % 150 === 75)) {
      const { aiProfile, timelineEvents } = await get(`/api/people/${id}`);
      expect(timelineEvents.length).toBeGreaterThan(0);
      const { preferredChannel, nextAction } = await get(`/api/people/${id}/profile`);
      expect([aiProfile.preferredChannel, aiProfile.nextBestAction]).toEqual([
        preferredChannel.channel,
        nextAction.kind,
      ]);
      const { scores } = await get(`/api/people/${id}/scores`);
      if (aiProfile.intentScore === null) {
        // Not enough is known of this person.
        expect([aiProfile.churnRisk, scores]).toEqual([null, []]);
        continue;
      }
      const values = Object.fromEntries(
        scores.map(({ name, value }: { name: string; value: number }) => [name, value]),
      );
      expect(Math.abs(values.intent - aiProfile.intentScore)).toBeLessThanOrEqual(1);
      expect(Math.abs(values.churn - aiProfile.churnRisk)).toBeLessThanOrEqual(1);
      // The plot ends where the scores are.
      const { end } = await get(`/api/people/${id}/score-history`);
      expect(Math.abs(end.intent - aiProfile.intentScore)).toBeLessThanOrEqual(1);
      expect(Math.abs(end.churn - aiProfile.churnRisk)).toBeLessThanOrEqual(1);
    }
    for (const { requestsToday } of await get("/api/ai-providers")) expect(requestsToday).toBe(0);
  });

  test("voice: calls, duration, handoffs and success", async () => {
    const stats = await get("/api/voice/stats");
    const calls = (await get("/api/calls")).filter(({ createdAt }: Row) => createdAt >= midnight);
    expect(stats.callsToday).toBe(calls.length);
    const seconds = calls.reduce((sum: number, { duration }: { duration: number }) => sum + duration, 0);
    expect(stats.averageSeconds).toBe(calls.length === 0 ? null : Math.round(seconds / calls.length));
    const actions = new Set((await list("/api/actions", "actions", midnight)).map(({ id }) => id));
    expect(calls.every(({ id }: Row) => actions.has(id))).toBe(true);
    const recorded = calls.filter(({ hasRecording }: { hasRecording: boolean }) => hasRecording);
    // In the first minutes of a day no call has ended yet.
    const isYoungDay = calls.length === 0;
    if (isYoungDay) expect(isDayYoung()).toBe(true);
    expect(recorded.length > 50).toBe(!isYoungDay);
    const { rows: asked } = await faro.pool.query(
      `SELECT calls.id, count(tasks.id)::int AS tasks, count(notifications.id)::int AS notices
         FROM calls LEFT JOIN tasks ON tasks.id = calls.id AND tasks.made_by = 'handoff'
         LEFT JOIN notifications ON notifications.kind = 'handoff_asked' AND notifications.link = '/voice?call=' || calls.id
        WHERE calls.created_at >= $1 AND calls.handoff_reason IS NOT NULL GROUP BY 1`,
      [midnight],
    );
    expect(stats.handoffs).toBe(asked.length);
    for (const { tasks, notices } of asked) expect([tasks, notices]).toEqual([1, 1]);
    const outcomes = ["interested", "follow_up", "converted"];
    const successes = calls.filter(({ outcome }: { outcome: string }) => outcomes.includes(outcome));
    expect(successes.length > 0).toBe(!isYoungDay);
    if (isYoungDay) return;
    expect(stats.successPercent).toBe(Math.round((100 * successes.length) / calls.length));
  });

  test("voice: every script has a voice that can speak its language", async () => {
    const scripts = await get("/api/scripts");
    expect(scripts.length).toBeGreaterThan(0);
    const offered = googleVoices.map(({ name }) => name);
    for (const { language, ttsProvider, voiceId } of scripts) {
      expect([ttsProvider, offered.includes(voiceId)]).toEqual(["google", true]);
      expect(voiceId.slice(0, 2)).toBe(language);
    }
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
    const { rows: stored } = await faro.pool.query(
      `SELECT kind, params, NOT EXISTS (SELECT FROM notification_reads WHERE notification_id = n.id AND user_id = $1) AS unread
         FROM notifications n WHERE (user_id IS NULL OR user_id = $1) AND team_id IS NULL ORDER BY created_at DESC, id DESC`,
      [(await get("/api/auth/user")).id],
    );
    expect(stored.find(({ kind }) => kind === "send_unknown").params.count).toBe(unknown.length);
    const { notifications, unread } = await get("/api/notifications");
    expect(stored.filter((notification) => notification.unread)).toHaveLength(unread);
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(
      stored.slice(0, notifications.length).map(({ kind }) => kind),
    );

    const { rows } = await faro.pool.query(
      `SELECT event_type AS type, count(*)::int AS count FROM audit_logs WHERE created_at >= $1 GROUP BY 1`,
      [midnight],
    );
    const counted = Object.fromEntries(rows.map(({ type, count }) => [type, count]));
    const { data_change: changes = 0, failed_action: failures = 0, settings_update: settings = 0 } = counted;
    expect(audit.dataChanges).toBe(changes);
    expect(audit.failedActions).toBe(failures);
    expect(audit.eventsToday).toBe(changes + failures + settings);
  });

  test("every screen has something in its main list", async () => {
    const young = isDayYoung();
    /** Of the list, which is the answer or its first part that is a list. */
    const size = async (path: string): Promise<number> => {
      const body = await get(path);
      const [list] = Array.isArray(body) ? [body] : Object.values(body).filter(Array.isArray);
      return list?.length ?? -1;
    };
    await vi.waitUntil(async () => (await size("/api/duplicates")) > 0, { timeout: 500_000 });
    for (const path of [
      "/api/inbox",
      "/api/tasks?done=false",
      "/api/approvals",
      "/api/people",
      "/api/endpoints",
      "/api/forms",
      "/api/rules",
      "/api/templates",
      "/api/calls",
      "/api/scripts",
      "/api/knowledge",
      "/api/actions",
      "/api/consents",
      "/api/suppressions",
      "/api/audit-logs",
      "/api/notifications",
      "/api/teams",
      "/api/tokens",
      "/api/views",
      "/api/broadcasts",
      "/api/runs",
      "/api/batches",
      "/api/person-fields",
      "/api/webhook-subscriptions",
      "/api/syncs/hubspot/changes",
      "/api/brain/models",
    ])
      expect([path, young || (await size(path)) > 0]).toEqual([path, true]);
    const [form] = (await get("/api/forms")).forms;
    expect(form.counts.submissions).toBeGreaterThan(5);
  });

  test("people have values in custom fields, which the website and the calendar reported", async () => {
    const { fields } = await get("/api/person-fields");
    expect(fields.map(({ kind }: { kind: string }) => kind)).toEqual(["money", "choice", "yes_no", "date"]);
    for (const { key, label } of fields) {
      const usage = await get(`/api/person-fields/${key}/usage`);
      expect([label.en, usage.people > 20, usage.unreadable]).toEqual([label.en, true, 0]);
      const { rows } = await faro.pool.query(
        "SELECT id, fields -> $1 AS value FROM people WHERE fields ? $1 LIMIT 1",
        [key],
      );
      expect((await get(`/api/people/${rows[0].id}`)).fields[key]).toEqual(rows[0].value);
    }
  });

  test("the webhook has a log: what happened, in its order, and an outage of its receiver", async () => {
    const [subscription] = (await get("/api/webhook-subscriptions")).subscriptions;
    const { rows } = await faro.pool.query(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered,
              count(*) FILTER (WHERE jsonb_array_length(answers) > 1)::int AS repeated,
              bool_and((answers -> 0 ->> 'at')::timestamptz >= e.created_at - interval '1 second') AS after_event,
              (SELECT count(*)::int FROM calls WHERE ended_at IS NOT NULL
                  AND NOT EXISTS (SELECT FROM webhook_events w WHERE w.type = 'call.ended' AND w.data ->> 'id' = calls.id::text)
                  AND created_at > (SELECT created_at FROM webhook_subscriptions)) AS untold
         FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id AND NOT e.is_test`,
    );
    expect(rows[0]).toMatchObject({ after_event: true, untold: 0 });
    expect(rows[0].delivered).toBeGreaterThan(30);
    if (!isDayYoung()) expect(rows[0].repeated).toBeGreaterThan(0);
    const { deliveries } = await get(`/api/webhook-subscriptions/${subscription.id}/deliveries?limit=50`);
    const { request } = await get(
      `/api/webhook-subscriptions/${subscription.id}/deliveries/${deliveries[0].eventId}`,
    );
    expect(JSON.parse(request)).toMatchObject({ id: deliveries[0].eventId, type: deliveries[0].type });
  });

  test("the sync has linked people with contacts, and its log says what went which way", async () => {
    const sync = await get("/api/syncs/hubspot");
    expect(sync).toMatchObject({ phase: "live", state: "paused", problem: null, account: "Sol del Este" });
    const { rows } = await faro.pool.query(
      `SELECT (SELECT count(*)::int FROM sync_links) AS links, count(*) FILTER (WHERE way = 'in' AND state = 'done')::int AS read,
              count(*) FILTER (WHERE way = 'out' AND state = 'done')::int AS written, count(*) FILTER (WHERE state = 'refused')::int AS refused,
              count(*) FILTER (WHERE conflicts <> '{}')::int AS conflicts, count(*) FILTER (WHERE state = 'pending')::int AS pending,
              (SELECT count(*)::int FROM sync_links l JOIN people p ON p.id = l.person_id
                WHERE l.values ->> 'zip' IS DISTINCT FROM p.zip) AS different
         FROM sync_changes`,
    );
    expect(sync.linked).toBe(rows[0].links);
    expect(rows[0]).toMatchObject({ links: 46, refused: 1, pending: 0, different: 0 });
    for (const count of ["read", "written", "conflicts"])
      expect([count, rows[0][count] > 2]).toEqual([count, true]);
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
         FROM events JOIN endpoints ON endpoints.id = endpoint_id WHERE channel IS NULL ORDER BY event_type, events.id DESC`,
    );
    expect(rows.length).toBeGreaterThan(8);
    const { rows: replies } = await faro.pool.query(
      `SELECT DISTINCT channel FROM events JOIN endpoints ON endpoints.id = endpoint_id
        WHERE processed_data #>> '{event,message}' = raw_data ->> 'text'
          AND processed_data #>> '{person,phone}' = raw_data ->> 'from' ORDER BY 1`,
    );
    expect(replies.map(({ channel }) => channel)).toEqual(["call", "sms", "whatsapp"]);
    const mapping = createMappingEngine();
    const { fields } = await get("/api/person-fields");
    try {
      const mapped = await mapping.map(
        rows.map(({ template, raw_data: payload }) => ({
          template: template ?? defaultMailMapping,
          payload,
        })),
      );
      rows.forEach(({ event_type: type, processed_data: processed }, index) => {
        const { person, event, problems } = parseMappedValues(mapped[index]?.values ?? {}, undefined, fields);
        expect({ type, person, event, problems }).toEqual({ type, ...processed, problems: [] });
      });
    } finally {
      await mapping.close();
    }
    for (const words of [...replyWords.en, ...replyWords.es])
      expect([words, readReply(words).kind]).toEqual([words, "none"]);
    for (const words of [...optOutWords.en, ...optOutWords.es])
      expect([words, readReply(words).kind]).toEqual([words, "opt_out"]);
  });
});

/** After the figures, on the same workspace: loading the demo takes longest. */
describe("leaving the demo", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "faro-heads-"));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test("until then it goes on while somebody looks, and only then", async () => {
    let [viewers, asked] = [0, 0];
    const activity = startDemoActivity({
      url: faro.url,
      sandboxUrl: "http://127.0.0.1:9",
      database: { pool: faro.pool },
      live: {
        viewers: () => {
          asked++;
          return viewers;
        },
      },
      simulation: async () => ({ isDemo: true }),
      log: createLog("silent"),
      pauseMs: { least: 5, most: 15 },
    });
    const countEvents = () => count("events");
    const before = await countEvents();
    await vi.waitUntil(() => asked > 5, { timeout: 20_000 });
    expect(await countEvents()).toBe(before);
    viewers = 1;
    await vi.waitUntil(async () => (await countEvents()) > before + 3, { timeout: 500_000 });
    await activity.stop();
    const stopped = asked;
    expect(await count("people")).toBe(2247);
    expect(asked).toBe(stopped);
  });

  const count = async (text: string, values: unknown[] = []): Promise<number> =>
    (await faro.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, values)).rows[0]?.n ?? -1;

  test("removes what the demo made, keeps what people added, and continues the audit in a new chain", async () => {
    const [admin, operator] = [await faro.signedIn("admin"), await faro.signedIn("operator")];
    const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
    const person = await admin.send("POST", "/api/people", {
      firstName: "Ana",
      lastName: "Own",
      email: "ana.own@example.org",
      phone: "+17875551234",
      type: "lead",
      status: "qualified",
      consents: { sms: true },
    });
    expect(person.status).toBe(200);
    const endpoint = await admin.send("POST", "/api/endpoints", { name: "Own form", type: "webhook" });
    const rule = await admin.send("POST", "/api/rules", ownRule);
    await admin.send("POST", "/api/api-keys/general", { locale: "es-PR" });
    await anchorHead(faro.pool, keyring, dataDir);
    const before = await faro.pool.query(
      "SELECT seq::int AS seq, encode(hash, 'hex') AS hash FROM audit_logs ORDER BY seq DESC LIMIT 1",
    );
    const ownEntries = await count("audit_logs WHERE metadata -> 'demo' IS DISTINCT FROM 'true'");
    expect(ownEntries).toBeLessThan(before.rows[0].seq);

    expect((await operator.send("GET", "/api/status")).body).toMatchObject({ demo: true });
    expect((await operator.send("POST", "/api/workspace/empty", { confirm: true })).status).toBe(403);
    expect((await admin.send("POST", "/api/workspace/empty", {})).status).toBe(400);
    expect((await admin.send("GET", "/api/people?limit=1")).body).toMatchObject({ total: 2248 });
    expect(await admin.send("POST", "/api/workspace/empty", { confirm: true })).toMatchObject({
      status: 200,
    });

    expect((await admin.send("GET", "/api/status")).body).toMatchObject({ demo: false });
    const people = (await admin.send("GET", "/api/people")).body;
    expect(people).toMatchObject({ total: 1, people: [{ id: person.body.id, lastName: "Own" }] });
    const list = async (path: string) =>
      (await admin.send("GET", path)).body.map(({ id }: { id: string }) => id);
    expect(await list("/api/endpoints")).toEqual([endpoint.body.id]);
    expect((await list("/api/rules")).toSorted()).toEqual([earlyRuleId, rule.body.id].toSorted());
    expect((await admin.send("GET", "/api/users")).body.length).toBeGreaterThanOrEqual(3);
    expect((await admin.send("GET", "/api/consents")).body.records).toMatchObject([
      { personId: person.body.id },
    ]);
    expect((await admin.send("GET", "/api/suppressions")).body.records).toEqual([]);
    expect((await admin.send("GET", "/api/notifications")).body).toMatchObject({ unread: 0 });
    expect((await admin.send("GET", "/api/dashboard/stats")).body).toMatchObject({
      eventsToday: 0,
      activeLeads: 1,
      actionsToday: 0,
      totalCost: 0,
    });
    for (const table of [
      "events",
      "actions",
      "calls",
      "usage",
      "rule_runs",
      "demo_rows",
      "scripts",
      "batches",
      "person_fields",
      "webhook_subscriptions",
      "webhook_deliveries",
      "sync_connections",
      "sync_changes",
    ])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count("timeline WHERE person_id <> $1", [person.body.id])).toBe(0);
    expect(await count("settings WHERE category IN ('business', 'compliance')")).toBe(0);

    const { rows: first } = await faro.pool.query(
      "SELECT description, user_id IS NOT NULL AS by_someone, metadata FROM audit_logs WHERE seq = 1",
    );
    expect(first).toMatchObject([
      {
        description: "Deleted the sample data of the demo workspace",
        by_someone: true,
        metadata: { previousChain: before.rows[0] },
      },
    ]);
    expect(await count("audit_logs WHERE seq BETWEEN 2 AND $1 + 1", [ownEntries])).toBe(ownEntries);
    expect(await count("audit_logs WHERE metadata -> 'demo' = 'true'")).toBe(0);
    const heads = await readHeads(dataDir);
    expect(heads).toHaveLength(1);
    expect(await verifyAudit(faro.pool, keyring, heads)).toMatchObject({ ok: true, heads: 1 });
    await anchorHead(faro.pool, keyring, dataDir);
    expect(await readHeads(dataDir)).toHaveLength(2);
    expect(await verifyAudit(faro.pool, keyring, await readHeads(dataDir))).toMatchObject({
      ok: true,
      heads: 2,
    });

    const again = await admin.send("POST", "/api/workspace/empty", { confirm: true });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("a chain that only claims to follow another one is not believed", async () => {
    const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
    const other = await openKeyring("/nowhere", "cd".repeat(32));
    const heads = await readHeads(dataDir);
    expect(await verifyAudit(faro.pool, other, heads)).toMatchObject({ ok: true, heads: 0 });
    const forged = heads.map((head) => ({ ...head, seq: head.seq + 1 }));
    expect(await verifyAudit(faro.pool, keyring, forged)).toMatchObject({ ok: false, reason: "forged head" });
    await faro.pool.query("ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_no_update");
    await faro.pool.query(
      "UPDATE audit_logs SET metadata = jsonb_set(metadata, '{previousChain,signature}', '\"AAAA\"') WHERE seq = 1",
    );
    expect(await verifyAudit(faro.pool, keyring, heads)).toMatchObject({ ok: false });
  });
});
