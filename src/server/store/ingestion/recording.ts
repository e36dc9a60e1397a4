import { type SQL, sql } from "drizzle-orm";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { MatchablePerson } from "#domain/ingestion/resolve-people.ts";
import { jsonbArray, textArray, uuidArray } from "#server/db/arrays.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { together } from "#server/db/together.ts";

export type UnreadEvent = {
  id: string;
  endpointId: string;
  endpointName: string;
  endpointType: string;
  eventType: string | null;
  raw: unknown;
  template: MappingTemplate | null;
  /** The expression that gives a key, where the event has none yet. */
  keyExpression: string | null;
  /** It was read before, and told. */
  isReplay: boolean;
  /** It waits among the arrivals; read, it moves to the events. */
  isArrival: boolean;
};

/**
 * The oldest that wait to be read, or those of the ids that do, held until the transaction ends. What somebody else
 * holds is passed over: they read it, or their transaction ends and it waits again.
 */
export const claimUnread = async (
  tx: Tx,
  which: { most: number } | { ids: string[] },
): Promise<UnreadEvent[]> => {
  const chosen = "ids" in which ? sql`AND e.id = ANY(${sql.param(which.ids)}::uuid[])` : sql``;
  const { rows } = await tx.execute<UnreadEvent>(sql`
    SELECT e.id, e.endpoint_id AS "endpointId", n.name AS "endpointName", n.type AS "endpointType",
           e.event_type AS "eventType", e.raw_data AS raw, n.mapping_template AS template,
           CASE WHEN e.deduplication_key IS NULL AND n.settings #>> '{deduplication,by}' = 'expression'
                THEN n.settings #>> '{deduplication,expression}' END AS "keyExpression",
           e.processed_data IS NOT NULL AS "isReplay", e.tableoid = 'arrivals'::regclass AS "isArrival"
      FROM events e JOIN endpoints n ON n.id = e.endpoint_id
     WHERE e.validation_status = 'received' ${chosen}
     ORDER BY e.id LIMIT ${"ids" in which ? which.ids.length : which.most} FOR UPDATE OF e SKIP LOCKED`);
  return rows;
};

/**
 * Two that record at once must not both make the same new person. Addresses fall into a few hundred lanes, taken
 * in order, so that nobody waits in a circle and the table of locks stays small. Asked at once: whatever is asked
 * after it, though this was not answered yet, is looked up with the lanes held.
 */
export const holdAddresses = (tx: Tx, addresses: string[]): Promise<void> =>
  addresses.length === 0
    ? Promise.resolve()
    : tx
        .execute(sql`
    SELECT pg_advisory_xact_lock(20041115, lane) FROM (
      SELECT DISTINCT abs(hashtext(address)) % 256 AS lane
        FROM unnest(${sql.param(addresses)}::text[]) AS address ORDER BY 1) lanes`)
        .then(() => {});

/** People who have one of the addresses, held; the oldest first, for the oldest is the one that is meant. */
export const findByAddress = async (
  tx: Tx,
  emails: string[],
  phones: string[],
): Promise<MatchablePerson[]> => {
  if (emails.length + phones.length === 0) return [];
  const { rows } = await tx.execute<MatchablePerson>(sql`
    SELECT id, first_name AS "firstName", last_name AS "lastName", lower(email) AS email, phone, tags, sources, consents
      FROM people
     WHERE id IN (SELECT id FROM people WHERE lower(email) = ANY(${sql.param(emails)}::text[])
                  UNION SELECT id FROM people WHERE phone = ANY(${sql.param(phones)}::text[]))
     ORDER BY id FOR NO KEY UPDATE`);
  return rows;
};

export type PersonRow = MatchablePerson & { type: string; status: string };

export const addPeople = async (tx: Tx, added: PersonRow[]): Promise<void> => {
  if (added.length === 0) return;
  await tx.execute(sql`
    INSERT INTO people (id, type, status, first_name, last_name, email, phone, tags, sources, consents)
    SELECT id, type, status, "firstName", "lastName", email, phone,
           ARRAY(SELECT jsonb_array_elements_text(tags)), ARRAY(SELECT jsonb_array_elements_text(sources)), consents
      FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS row (
        id uuid, type text, status text, "firstName" text, "lastName" text, email text, phone text,
        tags jsonb, sources jsonb, consents jsonb)`);
};

