import type { Backlog, HealthFigures } from "./health-figures.ts";

/** `unused`: nothing to judge, such as a sync that nobody has set up. */
export const healthLevels = ["unused", "green", "amber", "red"] as const;
export type HealthLevel = (typeof healthLevels)[number];

/** What was found; the interface has its text in both languages. */
export const healthCodes = [
  "not_used",
  "nothing_waits",
  "waiting",
  "none_failed",
  "failed",
  "none_unknown",
  "unknown",
  "webhooks_paused",
  "syncs_current",
  "syncs_stopped",
  "syncs_late",
  "ai_working",
  "ai_failing",
  "ai_budget",
  "voice",
  "voice_calls",
  "sign_ins",
  "audit_verified",
  "audit_broken",
  "backup_verified",
  "backup_awaited",
  "backup_late",
  "backup_failed",
  "backup_unverified",
  "writable",
  "read_only",
  "replica_lag",
  "disk",
  "clock",
] as const;
export type HealthCode = (typeof healthCodes)[number];

export type HealthValues = {
  count?: number;
  seconds?: number;
  percent?: number;
  bytes?: number;
  ms?: number;
  jobs?: number;
  events?: number;
  /** Of vendors and services. */
  names?: string[];
};

type Finding = { level: HealthLevel; code: HealthCode; values: HealthValues };

/** From these values on a check is amber, or red. */
type Limits = { amber: number; red: number };

const minute = 60;
const hour = 60 * minute;

export const healthLimits = {
  eventSeconds: { amber: minute, red: 10 * minute },
  reactionSeconds: { amber: 2 * minute, red: 15 * minute },
  actionSeconds: { amber: 5 * minute, red: 30 * minute },
  webhookSeconds: { amber: 10 * minute, red: hour },
  syncSeconds: { amber: hour, red: 24 * hour },
  deadLetters: { amber: 1, red: 100 },
  unknownSends: { amber: 1, red: 20 },
  failedAiPercent: { amber: 20, red: 50 },
  spentBudgetPercent: { amber: 80, red: 100 },
  voiceMs: { amber: 1_500, red: 3_000 },
  signInFailures: { amber: 50, red: 500 },
  auditSeconds: { amber: 36 * hour, red: 7 * 24 * hour },
  /** One a day; the second that is missing is an emergency. */
  backupSeconds: { amber: 27 * hour, red: 51 * hour },
  connectionPercent: { amber: 70, red: 90 },
  replicaSeconds: { amber: 10, red: minute },
  /** Of the disk, that is used: 10 % and 3 % are left. */
  diskPercent: { amber: 90, red: 97 },
  clockSeconds: { amber: 5, red: minute },
} as const satisfies Record<string, Limits>;

/** A share of fewer than these says nothing. */
const minSample = 10;

const levelOf = (value: number, { amber, red }: Limits): HealthLevel =>
  value >= red ? "red" : value >= amber ? "amber" : "green";

const unused: Finding = { level: "unused", code: "not_used", values: {} };

const judgeBacklog = ({ count, oldestSeconds }: Backlog, limits: Limits): Finding => {
  if (count === 0) return { level: "green", code: "nothing_waits", values: {} };
  const seconds = oldestSeconds ?? 0;
  return { level: levelOf(seconds, limits), code: "waiting", values: { count, seconds } };
};

const judgeWebhooks = ({ webhooks }: HealthFigures): Finding => {
  const { subscriptions, paused, deliveries, lagSeconds } = webhooks;
  if (subscriptions === 0) return unused;
  const waiting = judgeBacklog(
    { count: deliveries.queued + deliveries.retrying + deliveries.behind, oldestSeconds: lagSeconds },
    healthLimits.webhookSeconds,
  );
  if (paused === 0 || waiting.level === "red") return waiting;
  return { level: "amber", code: "webhooks_paused", values: { count: paused } };
};

