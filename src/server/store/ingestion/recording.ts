import { sql } from "drizzle-orm";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";

export type UnreadEvent = {
  id: string;
  endpointId: string;
  endpointName: string;
  endpointType: string;
  eventType: string | null;
  raw: unknown;
  template: MappingTemplate | null;
  /** The expression that gives a deduplication key, where the event has none yet. */
  keyExpression: string | null;
  deduplicationKey: string | null;
  /** The list that it is an item of. */
  bodyId: string | null;
  createdAt: string;
  /** A message that a simulator delivered outside the demo. */
  isSimulated: boolean;
  /** A submission of a form. */
  isForm: boolean;
  /** It was read before and is on the timeline already. */
  isReplay: boolean;
  /** It is in `unread_events`, and moves to `events` when it is read. */
  isUnread: boolean;
};

/**
 * The oldest unread events, or those of the ids that are still unread, locked until the transaction ends. Events of
 * channels are not read but worked off (`received-messages.ts`). Rows that
 * another worker has locked are skipped: it reads them, or its transaction ends and they wait again.
 */
export const claimUnread = async (
  tx: Tx,
  selection: { limit: number } | { ids: readonly string[] },
): Promise<UnreadEvent[]> => {
  const isSelected = "ids" in selection ? sql`AND e.id = ANY(${sql.param(selection.ids)}::uuid[])` : sql``;
  const { rows } = await tx.execute<UnreadEvent>(sql`
    SELECT e.id, e.endpoint_id AS "endpointId", n.name AS "endpointName", n.type AS "endpointType",
           e.event_type AS "eventType", e.raw_data AS raw, n.mapping_template AS template,
           CASE WHEN e.deduplication_key IS NULL AND n.settings #>> '{deduplication,by}' = 'expression'
                THEN n.settings #>> '{deduplication,expression}' END AS "keyExpression",
           e.deduplication_key AS "deduplicationKey", e.body_id AS "bodyId", e.created_at AS "createdAt",
           coalesce(n.pull_state ? 'system' AND e.raw_data @> '{"simulated": true}', false) AS "isSimulated",
           coalesce(n.pull_state ->> 'system' LIKE 'form:%', false) AS "isForm",
           e.processed_data IS NOT NULL AS "isReplay", e.tableoid = 'unread_events'::regclass AS "isUnread"
      FROM events e JOIN endpoints n ON n.id = e.endpoint_id
     WHERE e.validation_status = 'received' AND n.channel IS NULL ${isSelected}
     ORDER BY e.id LIMIT ${"ids" in selection ? selection.ids.length : selection.limit} FOR UPDATE OF e SKIP LOCKED`);
  return rows;
};

export type ReadEvent = Pick<UnreadEvent, "id" | "isUnread" | "endpointId" | "bodyId" | "createdAt"> & {
  /** An item of a list that is not stored yet. */
  isNew: boolean;
  /** The part of the list that the event is; null leaves the stored one. */
  raw: unknown;
  personId: string | null;
  eventType: string | null;
  processed: Record<string, unknown>;
  piiDetected: boolean;
  status: ValidationStatus;
  /** Null where there are none. */
  problems: EventProblem[] | null;
  deduplicationKey: string | null;
};

const readRows = (events: ReadEvent[]) => sql`
  json_to_recordset(${JSON.stringify(events)}::json) AS row (
    id uuid, "endpointId" uuid, "bodyId" uuid, "createdAt" timestamptz, raw jsonb, "personId" uuid, "eventType" text,
    processed jsonb, "piiDetected" boolean, status text, problems jsonb, "deduplicationKey" text)`;

/** Saves what was read with its event, and moves events out of `unread_events`. */
export const saveRead = async (tx: Tx, events: ReadEvent[]): Promise<void> => {
  const {
    unread = [],
    stored = [],
    items = [],
  } = Object.groupBy(events, ({ isUnread, isNew }) => (isNew ? "items" : isUnread ? "unread" : "stored"));
  await inOneRoundTrip([moveUnread(tx, unread), updateEvents(tx, stored), insertItems(tx, items)]);
};

