import { type SQL, sql } from "drizzle-orm";
import { type Backlog, type HealthFigures, maxCounted } from "#domain/health/health-figures.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { readBackupFigures } from "#server/store/backups/backups.ts";
import { readAuditVerification } from "./audit-verification.ts";

/** Ends a reading of figures before the limits of requests and scrapes. */
const statementTimeoutMs = 4_000;
/** Newest answers of the voice agent that its latency is measured with. */
const maxAnswers = 500;
/** Newest requests to models that their share of failures is measured with. */
const maxAiCalls = 5_000;

const secondsSince = (instant: SQL): SQL => sql`greatest(extract(epoch FROM now() - ${instant}), 0)::float8`;

const count = (rows: SQL): SQL => sql`(SELECT count(*) FROM (${rows} LIMIT ${maxCounted}) counted)::int`;

type Figures = {
  events: number;
  eventSeconds: number | null;
  reactions: number;
  reactionSeconds: number | null;
  due: number;
  dueSeconds: number | null;
  unknown: number;
  unknownSeconds: number | null;
  deadJobs: number;
  deadEvents: number;
  signInFailures: number;
  running: number;
  answers: number;
  p95Ms: number | null;
};

/** Each figure reads one partial index, and no more than `maxCounted` entries of it. */
const readBacklogs = (tx: Tx, signInWindowMs: number) =>
  tx.execute<Figures>(sql`
    SELECT ${count(sql`SELECT FROM events WHERE validation_status = 'received'`)} AS events,
           (SELECT ${secondsSince(sql`created_at`)} FROM events
             WHERE validation_status = 'received' ORDER BY id LIMIT 1) AS "eventSeconds",
           ${count(sql`SELECT FROM reaction_queue`)} AS reactions,
           (SELECT ${secondsSince(sql`created_at`)} FROM reaction_queue ORDER BY id LIMIT 1) AS "reactionSeconds",
           due.count AS due, due.seconds AS "dueSeconds",
           ${count(sql`SELECT FROM actions WHERE status = 'unknown'`)} AS unknown,
           (SELECT ${secondsSince(sql`created_at`)} FROM actions
             WHERE status = 'unknown' ORDER BY created_at LIMIT 1) AS "unknownSeconds",
           ${count(sql`SELECT FROM pgboss.job WHERE name = 'dead-letters'
                         AND created_on > now() - interval '1 day'`)} AS "deadJobs",
           ${count(sql`SELECT FROM endpoints e CROSS JOIN LATERAL (SELECT FROM ONLY events
                         WHERE endpoint_id = e.id AND validation_status = 'dead' LIMIT ${maxCounted}) dead`)} AS "deadEvents",
           (SELECT count(DISTINCT failed_at) FROM (SELECT failed_at FROM sign_in_failures
             WHERE failed_at > now() - ${signInWindowMs} * interval '1 millisecond'
             LIMIT ${maxCounted}) f)::int AS "signInFailures",
           ${count(sql`SELECT FROM calls WHERE status IN ('ringing', 'in_progress')`)} AS running,
           answers.count AS answers, answers.p95 AS "p95Ms"
      FROM (SELECT count(*)::int AS count,
                   percentile_cont(0.95) WITHIN GROUP (ORDER BY (times ->> 'firstPieceMs')::float8) AS p95
              FROM (SELECT times, created_at FROM agent_turns ORDER BY id DESC LIMIT ${maxAnswers}) newest
             WHERE created_at > now() - interval '1 hour' AND times ? 'firstPieceMs') answers,
           (SELECT least(count(*), ${maxCounted})::int AS count, max(seconds) AS seconds FROM (
              (SELECT ${secondsSince(sql`not_before`)} AS seconds FROM actions
                WHERE status IN ('pending', 'held', 'dispatching') AND not_before <= now()
                ORDER BY not_before LIMIT ${maxCounted})
              UNION ALL
              (SELECT ${secondsSince(sql`created_at`)} FROM actions
                WHERE status IN ('pending', 'held', 'dispatching') AND not_before IS NULL LIMIT ${maxCounted})) open) due`);

type Deliveries = HealthFigures["webhooks"]["deliveries"];
type WebhookRow = Deliveries & { subscriptions: number; paused: number; lagSeconds: number | null };

/** Deliveries of a subscription that are retried, of which the oldest is looked for; others wait behind these. */
const maxRetrying = 1_000;

const deliveriesOf = (state: keyof Deliveries): SQL =>
  count(sql`SELECT FROM webhook_deliveries d WHERE d.state = ${sql.raw(`'${state}'`)}`);

const readWebhooks = (tx: Tx) =>
  tx.execute<WebhookRow>(sql`
    SELECT count(*)::int AS subscriptions, (count(*) FILTER (WHERE state = 'paused'))::int AS paused,
           ${deliveriesOf("queued")} AS queued, ${deliveriesOf("retrying")} AS retrying,
           ${deliveriesOf("behind")} AS behind, ${deliveriesOf("failed")} AS failed,
           max(oldest.seconds) AS "lagSeconds"
      FROM webhook_subscriptions s LEFT JOIN LATERAL (
             SELECT ${secondsSince(sql`e.created_at`)} AS seconds
               FROM ((SELECT event_id, seq FROM webhook_deliveries d
                       WHERE d.subscription_id = s.id AND d.state = 'queued' ORDER BY seq LIMIT 1)
                     UNION ALL
                     (SELECT event_id, seq FROM webhook_deliveries d
                       WHERE d.subscription_id = s.id AND d.state = 'retrying' LIMIT ${maxRetrying})) open
               JOIN webhook_events e ON e.id = open.event_id
              ORDER BY open.seq LIMIT 1) oldest ON s.state = 'active'
     WHERE s.deleted_at IS NULL`);

