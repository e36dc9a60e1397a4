import { Gauge, type Registry } from "prom-client";
import type { HealthReader, HealthReading } from "#server/api/health-reader.ts";
import type { Log } from "#server/log.ts";

type Sample = { value: number; labels?: Record<string, string> };
type GaugeDefinition = {
  name: string;
  help: string;
  labels?: string[];
  read: (reading: HealthReading) => Sample[];
};

const one = (value: number | null | undefined): Sample[] => (value == null ? [] : [{ value }]);

const levelValues = { green: 0, amber: 1, red: 2 } as const;

/** What is true of the whole installation: every process reports the same, so take the maximum, not the sum. */
const definitions: readonly GaugeDefinition[] = [
  {
    name: "faro_health_level",
    help: "What Settings › Health shows: 0 green, 1 amber, 2 red; checks of what is not used are left out",
    labels: ["check"],
    read: ({ checks }) =>
      checks.flatMap(({ id, level }) =>
        level === "unused" ? [] : [{ value: levelValues[level], labels: { check: id } }],
      ),
  },
  {
    name: "faro_unread_events",
    help: "Accepted events that no worker has read, counted up to 10,000",
    read: ({ figures }) => one(figures.unreadEvents.count),
  },
  {
    name: "faro_unread_events_oldest_seconds",
    help: "Age of the oldest unread event",
    read: ({ figures }) => one(figures.unreadEvents.oldestSeconds ?? 0),
  },
  {
    name: "faro_reactions_waiting",
    help: "Transactions whose reactions wait for scores and rules, counted up to 10,000",
    read: ({ figures }) => one(figures.reactions.count),
  },
  {
    name: "faro_reactions_oldest_seconds",
    help: "Age of the oldest reaction that waits",
    read: ({ figures }) => one(figures.reactions.oldestSeconds ?? 0),
  },
  {
    name: "faro_actions_last_day",
    help: "Messages and calls created within 24 hours, by channel and present status",
    labels: ["channel", "status"],
    read: ({ figures }) =>
      figures.actions.map(({ channel, status, count }) => ({ value: count, labels: { channel, status } })),
  },
  {
    name: "faro_actions_due",
    help: "Messages and calls that should have left by now, counted up to 10,000",
    read: ({ figures }) => one(figures.dueActions.count),
  },
  {
    name: "faro_actions_due_oldest_seconds",
    help: "For how long the oldest of them has been due",
    read: ({ figures }) => one(figures.dueActions.oldestSeconds ?? 0),
  },
  {
    name: "faro_dead_letters",
    help: "Jobs of the last day whose last attempt failed, and events that could not be processed",
    labels: ["kind"],
    read: ({ figures: { deadLetters } }) => [
      { value: deadLetters.jobs, labels: { kind: "job" } },
      { value: deadLetters.events, labels: { kind: "event" } },
    ],
  },
  {
    name: "faro_unknown_sends",
    help: "Messages of which it is not known whether the vendor took them",
    read: ({ figures }) => one(figures.unknownSends.count),
  },
  {
    name: "faro_webhook_deliveries",
    help: "Outgoing webhooks that are not delivered, by state, counted up to 10,000 each",
    labels: ["state"],
    read: ({ figures: { webhooks } }) =>
      Object.entries(webhooks.deliveries).map(([state, value]) => ({ value, labels: { state } })),
  },
  {
    name: "faro_webhook_lag_seconds",
    help: "Age of the oldest event that waits for an active subscription",
    read: ({ figures }) => one(figures.webhooks.lagSeconds ?? 0),
  },
  {
    name: "faro_webhook_subscriptions_paused",
    help: "Subscriptions of outgoing webhooks that are paused",
    read: ({ figures }) => one(figures.webhooks.paused),
  },
  {
    name: "faro_sync_lag_seconds",
    help: "Since the last complete run of a sync that follows changes",
    labels: ["service"],
    read: ({ figures }) =>
      figures.syncs.flatMap(({ service, lagSeconds }) =>
        lagSeconds === null ? [] : [{ value: lagSeconds, labels: { service } }],
      ),
  },
  {
    name: "faro_sync_stopped",
    help: "1 where a sync was stopped by an error",
    labels: ["service"],
    read: ({ figures }) =>
      figures.syncs.map(({ service, state }) => ({ value: state === "failed" ? 1 : 0, labels: { service } })),
  },
  {
    name: "faro_ai_calls_last_hour",
    help: "Requests to models within an hour, by vendor and outcome; of the newest 5,000",
    labels: ["vendor", "outcome"],
    read: ({ figures }) =>
      figures.aiCalls.map(({ vendor, outcome, count }) => ({ value: count, labels: { vendor, outcome } })),
  },
  {
    name: "faro_ai_cost_month_dollars",
    help: "Spent this month, by vendor of models",
    labels: ["vendor"],
    read: ({ figures }) =>
      figures.aiCosts.map(({ vendor, spentThisMonth }) => ({ value: spentThisMonth, labels: { vendor } })),
  },
  {
    name: "faro_ai_budget_left_dollars",
    help: "Left of the month's budget, where a vendor of models has one",
    labels: ["vendor"],
    read: ({ figures }) =>
      figures.aiCosts.flatMap(({ vendor, spentThisMonth, monthlyBudget }) =>
        monthlyBudget === null
          ? []
          : [{ value: Math.max(0, monthlyBudget - spentThisMonth), labels: { vendor } }],
      ),
  },
  {
    name: "faro_voice_calls_running",
    help: "Calls that ring or are answered",
    read: ({ figures }) => one(figures.voice.running),
  },
  {
    name: "faro_voice_answer_p95_seconds",
    help: "95 % of the voice agent's answers of the last hour began within this time; absent without answers",
    read: ({ figures: { voice } }) => one(voice.p95Ms === null ? null : voice.p95Ms / 1000),
  },
  {
    name: "faro_sign_in_failures",
    help: "Failed sign-ins of the last 15 minutes",
    read: ({ figures }) => one(figures.signInFailures),
  },
  {
    name: "faro_audit_verified_seconds_ago",
    help: "Since the audit chain was last verified; absent before the first time",
    read: ({ figures }) => one(figures.audit?.verifiedSecondsAgo),
  },
  {
    name: "faro_audit_ok",
    help: "1 if that verification found the audit chain whole",
    read: ({ figures: { audit } }) => one(audit && (audit.ok ? 1 : 0)),
  },
  {
    name: "faro_backup_scheduled",
    help: "1 where backups are scheduled",
    read: ({ figures }) => one(figures.backups.isScheduled ? 1 : 0),
  },
  {
    name: "faro_backup_verified_seconds_ago",
    help: "Since the newest backup that was restored as a test; absent before the first",
    read: ({ figures }) => one(figures.backups.verifiedSecondsAgo),
  },
  {
    name: "faro_backup_failed_seconds_ago",
    help: "Since the newest backup that failed; absent where none did",
    read: ({ figures }) => one(figures.backups.failedSecondsAgo),
  },
  {
    name: "faro_database_size_bytes",
    help: "Size of the database",
    read: ({ figures }) => one(figures.database.sizeBytes),
  },
  {
    name: "faro_database_server_connections",
    help: "Connections to the database server, of all its users",
    read: ({ figures }) => one(figures.database.connections),
  },
  {
    name: "faro_database_server_max_connections",
    help: "Connections that the database server allows",
    read: ({ figures }) => one(figures.database.maxConnections),
  },
  {
    name: "faro_database_read_only",
    help: "1 while the database takes no writes",
    read: ({ figures }) => one(figures.database.isReadOnly ? 1 : 0),
  },
  {
    name: "faro_replication_lag_seconds",
    help: "By how much a replica is behind; needs the rights of pg_monitor",
    labels: ["replica"],
    read: ({ figures }) =>
      figures.database.replicas.map(({ name, lagSeconds }) => ({
        value: lagSeconds,
        labels: { replica: name },
      })),
  },
  {
    name: "faro_clock_ahead_seconds",
    help: "By how much the clock of the database is ahead of this machine's",
    read: ({ figures }) => one(figures.database.clockAheadSeconds),
  },
  {
    name: "faro_disk_free_bytes",
    help: "Free on the disk of the data directory",
    read: ({ figures }) => one(figures.disk.freeBytes),
  },
  {
    name: "faro_disk_size_bytes",
    help: "Size of the disk of the data directory",
    read: ({ figures }) => one(figures.disk.sizeBytes),
  },
];