/** Keeps the bodies of these events, before their items replace them. */
export const saveBodies = async (tx: Tx, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`
    INSERT INTO event_bodies (id, endpoint_id, raw_data, created_at)
    SELECT id, endpoint_id, raw_data, created_at FROM events WHERE id = ANY(${sql.param(ids)}::uuid[])
    ON CONFLICT DO NOTHING`);
};

const insertItems = async (tx: Tx, items: ReadEvent[]): Promise<void> => {
  if (items.length === 0) return;
  await tx.execute(sql`
    INSERT INTO events (id, endpoint_id, person_id, event_type, raw_data, processed_data, pii_detected,
                        validation_status, problems, deduplication_key, body_id, created_at)
    SELECT id, "endpointId", "personId", "eventType", raw, processed, "piiDetected", status, nullif(problems, 'null'),
           "deduplicationKey", "bodyId", "createdAt"
      FROM ${readRows(items)}`);
};

const moveUnread = async (tx: Tx, events: ReadEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await tx.execute(sql`
    WITH row AS MATERIALIZED (SELECT * FROM ${readRows(events)}),
    moved AS (
      DELETE FROM unread_events WHERE id = ANY(${sql.param(events.map(({ id }) => id))}::uuid[])
      RETURNING id, endpoint_id, raw_data, created_at)
    INSERT INTO events (id, endpoint_id, person_id, event_type, raw_data, processed_data, pii_detected,
                        validation_status, problems, deduplication_key, body_id, created_at)
    SELECT id, endpoint_id, "personId", "eventType", coalesce(nullif(raw, 'null'), raw_data), processed, "piiDetected",
           status, problems, "deduplicationKey", "bodyId", created_at
      FROM moved JOIN row USING (id)`);
};

const updateEvents = async (tx: Tx, events: ReadEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await tx.execute(sql`
    UPDATE ONLY events SET person_id = row."personId", event_type = row."eventType", processed_data = row.processed,
           raw_data = coalesce(nullif(row.raw, 'null'), raw_data), body_id = row."bodyId",
           pii_detected = row."piiDetected", validation_status = row.status, problems = row.problems,
           deduplication_key = coalesce(events.deduplication_key, row."deduplicationKey")
      FROM ${readRows(events)}
     WHERE events.id = row.id`);
};

/** The events that carry one of these keys already, by `endpoint:key`. */
export const findUsedKeys = async (
  tx: Tx,
  keys: { endpointId: string; key: string }[],
): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; endpointKey: string }>(sql`
    SELECT e.id, e.endpoint_id || ':' || e.deduplication_key AS "endpointKey" FROM events e
      JOIN jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS row ("endpointId" uuid, key text)
        ON e.endpoint_id = row."endpointId" AND e.deduplication_key = row.key`);
  return new Map(rows.map(({ id, endpointKey }) => [endpointKey, id]));
};

/** Turns an event that cannot be recorded into a dead letter. */
export const markDead = async (
  tx: Tx,
  id: string,
  problem: EventProblem,
  personId: string | null,
): Promise<void> => {
  const problems = JSON.stringify([problem]);
  await tx.execute(sql`
    UPDATE ONLY events SET validation_status = 'dead', problems = ${problems}::jsonb,
           person_id = coalesce(person_id, ${personId})
     WHERE id = ${id} AND validation_status = 'received'`);
  await tx.execute(sql`
    WITH moved AS (
      DELETE FROM unread_events WHERE id = ${id} RETURNING id, endpoint_id, event_type, raw_data, created_at)
    INSERT INTO events (id, endpoint_id, event_type, raw_data, created_at, validation_status, problems)
    SELECT *, 'dead', ${problems}::jsonb FROM moved`);
};
