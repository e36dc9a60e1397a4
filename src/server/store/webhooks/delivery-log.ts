import { type SQL, sql } from "drizzle-orm";
import type { EventDelivery, EventDeliveryDetail, webhookLogFilters } from "#contract/webhooks.ts";
import type { WebhookEventType } from "#domain/webhooks/event-kinds.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { type WebhookAttempt, webhookEvents } from "#server/db/schema/webhooks.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

const iso = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const columns = sql`d.event_id AS "eventId", d.seq, e.type, e.is_test AS "isTest", e.person_id AS "personId",
  CASE WHEN p.id IS NOT NULL THEN ${personNameSql} END AS "personName", d.state, coalesce(jsonb_array_length(d.answers), 0) AS attempts,
  CASE WHEN d.state = 'retrying' THEN ${iso("d.next_attempt_at")} END AS "nextAttemptAt",
  (d.answers -> -1 ->> 'status')::int AS "lastStatus", d.answers -> -1 ->> 'failure' AS "lastFailure",
  ${iso("e.created_at")} AS "createdAt", ${iso("d.ended_at")} AS "endedAt"`;

const source = sql`webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id LEFT JOIN people p ON p.id = e.person_id`;

const stateConditions: Record<(typeof webhookLogFilters)[number], SQL> = {
  waiting: sql`d.state IN ('queued', 'retrying', 'behind')`,
  failed: sql`d.state = 'failed'`,
  delivered: sql`d.state = 'delivered'`,
};

type LogRange = {
  state?: (typeof webhookLogFilters)[number] | undefined;
  cursor?: string | undefined;
  limit: number;
};

export const listDeliveries = async (
  db: Reader,
  subscriptionId: string,
  { state, cursor, limit }: LogRange,
): Promise<{ deliveries: EventDelivery[]; nextCursor: string | null }> => {
  const { rows } = await db.execute<EventDelivery & { seq: string }>(sql`
    SELECT ${columns} FROM ${source}
     WHERE d.subscription_id = ${subscriptionId} AND ${state ? stateConditions[state] : sql`true`}
       AND ${cursor === undefined ? sql`true` : sql`d.seq < ${cursor}::bigint`}
     ORDER BY d.seq DESC LIMIT ${limit + 1}`);
  const deliveries = rows.slice(0, limit);
  return { deliveries, nextCursor: rows.length > limit ? String(deliveries.at(-1)?.seq) : null };
};

export type StoredDelivery = Omit<EventDeliveryDetail, "request"> & { data: Record<string, unknown> };

export const findDelivery = async (
  db: Reader,
  subscriptionId: string,
  eventId: string,
): Promise<StoredDelivery | undefined> => {
  const { rows } = await db.execute<StoredDelivery>(sql`
    SELECT ${columns}, e.data, coalesce(d.answers, '[]') AS answers FROM ${source}
     WHERE d.subscription_id = ${subscriptionId} AND d.event_id = ${eventId}`);
  return rows[0];
};

/** Queues an event again; one that is retried is tried now. False where there is none, or it waits anyway. */
export const requeueDelivery = async (tx: Tx, subscriptionId: string, eventId: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE webhook_deliveries SET attempts = 0, ended_at = NULL, next_attempt_at = CASE WHEN state = 'retrying' THEN now() END,
           state = CASE WHEN state = 'retrying' THEN state ELSE 'queued' END
     WHERE subscription_id = ${subscriptionId} AND event_id = ${eventId} AND state IN ('delivered', 'failed', 'retrying')`);
  return (rowCount ?? 0) > 0;
};

export const requeueFailed = async (tx: Tx, subscriptionId: string): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE webhook_deliveries d SET state = 'queued', attempts = 0, ended_at = NULL FROM webhook_events e
     WHERE d.subscription_id = ${subscriptionId} AND d.state = 'failed' AND e.id = d.event_id AND NOT e.is_test`);
  return rowCount ?? 0;
};

export type TestEvent = {
  id: string;
  type: WebhookEventType;
  data: Record<string, unknown>;
  createdAt: Date;
};

export const newTestEvent = (
  type: WebhookEventType,
  data: Record<string, unknown>,
  now: number,
): TestEvent => ({
  id: newId(),
  type,
  data,
  createdAt: new Date(now),
});

/** Stores a test with its answer; it is never repeated by itself. */
export const insertTestDelivery = async (
  tx: Tx,
  subscriptionId: string,
  event: TestEvent,
  attempt: WebhookAttempt,
  isDelivered: boolean,
): Promise<void> => {
  const [row] = await tx
    .insert(webhookEvents)
    .values({ ...event, isTest: true })
    .returning({ seq: webhookEvents.seq });
  await tx.execute(sql`
    INSERT INTO webhook_deliveries (event_id, subscription_id, seq, state, attempts, answers, ended_at)
    VALUES (${event.id}, ${subscriptionId}, ${row?.seq ?? 0}, ${isDelivered ? "delivered" : "failed"}, 1,
            ${JSON.stringify([attempt])}::jsonb, now())`);
};
