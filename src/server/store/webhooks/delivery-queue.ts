import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import type { WebhookPauseReason } from "#domain/webhooks/subscription.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { WebhookAttempt } from "#server/db/schema/webhooks.ts";

/** A subscription for which this process sends until its lease ends; no other process does meanwhile. */
export type ClaimedSubscription = {
  id: string;
  name: string;
  url: string;
  /** Null for all people. */
  audience: unknown;
  /** Sealed. */
  secret: string;
  previousSecret: string | null;
  fence: number;
  failuresInARow: number;
  /** Milliseconds since 1970. */
  failingSince: number | null;
};

/** It has something to send now, and no process sends for it. */
const isDue = `s.state = 'active' AND s.deleted_at IS NULL AND coalesce(s.wait_until, '-infinity') <= now()
  AND coalesce(s.lease_until, '-infinity') < now()
  AND (EXISTS (SELECT FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.state = 'queued')
    OR EXISTS (SELECT FROM webhook_deliveries d
                WHERE d.subscription_id = s.id AND d.state = 'retrying' AND d.next_attempt_at <= now()))`;

/** Cheap, because it is asked far more often than there is something. */
export const hasDueSubscription = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ due: boolean }>({
    name: "has-due-webhooks",
    text: `SELECT EXISTS (SELECT FROM webhook_subscriptions s WHERE ${isDue}) AS due`,
  });
  return rows[0]?.due === true;
};

const claimedColumns = sql.raw(`s.id, s.name, s.url, s.audience, s.secret, s.fence,
  s.failures_in_a_row AS "failuresInARow", (extract(epoch FROM s.failing_since) * 1000)::float8 AS "failingSince",
  CASE WHEN s.previous_secret_until > now() THEN s.previous_secret END AS "previousSecret"`);

const leaseEnd = (seconds: number): SQL => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

export const claimSubscriptions = async (tx: Tx, leaseSeconds: number): Promise<ClaimedSubscription[]> => {
  const { rows } = await tx.execute<ClaimedSubscription>(sql`
    UPDATE webhook_subscriptions s SET fence = fence + 1, lease_until = ${leaseEnd(leaseSeconds)}
     WHERE s.id IN (SELECT s.id FROM webhook_subscriptions s WHERE ${sql.raw(isDue)}
                     ORDER BY s.id FOR UPDATE SKIP LOCKED)
    RETURNING ${claimedColumns}`);
  return rows;
};

type Claim = { id: string; fence: number };
const isClaimed = ({ id, fence }: Claim): SQL => sql`s.id = ${id} AND s.fence = ${fence}`;

/** Undefined when the claim is lost, or the subscription was paused or deleted. */
export const renewClaim = async (
  tx: Tx,
  claim: Claim,
  leaseSeconds: number,
): Promise<ClaimedSubscription | undefined> => {
  const { rows } = await tx.execute<ClaimedSubscription>(sql`
    UPDATE webhook_subscriptions s SET lease_until = ${leaseEnd(leaseSeconds)}
     WHERE ${isClaimed(claim)} AND s.state = 'active' AND s.deleted_at IS NULL RETURNING ${claimedColumns}`);
  return rows[0];
};

export const releaseClaim = async (tx: Tx, claim: Claim): Promise<void> => {
  await tx.execute(sql`UPDATE webhook_subscriptions s SET lease_until = NULL WHERE ${isClaimed(claim)}`);
};

/** An event to send to one subscription. */
export type QueuedDelivery = {
  eventId: string;
  type: string;
  personId: string | null;
  data: Record<string, unknown>;
  /** ISO 8601. */
  createdAt: string;
  /** Attempts so far that count. */
  attempts: number;
  isRetry: boolean;
};

const queuedColumns =
  sql.raw(`d.event_id AS "eventId", d.seq, d.attempts, e.type, e.person_id AS "personId", e.data,
  to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"`);

/** What is due, besides what is known already: retries, and queued events in their order. */
export const readQueue = async (
  db: Reader,
  subscriptionId: string,
  known: readonly string[],
  limit: number,
): Promise<(QueuedDelivery & { isBlocked: boolean })[]> => {
  const isNew = sql`d.event_id <> ALL(${sql.param(known)}::uuid[])`;
  const { rows } = await db.execute<QueuedDelivery & { isBlocked: boolean }>(sql`
    (SELECT ${queuedColumns}, true AS "isRetry", false AS "isBlocked"
       FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE d.subscription_id = ${subscriptionId} AND d.state = 'retrying' AND d.next_attempt_at <= now() AND ${isNew}
      ORDER BY d.next_attempt_at LIMIT ${limit})
    UNION ALL
    (SELECT ${queuedColumns}, false,
            EXISTS (SELECT FROM webhook_deliveries b WHERE b.person_id = e.person_id
                       AND b.subscription_id = ${subscriptionId} AND b.state IN ('retrying', 'behind'))
       FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE d.subscription_id = ${subscriptionId} AND d.state = 'queued' AND ${isNew}
      ORDER BY d.seq LIMIT ${limit})`);
  return rows;
};

