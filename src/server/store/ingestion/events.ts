import { sql } from "drizzle-orm";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import { quotableValues } from "#domain/people/outside-text.ts";
import type { PiiFlags } from "#domain/pii/kinds.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

/** An accepted event before it is read. `raw` is JSON text that was checked already. */
export type NewEvent = {
  id: string;
  endpointId: string;
  raw: string;
  eventType: string | null;
  deduplicationKey: string | null;
  /** Identifies the signed delivery; a second delivery with the same one is not stored. */
  replayKey: string | null;
  status: ValidationStatus;
  problems: EventProblem[] | null;
};

export type EventDraft = { payload: unknown } & Partial<
  Pick<NewEvent, "eventType" | "deduplicationKey" | "status" | "problems">
>;

export const newEvent = (event: Pick<NewEvent, "endpointId" | "raw"> & Partial<NewEvent>): NewEvent => ({
  id: newId(),
  eventType: null,
  deduplicationKey: null,
  replayKey: null,
  status: "received",
  problems: null,
  ...event,
});

export const newEventFrom = (endpointId: string, { payload, ...draft }: EventDraft): NewEvent =>
  newEvent({ endpointId, raw: JSON.stringify(payload), ...draft });

export type StoredEvent = { id: string; isNew: boolean };

/** The raw text is embedded unparsed, so that numbers keep the digits they were sent with. */
export const newEventJson = (events: readonly NewEvent[]): string => {
  const rows = events.map((event) => {
    const { id, endpointId, raw, eventType, deduplicationKey, replayKey, status, problems } = event;
    const fields = JSON.stringify({
      id,
      endpoint_id: endpointId,
      event_type: eventType,
      deduplication_key: deduplicationKey,
      validation_status: status,
      problems,
      ...(replayKey === null ? {} : { replay_key: replayKey }),
    });
    return `${fields.slice(0, -1)},"raw_data":${raw}}`;
  });
  return `[${rows.join(",")}]`;
};

/**
 * Stores all in one statement. An event whose deduplication key or signed delivery its endpoint has seen before is not
 * stored again; its id is then that of the first. The results are in the order of `events`.
 */