const judgeSyncs = ({ syncs }: HealthFigures): Finding => {
  if (syncs.length === 0) return unused;
  const stopped = syncs.filter(({ state }) => state === "failed");
  if (stopped.length > 0)
    return { level: "red", code: "syncs_stopped", values: { names: stopped.map(({ service }) => service) } };
  const late = syncs.filter(({ lagSeconds }) => (lagSeconds ?? 0) >= healthLimits.syncSeconds.amber);
  if (late.length === 0) return { level: "green", code: "syncs_current", values: { count: syncs.length } };
  const seconds = Math.max(...late.map(({ lagSeconds }) => lagSeconds ?? 0));
  const names = late.map(({ service }) => service);
  return {
    level: levelOf(seconds, healthLimits.syncSeconds),
    code: "syncs_late",
    values: { names, seconds },
  };
};

const judgeAi = ({ aiCalls, aiCosts }: HealthFigures): Finding => {
  const shares = aiCosts.flatMap(({ vendor, spentThisMonth, monthlyBudget }) =>
    monthlyBudget ? [{ vendor, percent: Math.floor((spentThisMonth / monthlyBudget) * 100) }] : [],
  );
  const spent = shares.filter(({ percent }) => percent >= healthLimits.spentBudgetPercent.amber);
  const count = aiCalls.reduce((sum, calls) => sum + calls.count, 0);
  const answered = aiCalls
    .filter(({ outcome }) => outcome === "answered")
    .reduce((sum, calls) => sum + calls.count, 0);
  const failed = count === 0 ? 0 : Math.round(((count - answered) / count) * 100);
  if (count >= minSample && failed >= healthLimits.failedAiPercent.amber)
    return {
      level: levelOf(failed, healthLimits.failedAiPercent),
      code: "ai_failing",
      values: { percent: failed, count },
    };
  if (spent.length > 0) {
    const percent = Math.max(...spent.map((share) => share.percent));
    const level = levelOf(percent, healthLimits.spentBudgetPercent);
    return { level, code: "ai_budget", values: { percent, names: spent.map(({ vendor }) => vendor) } };
  }
  return count === 0 ? unused : { level: "green", code: "ai_working", values: { count } };
};

const judgeVoice = ({ voice }: HealthFigures): Finding => {
  const { running, answers, p95Ms } = voice;
  if (p95Ms === null || answers === 0)
    return running === 0 ? unused : { level: "green", code: "voice_calls", values: { count: running } };
  const level = answers < minSample ? "green" : levelOf(p95Ms, healthLimits.voiceMs);
  return { level, code: "voice", values: { count: running, ms: Math.round(p95Ms) } };
};

const judgeAudit = ({ audit }: HealthFigures): Finding => {
  if (!audit) return unused;
  const values = { seconds: audit.verifiedSecondsAgo };
  if (!audit.ok) return { level: "red", code: "audit_broken", values };
  const level = levelOf(audit.verifiedSecondsAgo, healthLimits.auditSeconds);
  return { level, code: "audit_verified", values };
};

const judgeBackups = ({ backups }: HealthFigures): Finding => {
  const { isScheduled, scheduledSecondsAgo, verifiedSecondsAgo, storedSecondsAgo, failedSecondsAgo } =
    backups;
  if (!isScheduled) return unused;
  const never = Number.POSITIVE_INFINITY;
  const [verified, stored, failed] = [verifiedSecondsAgo, storedSecondsAgo, failedSecondsAgo].map(
    (seconds) => seconds ?? never,
  ) as [number, number, number];
  // A schedule that was just saved has made none yet.
  const level = levelOf(Math.min(verified, scheduledSecondsAgo), healthLimits.backupSeconds);
  const atLeastAmber = level === "green" ? "amber" : level;
  if (failed < stored) return { level: atLeastAmber, code: "backup_failed", values: { seconds: failed } };
  if (stored < verified)
    return { level: atLeastAmber, code: "backup_unverified", values: { seconds: stored } };
  if (verified === never)
    return level === "green"
      ? { level, code: "backup_awaited", values: {} }
      : { level, code: "backup_late", values: { seconds: scheduledSecondsAgo } };
  return {
    level,
    code: level === "green" ? "backup_verified" : "backup_late",
    values: { seconds: verified },
  };
};