/** Sets events of people aside who have one that is retried, until that one is settled. */
export const setAside = async (tx: Tx, subscriptionId: string, eventIds: string[]): Promise<void> => {
  if (eventIds.length === 0) return;
  await tx.execute(sql`
    UPDATE webhook_deliveries d SET state = 'behind', person_id = e.person_id FROM webhook_events e
     WHERE d.subscription_id = ${subscriptionId} AND d.state = 'queued' AND e.id = d.event_id
       AND d.event_id = ANY(${sql.param(eventIds)}::uuid[])`);
};

/** Of these people, those whom the condition on `people p` holds for. */
export const findMatching = async (db: Reader, personIds: string[], condition: SQL): Promise<Set<string>> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT p.id FROM people p WHERE p.id = ANY(${sql.param(personIds)}::uuid[]) AND ${condition}`);
  return new Set(rows.map(({ id }) => id));
};

/** Drops events of people whom the subscription does not ask for. */
export const dropDeliveries = async (tx: Tx, subscriptionId: string, eventIds: string[]): Promise<void> => {
  if (eventIds.length === 0) return;
  await tx.execute(sql`
    DELETE FROM webhook_deliveries
     WHERE subscription_id = ${subscriptionId} AND event_id = ANY(${sql.param(eventIds)}::uuid[])`);
};

/** What became of an attempt. */
export type DeliveryOutcome = {
  subscriptionId: string;
  eventId: string;
  personId: string | null;
  state: "delivered" | "retrying" | "failed";
  attempts: number;
  /** ISO 8601; null where none follows. */
  nextAttemptAt: string | null;
  attempt: WebhookAttempt;
  isRetry: boolean;
};

/** The oldest attempts go first; a receiver that asks to wait may be asked many times. */
const keptAttempts = 20;

/** Saves outcomes. An event that is settled lets those behind it go. */
export const saveDeliveryOutcomes = async (tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE webhook_deliveries d SET state = row.state, attempts = row.attempts, next_attempt_at = row."nextAttemptAt",
           person_id = CASE WHEN row.state = 'retrying' THEN row."personId" END,
           answers = CASE WHEN jsonb_array_length(d.answers) >= ${keptAttempts} THEN d.answers - 0
                          ELSE coalesce(d.answers, '[]') END || row.attempt,
           ended_at = CASE WHEN row.state <> 'retrying' THEN now() END
      FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS row (
        "subscriptionId" uuid, "eventId" uuid, "personId" uuid, state text, attempts int, "nextAttemptAt" timestamptz,
        attempt jsonb)
     WHERE d.event_id = row."eventId" AND d.subscription_id = row."subscriptionId" AND d.state IN ('queued', 'retrying')`);
  await releaseWaiting(
    tx,
    outcomes.filter(({ isRetry, state }) => isRetry && state !== "retrying"),
  );
};

const releaseWaiting = async (
  tx: Tx,
  settled: readonly Pick<DeliveryOutcome, "personId" | "subscriptionId">[],
): Promise<void> => {
  if (settled.length === 0) return;
  await tx.execute(sql`
    UPDATE webhook_deliveries d SET state = 'queued', person_id = NULL
      FROM json_to_recordset(${JSON.stringify(settled)}::json) AS row ("personId" uuid, "subscriptionId" uuid)
     WHERE d.person_id = row."personId" AND d.subscription_id = row."subscriptionId" AND d.state = 'behind'`);
};

/** Attempts of the current hour, by subscription. */
export const countAttempts = async (
  tx: Tx,
  counts: readonly { subscriptionId: string; delivered: number; failed: number }[],
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO webhook_hours AS h (subscription_id, hour, delivered, failed)
    SELECT "subscriptionId", date_trunc('hour', now(), 'UTC'), delivered, failed
      FROM json_to_recordset(${JSON.stringify(counts)}::json) AS row ("subscriptionId" uuid, delivered int, failed int)
     ORDER BY 1
    ON CONFLICT (subscription_id, hour) DO UPDATE SET delivered = h.delivered + excluded.delivered,
      failed = h.failed + excluded.failed`);
};

/** How a receiver does, as the process that sends to it knows. */
export type ReceiverHealth = {
  failuresInARow: number;
  /** Milliseconds since 1970. */
  failingSince: number | null;
  waitUntil: number | null;
};

const instant = (ms: number | null): SQL => sql`to_timestamp(${ms === null ? null : ms / 1000}::float8)`;

export const saveHealth = async (tx: Tx, claim: Claim, health: ReceiverHealth): Promise<void> => {
  await tx.execute(sql`
    UPDATE webhook_subscriptions s SET failures_in_a_row = ${health.failuresInARow},
           failing_since = ${instant(health.failingSince)}, wait_until = ${instant(health.waitUntil)}
     WHERE ${isClaimed(claim)}`);
};

/** Pauses an active subscription; false where it was not. What is on its way ends under the claim of its process. */
export const pauseSubscription = async (tx: Tx, id: string, reason: WebhookPauseReason): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE webhook_subscriptions SET state = 'paused', pause_reason = ${reason}, paused_at = now(),
           updated_at = now()
     WHERE id = ${id} AND state = 'active' AND deleted_at IS NULL`);
  return (rowCount ?? 0) > 0;
};
