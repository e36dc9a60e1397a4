import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { healthReport } from "#contract/settings.ts";
import type { HealthCheckId } from "#domain/health/health-checks.ts";
import { createTestDatabase, databaseUrl } from "./database.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";

let faro: TestFaro;
/** A web process alone, so that nothing works off what waits. */
const startWeb = async (): Promise<TestFaro> => {
  const connection = await createTestDatabase();
  return startTestFaro({ FARO_ROLE: "web", DATABASE_URL: databaseUrl(connection) }, connection);
};

const scrape = async (of = faro): Promise<string> => (await of.visitor().send("GET", "/metrics")).body;
/** The value of a sample by its name with its labels. */
const sample = (metrics: string, name: string): number | undefined => {
  const line = metrics.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

const checksOf = async (of: TestFaro) => {
  const { status, body } = await (await of.signedIn("admin")).send("GET", "/api/settings/health");
  expect(status).toBe(200);
  const { checks } = healthReport.parse(body);
  return (id: HealthCheckId) => checks.find((check) => check.id === id);
};

describe("an installation with work that waits and fails", () => {
  let metrics: string;
  beforeAll(async () => {
    faro = await startWeb();
    const { pool } = faro;
    await pool.query(`
      INSERT INTO endpoints (id, name, type) VALUES ('00000000-0000-4000-8000-000000000001', 'a', 'webhook');
      INSERT INTO unread_events (endpoint_id, raw_data, created_at)
        SELECT '00000000-0000-4000-8000-000000000001', '{}', now() - interval '700 seconds' FROM generate_series(1, 10005);
      INSERT INTO events (endpoint_id, raw_data, validation_status)
        VALUES ('00000000-0000-4000-8000-000000000001', '{}', 'dead'), ('00000000-0000-4000-8000-000000000001', '{}', 'valid');
      INSERT INTO reaction_queue (reactions, created_at) VALUES ('[]', now() - interval '130 seconds');
      INSERT INTO people (id, type) VALUES ('00000000-0000-4000-8000-000000000002', 'lead');
      INSERT INTO actions (person_id, type, status, not_before, created_at)
        SELECT '00000000-0000-4000-8000-000000000002', type, status, due, now() - interval '1000 seconds'
          FROM (VALUES ('sms', 'pending', NULL), ('sms', 'held', now() - interval '400 seconds'), ('email', 'sent', NULL),
                       ('call', 'held', now() + interval '1 hour'), ('sms', 'unknown', NULL)) a (type, status, due);
      INSERT INTO sync_connections (service, phase, state, last_sync_at)
        VALUES ('hubspot', 'live', 'waiting', now() - interval '2 hours'), ('zoho', 'live', 'failed', now());
      INSERT INTO webhook_subscriptions (id, name, url, events, secret)
        VALUES ('00000000-0000-4000-8000-000000000003', 'a', 'https://example.com', '{}', 'sealed');
      INSERT INTO webhook_events (id, type, data, created_at)
        VALUES ('00000000-0000-4000-8000-000000000004', 'person.created', '{}', now() - interval '800 seconds');
      DELETE FROM webhook_deliveries;
      INSERT INTO webhook_deliveries (event_id, subscription_id, seq, state)
        VALUES ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 1, 'retrying');
      INSERT INTO calls (type, phone_number, status) VALUES ('outbound', '+17875550100', 'in_progress');
      INSERT INTO agent_turns (channel, epoch, decided_by, times)
        SELECT 'call', n, 'script', '{"firstPieceMs": 2000}' FROM generate_series(1, 20) n;
      INSERT INTO ai_providers (vendor, name, monthly_budget) VALUES ('openai', 'OpenAI', 10);
      INSERT INTO usage (id, service, kind, ok, latency_ms, cost)
        SELECT ('00000000-0000-4000-8000-0000000001' || n)::uuid, 'openai', 'llm', n < 16, 5, 0.9 FROM generate_series(10, 19) n;
      INSERT INTO ai_calls (id, purpose, model, prompt_version, outcome, input_tokens, cached_tokens, output_tokens)
        SELECT id, 'read_message', 'm', '1', CASE WHEN ok THEN 'answered' ELSE 'timed_out' END, 1, 0, 1 FROM usage;
      INSERT INTO sign_in_failures (bucket, failed_at) SELECT 'b' || n % 3, now() - n / 3 * interval '1 second' FROM generate_series(0, 180) n`);
    metrics = await scrape();
  });
  afterAll(() => faro.stop());

  test.each<[string, number]>([
    ["faro_figures_read", 1],
    ["faro_unread_events", 10_000],
    ["faro_reactions_waiting", 1],
    ["faro_actions_due", 2],
    ['faro_actions_last_day{channel="email",status="sent"}', 1],
    ['faro_actions_last_day{channel="sms",status="pending"}', 1],
    ['faro_dead_letters{kind="event"}', 1],
    ['faro_dead_letters{kind="job"}', 0],
    ["faro_unknown_sends", 1],
    ['faro_webhook_deliveries{state="retrying"}', 1],
    ['faro_webhook_deliveries{state="queued"}', 0],
    ['faro_sync_stopped{service="zoho"}', 1],
    ['faro_sync_stopped{service="hubspot"}', 0],
    ['faro_ai_calls_last_hour{vendor="openai",outcome="timed_out"}', 4],
    ['faro_ai_cost_month_dollars{vendor="openai"}', 9],
    ['faro_ai_budget_left_dollars{vendor="openai"}', 1],
    ["faro_voice_calls_running", 1],
    ["faro_voice_answer_p95_seconds", 2],
    ["faro_sign_in_failures", 61],
    ["faro_database_read_only", 0],
    ["faro_clock_ahead_seconds", 0],
    ['faro_health_level{check="events"}', 2],
    ['faro_health_level{check="reactions"}', 1],
  ])("%s is %d", (name, value) => expect(sample(metrics, name)).toBe(value));

  test.each<[string, number]>([
    ["faro_unread_events_oldest_seconds", 700],
    ["faro_reactions_oldest_seconds", 130],
    ["faro_actions_due_oldest_seconds", 1000],
    ["faro_webhook_lag_seconds", 800],
    ['faro_sync_lag_seconds{service="hubspot"}', 7200],
    ["faro_database_size_bytes", 1_000_000],
    ["faro_database_server_max_connections", 10],
    ["faro_disk_size_bytes", 1_000_000],
  ])("%s is at least %d", (name, value) => expect(sample(metrics, name)).toBeGreaterThanOrEqual(value));

  test("the screen judges the same figures", async () => {
    const check = await checksOf(faro);
    expect(check("events")).toMatchObject({ level: "red", code: "waiting", values: { count: 10_000 } });
    expect(check("messages")).toMatchObject({ level: "amber", values: { count: 2 } });
    expect(check("syncs")).toMatchObject({
      level: "red",
      code: "syncs_stopped",
      values: { names: ["zoho"] },
    });
    expect(check("ai")).toMatchObject({ level: "amber", code: "ai_failing", values: { percent: 40 } });
    expect(check("voice")).toMatchObject({ level: "amber", values: { ms: 2000 } });
    expect(check("sign_ins")).toMatchObject({ level: "amber" });
  });

  test("figures are read again only after some seconds, however often they are asked for", async () => {
    await faro.pool.query("DELETE FROM reaction_queue");
    const again = await Promise.all([scrape(), scrape(), scrape()]);
    expect(again.map((text) => sample(text, "faro_reactions_waiting"))).toEqual([1, 1, 1]);
  });

  test("an operator does not see them", async () => {
    const { status } = await (await faro.signedIn("operator")).send("GET", "/api/settings/health");
    expect(status).toBe(403);
  });
});

test("the nightly verification leaves its time and result", async () => {
  const other = await startTestFaro();
  try {
    await enqueueJob(other.pool, "verify-audit");
    const count = "SELECT FROM settings WHERE category = 'audit' AND key = 'verification'";
    await vi.waitFor(async () => expect((await other.pool.query(count)).rowCount).toBe(1), {
      timeout: 30_000,
    });
    const metrics = await scrape(other);
    expect(sample(metrics, "faro_audit_ok")).toBe(1);
    expect(sample(metrics, "faro_audit_verified_seconds_ago")).toBeGreaterThanOrEqual(0);
    expect(sample(metrics, 'faro_health_level{check="audit"}')).toBe(0);
  } finally {
    await other.stop();
  }
});

describe("what Prometheus and Grafana are given", () => {
  const read = (name: string) =>
    readFileSync(new URL(`../deploy/prometheus/${name}`, import.meta.url), "utf8");
  const dashboard = read("grafana-dashboard.json");
  const alerts = read("faro-alerts.yml");
  const namesIn = (text: string) => new Set(text.match(/faro_[a-z0-9_]+/g));
  let families: Map<string, string>;
  beforeAll(async () => {
    const other = await startWeb();
    const metrics = await scrape(other);
    await other.stop();
    families = new Map(
      [...metrics.matchAll(/^# TYPE (faro_\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
    );
  });
  const isKnown = (name: string): boolean => {
    const [, family = name] = /^(.+?)_(?:bucket|count|sum)$/.exec(name) ?? [];
    return families.has(name) || families.get(family) === "histogram";
  };

  test("names only metrics that exist", () => {
    const names = [...namesIn(dashboard), ...namesIn(alerts)];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  test("the dashboard shows every metric", () => {
    const shown = [...namesIn(dashboard)].map((name) => name.replace(/_(bucket|count|sum)$/, ""));
    expect([...families.keys()].filter((name) => !shown.includes(name))).toEqual([]);
  });

  test("the dashboard has an expression, a place and a title in each panel", () => {
    const { panels, templating } = JSON.parse(dashboard);
    expect(templating.list[0].type).toBe("datasource");
    for (const { title, targets, gridPos } of panels) {
      expect(title).not.toBe("");
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (const { expr } of targets) {
        expect(expr).toContain("faro_");
        expect(expr.split("(").length).toBe(expr.split(")").length);
      }
    }
  });

  test("each rule has an expression, a severity and a summary", () => {
    const rules = alerts.split("- alert: ").slice(1);
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules)
      expect(rule).toMatch(/^\w+\n +expr: [\s\S]+severity: (critical|warning)[\s\S]+summary: /);
  });
});
