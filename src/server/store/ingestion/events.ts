import { sql } from "drizzle-orm";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import type { PiiFlags } from "#domain/pii/kinds.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";

/** An event as it comes in: kept as it is, to be read by the next stage. */
export type NewEvent = {
  endpointId: string;
  rawData: unknown;
  eventType?: string | null;
  deduplicationKey?: string | null;
  status?: ValidationStatus;
  problems?: EventProblem[];
};

export type Taken = { id: string; isNew: boolean };

/**
 * Keeps all in one statement. What carries a key that its endpoint has seen before is not kept again; its id is
 * then that of the first. The answer is in the order of `rows`.
 */
export const insertEvents = async (tx: Tx, rows: NewEvent[]): Promise<Taken[]> => {
  if (rows.length === 0) return [];
  const given = rows.map((row) => ({
    id: newId(),
    endpoint_id: row.endpointId,
    raw_data: row.rawData,
    event_type: row.eventType ?? null,
    deduplication_key: row.deduplicationKey ?? null,
    validation_status: row.status ?? "received",
    problems: row.problems ?? null,
  }));
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    INSERT INTO events (id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, problems)
    SELECT id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, nullif(problems, 'null')
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS row (
        id uuid, endpoint_id uuid, raw_data jsonb, event_type text, deduplication_key text,
        validation_status text, problems jsonb)
    ON CONFLICT (endpoint_id, deduplication_key) WHERE deduplication_key IS NOT NULL DO NOTHING RETURNING id`);
  const isKept = new Set(kept.map(({ id }) => id));
  const repeats = given.filter(({ id }) => !isKept.has(id));
  const firsts = await firstIds(tx, repeats);
  return given.map((row) =>
    isKept.has(row.id)
      ? { id: row.id, isNew: true }
      : { id: firsts.get(`${row.endpoint_id}:${row.deduplication_key}`) ?? row.id, isNew: false },
  );
};

const firstIds = async (
  tx: Tx,
  repeats: { endpoint_id: string; deduplication_key: string | null }[],
): Promise<Map<string, string>> => {
  if (repeats.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; endpoint_id: string; key: string }>(sql`
    SELECT e.id, e.endpoint_id, e.deduplication_key AS key FROM events e
      JOIN jsonb_to_recordset(${JSON.stringify(repeats)}::jsonb) AS r (endpoint_id uuid, deduplication_key text)
        USING (endpoint_id, deduplication_key)`);
  return new Map(rows.map(({ id, endpoint_id, key }) => [`${endpoint_id}:${key}`, id]));
};

export type NewFile = {
  eventId: string;
  sha256: Buffer;
  content: Buffer;
  filename: string | null;
  contentType: string;
};

/** Each content once, however often it comes. */
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

const rowOf = sql`e.id, e.endpoint_id AS "endpointId", e.event_type AS "eventType", e.validation_status AS status,
  e.problems, e.person_id AS "personId", e.pii_detected AS "piiDetected", e.created_at AS "createdAt",
  coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone) AS "personName"`;

type Selection = {
  ids?: string[] | undefined;
  status?: ValidationStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
};

const fits = (endpointId: string, { ids, status, from, to, before }: Selection) =>
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
    SELECT ${rowOf} FROM events e LEFT JOIN people p ON p.id = e.person_id
     WHERE ${fits(endpointId, selection)} ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit}`);
  return rows;
};

/** What waits to be read is not read twice, and bytes that nobody could read stay what they are. */
const settled = sql`e.validation_status <> 'received' AND coalesce(e.deduplication_key, '') NOT LIKE 'dead:%'`;

export const countEvents = async (db: Reader, endpointId: string, selection: Selection): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM events e WHERE ${fits(endpointId, selection)} AND ${settled}`);
  return rows[0]?.count ?? 0;
};

/** Puts events back to where they were when they came in, to be read again; how many. */
export const unreadAgain = async (tx: Tx, endpointId: string, selection: Selection): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE events e SET validation_status = 'received', problems = NULL
     WHERE ${fits(endpointId, selection)} AND ${settled}`);
  return rowCount ?? 0;
};

/** The newest payload that could be read, or that of one event. */
export const newestPayload = async (
  db: Reader,
  endpointId: string,
  eventId?: string,
): Promise<{ id: string; payload: unknown } | undefined> => {
  const { rows } = await db.execute<{ id: string; payload: unknown }>(sql`
    SELECT id, raw_data AS payload FROM events
     WHERE endpoint_id = ${endpointId} AND ${eventId ? sql`id = ${eventId}` : sql`validation_status <> 'dead'`}
     ORDER BY created_at DESC LIMIT 1`);
  return rows[0];
};

type Found = EventRow & {
  raw: unknown;
  processed: unknown;
  deduplicationKey: string | null;
  piiFlags: PiiFlags | null;
  files: { id: string; filename: string | null; contentType: string; size: number; sha256: string }[];
  caused: { id: string; kind: string; title: string; description: string | null; createdAt: string }[];
};

export const findEvent = async (db: Reader, id: string): Promise<Found | undefined> => {
  const { rows } = await db.execute<Found>(sql`
    SELECT ${rowOf}, e.raw_data AS raw, e.processed_data AS processed, e.deduplication_key AS "deduplicationKey",
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

/** What events said besides whose they are, by the event's id. */
export const eventFields = async (
  db: Reader,
  ids: string[],
): Promise<Map<string, Record<string, unknown>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; fields: Record<string, unknown> | null }>(sql`
    SELECT id, processed_data -> 'event' AS fields FROM events WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, fields }) => [id, fields ?? {}]));
};
