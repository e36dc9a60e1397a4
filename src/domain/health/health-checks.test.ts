import { expect, test } from "vitest";
import { type HealthCheckId, judgeHealth } from "./health-checks.ts";
import type { HealthFigures } from "./health-figures.ts";

const quiet = { count: 0, oldestSeconds: null };
const healthy: HealthFigures = {
  unreadEvents: quiet,
  reactions: quiet,
  dueActions: quiet,
  actions: [],
  deadLetters: { jobs: 0, events: 0 },
  unknownSends: quiet,
  webhooks: {
    subscriptions: 0,
    paused: 0,
    deliveries: { queued: 0, retrying: 0, behind: 0, failed: 0 },
    lagSeconds: null,
  },
  syncs: [],
  aiCalls: [],
  aiCosts: [],
  voice: { running: 0, answers: 0, p95Ms: null },
  signInFailures: 0,
  audit: null,
  backups: {
    isScheduled: false,
    scheduledSecondsAgo: 0,
    verifiedSecondsAgo: null,
    storedSecondsAgo: null,
    failedSecondsAgo: null,
  },
  database: {
    sizeBytes: 10_000_000,
    connections: 10,
    maxConnections: 100,
    isReadOnly: false,
    clockAheadSeconds: 0,
    replicas: [],
  },
  disk: { freeBytes: 50, sizeBytes: 100 },
};

const judge = (id: HealthCheckId, changed: Partial<HealthFigures>) => {
  const { level, code } = judgeHealth({ ...healthy, ...changed }).find((check) => check.id === id) ?? {};
  return [level, code];
};
const waiting = (oldestSeconds: number) => ({ count: 3, oldestSeconds });
const webhooks = (changed: Partial<HealthFigures["webhooks"]>) => ({
  webhooks: { ...healthy.webhooks, subscriptions: 1, ...changed },
});
const database = (changed: Partial<HealthFigures["database"]>) => ({
  database: { ...healthy.database, ...changed },
});
const backups = (changed: Partial<HealthFigures["backups"]>) => ({
  backups: { ...healthy.backups, isScheduled: true, scheduledSecondsAgo: 60, ...changed },
});
const made = (seconds: number) => ({ verifiedSecondsAgo: seconds, storedSecondsAgo: seconds });
const sync = (state: string, lagSeconds: number | null) => ({
  syncs: [{ service: "hubspot", state, lagSeconds }],
});
const ai = (answered: number, failed: number, spentThisMonth = 0) => ({
  aiCalls: [
    { vendor: "openai", outcome: "answered", count: answered },
    { vendor: "openai", outcome: "timed_out", count: failed },
  ],
  aiCosts: [{ vendor: "openai", spentThisMonth, monthlyBudget: 100 }],
});
const voice = (answers: number, p95Ms: number | null, running = 1) => ({
  voice: { running, answers, p95Ms },
});

test("an installation without work is green, and what nobody uses is left out of the judgement", () => {
  const levels = Object.groupBy(judgeHealth(healthy), ({ level }) => level);
  expect(levels.amber ?? levels.red).toBeUndefined();
  expect(levels.unused?.map(({ id }) => id)).toEqual([
    "webhooks",
    "syncs",
    "ai",
    "voice",
    "audit",
    "backups",
    "replicas",
  ]);
});