export const fillPeople = async (tx: Tx, changed: MatchablePerson[]): Promise<void> => {
  if (changed.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET first_name = row."firstName", last_name = row."lastName",
           email = coalesce(people.email, row.email), phone = row.phone,
           tags = ARRAY(SELECT jsonb_array_elements_text(row.tags)),
           sources = ARRAY(SELECT jsonb_array_elements_text(row.sources)), consents = row.consents,
           updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), people.updated_at + interval '1 millisecond')
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS row (
        id uuid, "firstName" text, "lastName" text, email text, phone text, tags jsonb, sources jsonb, consents jsonb)
     WHERE people.id = row.id`);
};

export type ReadEvent = Pick<UnreadEvent, "id" | "isArrival"> & {
  personId: string | null;
  eventType: string | null;
  processed: Record<string, unknown>;
  piiDetected: boolean;
  status: ValidationStatus;
  problems: EventProblem[];
  deduplicationKey: string | null;
};

const readColumns = [
  "id",
  "personId",
  "eventType",
  "processed",
  "piiDetected",
  "status",
  "problems",
  "deduplicationKey",
];

/** As a table: its columns, each whole, and their names. */
const readRows = (read: ReadEvent[]): SQL => sql`
  unnest(${uuidArray(read.map(({ id }) => id))}::uuid[], ${uuidArray(read.map(({ personId }) => personId))}::uuid[],
         ${textArray(read.map(({ eventType }) => eventType))}::text[],
         ${jsonbArray(read.map(({ processed }) => JSON.stringify(processed)))}::jsonb[],
         ${sql.param(read.map(({ piiDetected }) => piiDetected))}::boolean[],
         ${textArray(read.map(({ status }) => status))}::text[],
         ${jsonbArray(read.map(({ problems }) => (problems.length === 0 ? null : JSON.stringify(problems))))}::jsonb[],
         ${textArray(read.map(({ deduplicationKey }) => deduplicationKey))}::text[])
    AS row (${sql.join(
      readColumns.map((name) => sql.identifier(name)),
      sql`, `,
    )})`;

/** Keeps what was read with its event; an arrival moves to the events with it. */
export const saveRead = async (tx: Tx, read: ReadEvent[]): Promise<void> => {
  const { arrived = [], known = [] } = Object.groupBy(read, (one) => (one.isArrival ? "arrived" : "known"));
  await together([moveRead(tx, arrived), changeRead(tx, known)]);
};

const moveRead = async (tx: Tx, arrived: ReadEvent[]): Promise<void> => {
  if (arrived.length === 0) return;
  await tx.execute(sql`
    WITH row AS MATERIALIZED (SELECT * FROM ${readRows(arrived)}),
    moved AS (
      DELETE FROM arrivals WHERE id = ANY(${uuidArray(arrived.map(({ id }) => id))}::uuid[])
      RETURNING id, endpoint_id, raw_data, created_at)
    INSERT INTO events (id, endpoint_id, person_id, event_type, raw_data, processed_data, pii_detected,
                        validation_status, problems, deduplication_key, created_at)
    SELECT id, endpoint_id, "personId", "eventType", raw_data, processed, "piiDetected", status, problems,
           "deduplicationKey", created_at
      FROM moved JOIN row USING (id)`);
};

const changeRead = async (tx: Tx, known: ReadEvent[]): Promise<void> => {
  if (known.length === 0) return;
  await tx.execute(sql`
    UPDATE ONLY events SET person_id = row."personId", event_type = row."eventType", processed_data = row.processed,
           pii_detected = row."piiDetected", validation_status = row.status, problems = row.problems,
           deduplication_key = coalesce(events.deduplication_key, row."deduplicationKey")
      FROM ${readRows(known)}
     WHERE events.id = row.id`);
};

export type TimelineRow = {
  personId: string;
  eventType: string;
  source: string;
  title: string;
  description: string | null;
  metadata: Record<string, unknown>;
  causedBy: string;
};

/** `again`: what is there already is not told twice. */
export const addToTimeline = async (tx: Tx, rows: TimelineRow[], again: boolean): Promise<void> => {
  if (rows.length === 0) return;
  const texts = (of: (row: TimelineRow) => string | null) => textArray(rows.map(of));
  await tx.execute(sql`
    INSERT INTO timeline (id, person_id, event_type, source, title, description, metadata, caused_by)
    SELECT * FROM unnest(
        ${uuidArray(rows.map(() => newId()))}::uuid[], ${uuidArray(rows.map(({ personId }) => personId))}::uuid[],
        ${texts(({ eventType }) => eventType)}::text[], ${texts(({ source }) => source)}::text[],
        ${texts(({ title }) => title)}::text[], ${texts(({ description }) => description)}::text[],
        ${jsonbArray(rows.map(({ metadata }) => JSON.stringify(metadata)))}::jsonb[],
        ${uuidArray(rows.map(({ causedBy }) => causedBy))}::uuid[])
      AS row (id, "personId", "eventType", source, title, description, metadata, "causedBy")
     ${
       again
         ? sql`WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.caused_by = row."causedBy"
                          AND t.event_type = row."eventType" AND t.person_id = row."personId")`
         : sql``
     }`);
};

/** Which of these keys an event of the endpoint carries already, and which event that is. */
export const keysTaken = async (
  tx: Tx,
  keys: { endpointId: string; key: string }[],
): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; place: string }>(sql`
    SELECT e.id, e.endpoint_id || ':' || e.deduplication_key AS place FROM events e
      JOIN jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS row ("endpointId" uuid, key text)
        ON e.endpoint_id = row."endpointId" AND e.deduplication_key = row.key`);
  return new Map(rows.map(({ id, place }) => [place, id]));
};

/** Sets aside what cannot be recorded. */
export const markDead = async (tx: Tx, id: string, problem: EventProblem): Promise<void> => {
  const problems = JSON.stringify([problem]);
  await tx.execute(sql`
    UPDATE ONLY events SET validation_status = 'dead', problems = ${problems}::jsonb
     WHERE id = ${id} AND validation_status = 'received'`);
  await tx.execute(sql`
    WITH moved AS (DELETE FROM arrivals WHERE id = ${id} RETURNING id, endpoint_id, event_type, raw_data, created_at)
    INSERT INTO events (id, endpoint_id, event_type, raw_data, created_at, validation_status, problems)
    SELECT *, 'dead', ${problems}::jsonb FROM moved`);
};