/** A scrape never waits longer for the database. */
const readMs = 5_000;

const withLimit = <T>(value: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("The figures took too long")), readMs);
    value.then(resolve, reject).finally(() => clearTimeout(limit));
  });

/** Registers the gauges; the returned function sets them from the newest figures before a scrape. */
export const registerHealthGauges = (registers: Registry[], health: HealthReader, log: Log) => {
  const gauges = definitions.map(({ name, help, labels = [], read }) => ({
    gauge: new Gauge({ name, help, labelNames: labels, registers }),
    hasLabels: labels.length > 0,
    read,
  }));
  const isRead = new Gauge({
    name: "faro_figures_read",
    help: "1 if the database gave the figures of the installation; otherwise they are absent",
    registers,
  });
  const age = new Gauge({ name: "faro_figures_age_seconds", help: "Age of these figures", registers });
  return async (): Promise<void> => {
    const reading = await withLimit(health.read()).catch((error: unknown) => {
      log.warn({ error }, "the figures of the installation could not be read");
      return undefined;
    });
    isRead.set(reading ? 1 : 0);
    age.remove();
    if (reading) age.set(Math.max(0, (Date.now() - reading.at) / 1000));
    for (const { gauge, hasLabels, read } of gauges) {
      // Without labels, a reset would say 0.
      if (hasLabels) gauge.reset();
      else gauge.remove();
      for (const { value, labels = {} } of reading ? read(reading) : []) gauge.set(labels, value);
    }
  };
};