test.each<[HealthCheckId, Partial<HealthFigures>, [string, string]]>([
  ["events", { unreadEvents: waiting(59) }, ["green", "waiting"]],
  ["events", { unreadEvents: waiting(60) }, ["amber", "waiting"]],
  ["events", { unreadEvents: waiting(600) }, ["red", "waiting"]],
  ["reactions", { reactions: waiting(120) }, ["amber", "waiting"]],
  ["messages", { dueActions: waiting(1800) }, ["red", "waiting"]],
  ["unknown_sends", { unknownSends: { count: 1, oldestSeconds: 5 } }, ["amber", "unknown"]],
  ["unknown_sends", { unknownSends: { count: 20, oldestSeconds: 5 } }, ["red", "unknown"]],
  ["dead_letters", { deadLetters: { jobs: 0, events: 1 } }, ["amber", "failed"]],
  ["dead_letters", { deadLetters: { jobs: 60, events: 40 } }, ["red", "failed"]],
  ["webhooks", webhooks({}), ["green", "nothing_waits"]],
  ["webhooks", webhooks({ paused: 1 }), ["amber", "webhooks_paused"]],
  [
    "webhooks",
    webhooks({ paused: 1, deliveries: { queued: 5, retrying: 0, behind: 0, failed: 0 }, lagSeconds: 3600 }),
    ["red", "waiting"],
  ],
  ["syncs", sync("waiting", 60), ["green", "syncs_current"]],
  ["syncs", sync("paused", null), ["green", "syncs_current"]],
  ["syncs", sync("running", 3600), ["amber", "syncs_late"]],
  ["syncs", sync("running", 86_400), ["red", "syncs_late"]],
  ["syncs", sync("failed", 60), ["red", "syncs_stopped"]],
  ["ai", ai(10, 2), ["green", "ai_working"]],
  ["ai", ai(8, 2), ["amber", "ai_failing"]],
  ["ai", ai(0, 9), ["green", "ai_working"]],
  ["ai", ai(5, 5), ["red", "ai_failing"]],
  ["ai", ai(1, 0, 80), ["amber", "ai_budget"]],
  ["ai", ai(0, 0, 100), ["red", "ai_budget"]],
  ["voice", voice(9, 9000), ["green", "voice"]],
  ["voice", voice(10, 1500), ["amber", "voice"]],
  ["voice", voice(10, 3000), ["red", "voice"]],
  ["voice", voice(0, null, 2), ["green", "voice_calls"]],
  ["sign_ins", { signInFailures: 50 }, ["amber", "sign_ins"]],
  ["audit", { audit: { ok: true, verifiedSecondsAgo: 60 } }, ["green", "audit_verified"]],
  ["audit", { audit: { ok: true, verifiedSecondsAgo: 200_000 } }, ["amber", "audit_verified"]],
  ["audit", { audit: { ok: false, verifiedSecondsAgo: 60 } }, ["red", "audit_broken"]],
  ["backups", backups({}), ["green", "backup_awaited"]],
  ["backups", backups({ scheduledSecondsAgo: 100_000 }), ["amber", "backup_late"]],
  ["backups", backups({ ...made(7200), scheduledSecondsAgo: 900_000 }), ["green", "backup_verified"]],
  ["backups", backups({ ...made(100_000), scheduledSecondsAgo: 900_000 }), ["amber", "backup_late"]],
  ["backups", backups({ ...made(190_000), scheduledSecondsAgo: 900_000 }), ["red", "backup_late"]],
  ["backups", backups({ ...made(7200), failedSecondsAgo: 60 }), ["amber", "backup_failed"]],
  ["backups", backups({ ...made(7200), failedSecondsAgo: 9000 }), ["green", "backup_verified"]],
  ["backups", backups({ ...made(7200), storedSecondsAgo: 60 }), ["amber", "backup_unverified"]],
  [
    "backups",
    backups({ ...made(190_000), failedSecondsAgo: 60, scheduledSecondsAgo: 900_000 }),
    ["red", "backup_failed"],
  ],
  ["database", database({ connections: 70 }), ["amber", "writable"]],
  ["database", database({ connections: 90 }), ["red", "writable"]],
  ["database", database({ isReadOnly: true }), ["red", "read_only"]],
  ["replicas", database({ replicas: [{ name: "n2", lagSeconds: 0 }] }), ["green", "replica_lag"]],
  ["replicas", database({ replicas: [{ name: "n2", lagSeconds: 60 }] }), ["red", "replica_lag"]],
  ["disk", { disk: { freeBytes: 11, sizeBytes: 100 } }, ["green", "disk"]],
  ["disk", { disk: { freeBytes: 10, sizeBytes: 100 } }, ["amber", "disk"]],
  ["disk", { disk: { freeBytes: 2, sizeBytes: 100 } }, ["red", "disk"]],
  ["clock", database({ clockAheadSeconds: -5 }), ["amber", "clock"]],
  ["clock", database({ clockAheadSeconds: 60 }), ["red", "clock"]],
])("%s with %j is %j", (id, changed, expected) => {
  expect(judge(id, changed)).toEqual(expected);
});