const judgeDatabase = ({ database }: HealthFigures): Finding => {
  const { isReadOnly, connections, maxConnections, sizeBytes } = database;
  if (isReadOnly) return { level: "red", code: "read_only", values: {} };
  const percent = Math.round((connections / maxConnections) * 100);
  const level = levelOf(percent, healthLimits.connectionPercent);
  return { level, code: "writable", values: { percent, count: connections, bytes: sizeBytes } };
};

const judgeReplicas = ({ database: { replicas } }: HealthFigures): Finding => {
  if (replicas.length === 0) return unused;
  const seconds = Math.max(...replicas.map(({ lagSeconds }) => lagSeconds));
  const level = levelOf(seconds, healthLimits.replicaSeconds);
  return { level, code: "replica_lag", values: { count: replicas.length, seconds } };
};

const judgeDisk = ({ disk: { freeBytes, sizeBytes } }: HealthFigures): Finding => {
  const free = sizeBytes === 0 ? 100 : (freeBytes / sizeBytes) * 100;
  const level = levelOf(100 - free, healthLimits.diskPercent);
  return { level, code: "disk", values: { percent: Math.floor(free), bytes: freeBytes } };
};

const judgeClock = ({ database: { clockAheadSeconds } }: HealthFigures): Finding => {
  const seconds = Math.abs(clockAheadSeconds);
  return { level: levelOf(seconds, healthLimits.clockSeconds), code: "clock", values: { seconds } };
};

const judgeDeadLetters = ({ deadLetters: { jobs, events } }: HealthFigures): Finding => {
  const level = levelOf(jobs + events, healthLimits.deadLetters);
  return level === "green"
    ? { level, code: "none_failed", values: {} }
    : { level, code: "failed", values: { jobs, events } };
};

const judgeUnknownSends = ({ unknownSends: { count } }: HealthFigures): Finding => {
  const level = levelOf(count, healthLimits.unknownSends);
  return level === "green"
    ? { level, code: "none_unknown", values: {} }
    : { level, code: "unknown", values: { count } };
};

/** In the order in which the screen shows them. */
const checks = {
  events: ({ unreadEvents }) => judgeBacklog(unreadEvents, healthLimits.eventSeconds),
  reactions: ({ reactions }) => judgeBacklog(reactions, healthLimits.reactionSeconds),
  messages: ({ dueActions }) => judgeBacklog(dueActions, healthLimits.actionSeconds),
  unknown_sends: judgeUnknownSends,
  dead_letters: judgeDeadLetters,
  webhooks: judgeWebhooks,
  syncs: judgeSyncs,
  ai: judgeAi,
  voice: judgeVoice,
  sign_ins: ({ signInFailures }) => ({
    level: levelOf(signInFailures, healthLimits.signInFailures),
    code: "sign_ins",
    values: { count: signInFailures },
  }),
  audit: judgeAudit,
  backups: judgeBackups,
  database: judgeDatabase,
  replicas: judgeReplicas,
  disk: judgeDisk,
  clock: judgeClock,
} as const satisfies Record<string, (figures: HealthFigures) => Finding>;

export type HealthCheckId = keyof typeof checks;
export const healthCheckIds = Object.keys(checks) as HealthCheckId[];

export type HealthCheck = Finding & { id: HealthCheckId };

export const judgeHealth = (figures: HealthFigures): HealthCheck[] =>
  healthCheckIds.map((id) => ({ id, ...checks[id](figures) }));

/** What to do, for checks that are amber or red. */
export type HealthAdvice = HealthCheckId | "audit_broken" | "read_only";

export const adviceOf = ({
  id,
  level,
  code,
}: Pick<HealthCheck, "id" | "level" | "code">): HealthAdvice | null => {
  if (level !== "amber" && level !== "red") return null;
  return code === "audit_broken" || code === "read_only" ? code : id;
};