export const insertEvents = async (db: Reader, events: readonly NewEvent[]): Promise<StoredEvent[]> => {
  if (events.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH new AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${newEventJson(events)}::json) AS row (
        id uuid, endpoint_id uuid, raw_data jsonb, event_type text, deduplication_key text, replay_key text,
        validation_status text, problems jsonb)),
    first_delivery AS (
      INSERT INTO replay_keys (endpoint_id, key, event_id)
      SELECT endpoint_id, replay_key, id FROM new WHERE replay_key IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING event_id)
    INSERT INTO events (id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, problems)
    SELECT id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, nullif(problems, 'null')
      FROM new WHERE replay_key IS NULL OR id IN (SELECT event_id FROM first_delivery)
    ON CONFLICT (endpoint_id, deduplication_key) WHERE deduplication_key IS NOT NULL DO NOTHING RETURNING id`);
  return withFirstIds(db, events, rows);
};

/** The result of each event: its own id, or that of the first delivery where it was not inserted. */
export const withFirstIds = async (
  db: Reader,
  events: readonly NewEvent[],
  insertedRows: readonly { id: string }[],
): Promise<StoredEvent[]> => {
  const inserted = new Set(insertedRows.map(({ id }) => id));
  const firstIds =
    inserted.size === events.length
      ? new Map<string, string>()
      : await findFirstEvents(
          db,
          events.filter(({ id }) => !inserted.has(id)),
        );
  return events.map(({ id }) =>
    inserted.has(id) ? { id, isNew: true } : { id: firstIds.get(id) ?? id, isNew: false },
  );
};

/** The events that were stored with the same keys, by the id of the repetition. */
const findFirstEvents = async (db: Reader, repeats: NewEvent[]): Promise<Map<string, string>> => {
  const keys = repeats.map(({ id, endpointId, deduplicationKey, replayKey }) => ({
    id,
    endpointId,
    key: deduplicationKey,
    replayKey,
  }));
  const { rows } = await db.execute<{ id: string; firstId: string }>(sql`
    SELECT row.id, coalesce(e.id, k.event_id) AS "firstId"
      FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
           AS row (id uuid, "endpointId" uuid, key text, "replayKey" text)
      LEFT JOIN events e ON e.endpoint_id = row."endpointId" AND e.deduplication_key = row.key
      LEFT JOIN replay_keys k ON k.endpoint_id = row."endpointId" AND k.key = row."replayKey"
     WHERE coalesce(e.id, k.event_id) IS NOT NULL`);
  return new Map(rows.map(({ id, firstId }) => [id, firstId]));
};

export type NewFile = {
  eventId: string;
  sha256: Buffer;
  content: Buffer;
  filename: string | null;
  contentType: string;
};

/** Each distinct content is stored once. */
export const insertFiles = async (tx: Tx, files: NewFile[]): Promise<void> => {
  for (const { eventId, sha256, content, filename, contentType } of files) {
    await tx.execute(sql`
      INSERT INTO blobs (sha256, size, content) VALUES (${sha256}, ${content.length}, ${content})
      ON CONFLICT DO NOTHING`);
    await tx.execute(sql`
      INSERT INTO event_files (event_id, sha256, filename, content_type, size)
      VALUES (${eventId}, ${sha256}, ${filename}, ${contentType}, ${content.length})`);
  }
};

export type EventRow = {
  id: string;
  endpointId: string;
  eventType: string | null;
  status: string;
  problems: EventProblem[] | null;
  personId: string | null;
  personName: string | null;
  piiDetected: boolean;
  createdAt: string;
};

const columns = sql`e.id, e.endpoint_id AS "endpointId", e.event_type AS "eventType", e.validation_status AS status,
  e.problems, e.person_id AS "personId", e.pii_detected AS "piiDetected", e.created_at AS "createdAt",
  ${personNameSql} AS "personName"`;

type Selection = {
  ids?: string[] | undefined;
  status?: ValidationStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
};

const matches = (endpointId: string, { ids, status, from, to, before }: Selection) =>
  sql.join(
    [
      sql`e.endpoint_id = ${endpointId}`,
      ...(ids ? [sql`e.id = ANY(${sql.param(ids)}::uuid[])`] : []),
      ...(status ? [sql`e.validation_status = ${status}`] : []),
      ...(from ? [sql`e.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [sql`e.created_at < ${to}::timestamptz`] : []),
      ...(before
        ? [sql`(e.created_at, e.id) < (SELECT created_at, id FROM events WHERE id = ${before}::uuid)`]
        : []),
    ],
    sql` AND `,
  );

/** Newest first. */
export const listEvents = async (
  db: Reader,
  endpointId: string,
  selection: Selection,
  limit: number,
): Promise<EventRow[]> => {
  const { rows } = await db.execute<EventRow>(sql`
    SELECT ${columns} FROM events e LEFT JOIN people p ON p.id = e.person_id
     WHERE ${matches(endpointId, selection)} ORDER BY e.created_at DESC NULLS LAST, e.id DESC LIMIT ${limit}`);
  return rows;
};

/**
 * Excludes events that are still unread, dead letters whose bytes could not be parsed, and messages that were worked
 * off: a person is not opted out or answered a second time.
 */
const isReplayable = sql`e.validation_status <> 'received' AND coalesce(e.deduplication_key, '') NOT LIKE 'dead:%'
  AND NOT (e.processed_data IS NOT NULL AND EXISTS (
    SELECT FROM endpoints n WHERE n.id = e.endpoint_id AND n.channel IS NOT NULL))`;