const readActions = (tx: Tx) =>
  tx.execute<HealthFigures["actions"][number]>(sql`
    SELECT split_part(dimension, ':', 1) AS channel, split_part(dimension, ':', 2) AS status, sum(count)::int AS count
      FROM counters WHERE metric = 'actions' AND hour > now() - interval '1 day'
     GROUP BY dimension HAVING sum(count) > 0`);

const readSyncs = (tx: Tx) =>
  tx.execute<HealthFigures["syncs"][number]>(sql`
    SELECT service, state, CASE WHEN phase = 'live' AND state IN ('waiting', 'running')
                                THEN ${secondsSince(sql`last_sync_at`)} END AS "lagSeconds"
      FROM sync_connections WHERE phase <> 'setup' ORDER BY service`);

const readAiCalls = (tx: Tx) =>
  tx.execute<HealthFigures["aiCalls"][number]>(sql`
    SELECT service AS vendor, outcome, count(*)::int AS count
      FROM (SELECT id, service FROM usage WHERE kind = 'llm' AND created_at > now() - interval '1 hour'
             ORDER BY created_at DESC LIMIT ${maxAiCalls}) u JOIN ai_calls USING (id) GROUP BY 1, 2`);

const readAiCosts = (tx: Tx, monthStart: Date) =>
  tx.execute<HealthFigures["aiCosts"][number]>(sql`
    SELECT p.vendor, p.monthly_budget::float8 AS "monthlyBudget",
           coalesce((SELECT sum(amount) FROM counters c WHERE c.metric = 'usage' AND c.hour >= ${monthStart.toISOString()}
                        AND c.dimension = p.vendor), 0)::float8 AS "spentThisMonth"
      FROM ai_providers p WHERE p.enabled AND (p.monthly_budget IS NOT NULL OR p.api_key IS NOT NULL)`);

type ServerRow = {
  sizeBytes: string;
  connections: number;
  maxConnections: number;
  isReadOnly: boolean;
  clockMs: number;
  replicas: HealthFigures["database"]["replicas"];
};

/** A role without `pg_monitor` sees no state of replicas; then there are none to judge. */
const readServer = (tx: Tx) =>
  tx.execute<ServerRow>(sql`
    SELECT pg_database_size(current_database()) AS "sizeBytes",
           (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
           current_setting('max_connections')::int AS "maxConnections",
           pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly",
           (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::float8 AS "clockMs",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('name', application_name, 'lagSeconds',
                     greatest(coalesce(extract(epoch FROM replay_lag), 0), 0))), '[]')
              FROM pg_stat_replication WHERE state IS NOT NULL) AS replicas`);

const toBacklog = (found: number, oldestSeconds: number | null): Backlog => ({ count: found, oldestSeconds });

const first = <T>({ rows: [row] }: { rows: T[] }): T => {
  if (row === undefined) throw new Error("The figures of health have no row");
  return row;
};

export type FigureOptions = { signInWindowMs: number; monthStart: Date };

/** All figures but those of the disk, in one transaction on one connection. */
export const readHealthFigures = (
  db: Db,
  { signInWindowMs, monthStart }: FigureOptions,
): Promise<Omit<HealthFigures, "disk">> =>
  db.transaction(
    async (tx) => {
      const clock = { before: 0, after: 0 };
      const timedServer = async () => {
        clock.before = Date.now();
        const answer = await readServer(tx);
        clock.after = Date.now();
        return answer;
      };
      await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${statementTimeoutMs}`));
      const server = first(await timedServer());
      const [backlogs, webhooks, actions, syncs, aiCalls, aiCosts, audit, backups] = await inOneRoundTrip([
        readBacklogs(tx, signInWindowMs),
        readWebhooks(tx),
        readActions(tx),
        readSyncs(tx),
        readAiCalls(tx),
        readAiCosts(tx, monthStart),
        readAuditVerification(tx),
        readBackupFigures(tx),
      ]);
      const row = first(backlogs);
      const { subscriptions, paused, lagSeconds, ...deliveries } = first(webhooks);
      const { sizeBytes, clockMs, ...serverFigures } = server;
      return {
        unreadEvents: toBacklog(row.events, row.eventSeconds),
        reactions: toBacklog(row.reactions, row.reactionSeconds),
        dueActions: toBacklog(row.due, row.dueSeconds),
        actions: actions.rows,
        deadLetters: { jobs: row.deadJobs, events: row.deadEvents },
        unknownSends: toBacklog(row.unknown, row.unknownSeconds),
        webhooks: { subscriptions, paused, deliveries, lagSeconds },
        syncs: syncs.rows,
        aiCalls: aiCalls.rows,
        aiCosts: aiCosts.rows,
        voice: { running: row.running, answers: row.answers, p95Ms: row.p95Ms },
        signInFailures: row.signInFailures,
        backups,
        audit: audit && {
          ok: audit.ok,
          verifiedSecondsAgo: Math.max(0, Math.round((clockMs - audit.at) / 1000)),
        },
        database: {
          ...serverFigures,
          sizeBytes: Number(sizeBytes),
          // Against the middle of the question, whose way there and back took equally long.
          clockAheadSeconds: Math.round((clockMs - (clock.before + clock.after) / 2) / 1000),
        },
      };
    },
    { accessMode: "read only" },
  );