export const countEvents = async (db: Reader, endpointId: string, selection: Selection): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM events e WHERE ${matches(endpointId, selection)} AND ${isReplayable}`);
  return rows[0]?.count ?? 0;
};

/** So many are marked in some seconds at most, far from the time limit of a statement. */
const markBatchSize = 20_000;

/** Marks events to be read again; returns how many. */
export const markUnread = async (tx: Tx, endpointId: string, selection: Selection): Promise<number> => {
  let marked = 0;
  for (;;) {
    const { rowCount } = await tx.execute(sql`
      UPDATE events SET validation_status = 'received', problems = NULL
       WHERE id IN (SELECT e.id FROM events e WHERE ${matches(endpointId, selection)} AND ${isReplayable}
                     LIMIT ${markBatchSize})`);
    marked += rowCount ?? 0;
    if ((rowCount ?? 0) < markBatchSize) return marked;
  }
};

/** The payload of the newest event that is no dead letter, or of the given event; of an item its whole list. */
export const findNewestPayload = async (
  db: Reader,
  endpointId: string,
  eventId?: string,
): Promise<{ id: string; payload: unknown } | undefined> => {
  const { rows } = await db.execute<{ id: string; payload: unknown }>(sql`
    SELECT e.id, coalesce(b.raw_data, e.raw_data) AS payload FROM events e LEFT JOIN event_bodies b ON b.id = e.body_id
     WHERE e.endpoint_id = ${endpointId}
       AND ${eventId ? sql`e.id = ${eventId}` : sql`e.validation_status <> 'dead'`}
     ORDER BY e.created_at DESC NULLS LAST LIMIT 1`);
  return rows[0];
};

type EventDetail = EventRow & {
  raw: unknown;
  processed: unknown;
  deduplicationKey: string | null;
  piiFlags: PiiFlags | null;
  files: { id: string; filename: string | null; contentType: string; size: number; sha256: string }[];
  caused: { id: string; kind: string; title: string; description: string | null; createdAt: string }[];
};

export const findEvent = async (db: Reader, id: string): Promise<EventDetail | undefined> => {
  const { rows } = await db.execute<EventDetail>(sql`
    SELECT ${columns}, e.raw_data AS raw, e.processed_data AS processed, e.deduplication_key AS "deduplicationKey",
           n.pii_flags AS "piiFlags",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename,
                       'contentType', f.content_type, 'size', f.size, 'sha256', encode(f.sha256, 'hex')) ORDER BY f.id)
                       FROM event_files f WHERE f.event_id = e.id), '[]') AS files,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.event_type, 'title', t.title,
                       'description', t.description, 'createdAt', t.created_at) ORDER BY t.id)
                       FROM timeline t WHERE t.caused_by = e.id), '[]') AS caused
      FROM events e JOIN endpoints n ON n.id = e.endpoint_id LEFT JOIN people p ON p.id = e.person_id
     WHERE e.id = ${id}`);
  return rows[0];
};

export const findFile = async (
  db: Reader,
  eventId: string,
  fileId: string,
): Promise<{ filename: string | null; content: Buffer } | undefined> => {
  const { rows } = await db.execute<{ filename: string | null; content: Buffer }>(sql`
    SELECT f.filename, b.content FROM event_files f JOIN blobs b USING (sha256)
     WHERE f.id = ${fileId} AND f.event_id = ${eventId}`);
  return rows[0];
};

/**
 * The mapped fields of events without those of the person, by event id, for messages that quote them. Anybody can fill in
 * a form or write a mail with the address of another, so of theirs only what may be quoted is given.
 */
export const readEventFields = async (
  db: Reader,
  ids: string[],
): Promise<Map<string, Record<string, unknown>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: string;
    fields: Record<string, unknown> | null;
    isFromAnybody: boolean;
  }>(sql`
    SELECT e.id, e.processed_data -> 'event' AS fields,
           n.type = 'email' OR coalesce(n.pull_state ->> 'system' LIKE 'form:%', false) AS "isFromAnybody"
      FROM events e JOIN endpoints n ON n.id = e.endpoint_id WHERE e.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(
    rows.map(({ id, fields, isFromAnybody }) => [
      id,
      isFromAnybody ? quotableValues(fields ?? {}) : (fields ?? {}),
    ]),
  );
};
