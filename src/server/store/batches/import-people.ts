import { type SQL, sql } from "drizzle-orm";
import type { CodedReason } from "#domain/coded-reason.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { KnownPerson } from "#domain/import/known-person.ts";
import { noteKey } from "#domain/import/plan-page.ts";
import type { RowPlan } from "#domain/import/plan-row.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { countedSuppressions } from "#server/store/compliance/counted-suppressions.ts";

const epochMs = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

const knownColumns = sql`p.id, p.type, p.status, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone,
  p.language, p.zip, p.region, p.town, p.timezone, p.tags, p.sources, p.consents, p.fields,
  p.assigned_agent_id AS "assignedAgentId", p.stage_reached AS "stageReached", ${epochMs("p.converted_at")} AS "convertedAt",
  ${epochMs("p.created_at")} AS "createdAt", ${epochMs("p.updated_at")} AS "updatedAt",
  ARRAY(SELECT value FROM person_addresses a WHERE a.person_id = p.id) AS addresses,
  coalesce((SELECT jsonb_object_agg(channel, state) FROM (
    SELECT DISTINCT ON (channel) channel, state FROM consent_records c
     WHERE c.person_id = p.id AND c.purpose = 'marketing' ORDER BY channel, c.created_at DESC, c.id DESC) newest), '{}')
    AS "consentStates"`;

export type PeopleKeys = {
  addresses: string[];
  ids: string[];
  /** Values of a custom field as JSON. */
  field: { key: string; values: string[] } | null;
};

/** Everybody who has one of the addresses, ids or values, oldest first; locked where the caller will change them. */
export const findKnownPeople = async (
  db: Reader,
  { addresses, ids, field }: PeopleKeys,
  isLocked: boolean,
): Promise<KnownPerson[]> => {
  if (addresses.length + ids.length + (field?.values.length ?? 0) === 0) return [];
  const byField = field
    ? sql`UNION SELECT p.id FROM unnest(${sql.param(field.values)}::jsonb[]) AS wanted, people p
           WHERE p.fields @> jsonb_build_object(${field.key}::text, wanted)`
    : sql``;
  const wanted = sql`p.id IN (SELECT person_id FROM person_addresses WHERE value = ANY(${sql.param(addresses)}::text[])
                    UNION SELECT unnest(${sql.param(ids)}::uuid[]) ${byField})`;
  const locked = isLocked ? await lockPeople(db, wanted) : undefined;
  if (locked?.length === 0) return [];
  const { rows } = await db.execute<KnownPerson>(sql`
    SELECT ${knownColumns} FROM people p
     WHERE ${locked ? sql`p.id = ANY(${sql.param(locked)}::uuid[])` : wanted} ORDER BY p.id`);
  return rows;
};

/** A statement of its own: after waiting for a lock, the next one sees the consents that the other transaction saved. */
const lockPeople = async (db: Reader, wanted: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT p.id FROM people p WHERE ${wanted} ORDER BY p.id FOR NO KEY UPDATE`,
  );
  return rows.map(({ id }) => id);
};

/** Which of the texts people have as a note already. */
export const findSameNotes = async (
  db: Reader,
  personIds: readonly string[],
  texts: readonly string[],
): Promise<Set<string>> => {
  if (personIds.length === 0 || texts.length === 0) return new Set();
  const { rows } = await db.execute<{ personId: string; text: string }>(sql`
    SELECT person_id AS "personId", text FROM notes
     WHERE person_id = ANY(${sql.param(personIds)}::uuid[]) AND text = ANY(${sql.param(texts)}::text[])`);
  return new Set(rows.map(({ personId, text }) => noteKey(personId, text)));
};

/** Former ids of merged people with the ids that they lead to. */
export const findSurvivors = async (db: Reader, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; survivor: string }>(sql`
    SELECT id, survivor_id AS survivor FROM merged_people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, survivor }) => [id, survivor]));
};

const personColumns = sql`row (
  id uuid, type text, status text, "firstName" text, "lastName" text, email text, phone text, language text, zip text,
  region text, town text, timezone text, tags jsonb, sources jsonb, consents jsonb, fields jsonb, "assignedAgentId" uuid,
  "createdAt" float8, "updatedAt" float8, "stageReached" int, "convertedAt" float8)`;
const texts = (column: string) => sql.raw(`ARRAY(SELECT jsonb_array_elements_text(row.${column}))`);
const instant = (column: string) => sql.raw(`to_timestamp(row."${column}" / 1000)`);

/** An absent key is null as well, and the server parses a quarter faster without those. */
const withoutNulls = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== null) kept[name] = values[name];
  return kept;
};

const toJson = (people: readonly KnownPerson[]): string =>
  JSON.stringify(people.map(({ addresses, consentStates, ...person }) => withoutNulls(person)));

export const insertImported = async (tx: Tx, people: readonly KnownPerson[]): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    INSERT INTO people (id, type, status, first_name, last_name, email, phone, language, zip, region, town, timezone,
                        tags, sources, consents, fields, assigned_agent_id, created_at, updated_at)
    SELECT id, type, status, "firstName", "lastName", email, phone, language, zip, region, town, timezone,
           ${texts("tags")}, ${texts("sources")}, consents, fields, "assignedAgentId", ${instant("createdAt")},
           ${instant("updatedAt")}
      FROM jsonb_to_recordset(${toJson(people)}::jsonb) AS ${personColumns}`);
};

/** Writes people as they are given; the caller has locked them. */
export const writePeople = async (tx: Tx, people: readonly KnownPerson[]): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET type = row.type, first_name = row."firstName", last_name = row."lastName",
           email = row.email, phone = row.phone, language = row.language, zip = row.zip, region = row.region,
           town = row.town, timezone = row.timezone, tags = ${texts("tags")}, sources = ${texts("sources")},
           consents = row.consents, fields = row.fields,
           -- An undo may name a user who was deleted since.
           assigned_agent_id = (SELECT u.id FROM users u WHERE u.id = row."assignedAgentId"),
           updated_at = ${instant("updatedAt")}
      FROM jsonb_to_recordset(${toJson(people)}::jsonb) AS ${personColumns}
     WHERE people.id = row.id`);
  // Apart, because a change of the stage makes a trigger set columns.
  await tx.execute(sql`
    UPDATE people SET status = row.status
      FROM jsonb_to_recordset(${toJson(people)}::jsonb) AS ${personColumns}
     WHERE people.id = row.id AND people.status <> row.status`);
};

/** Puts back what the trigger of the stage set. */
export const restoreStages = async (tx: Tx, people: readonly KnownPerson[]): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET stage_reached = row."stageReached", converted_at = ${instant("convertedAt")}
      FROM jsonb_to_recordset(${toJson(people)}::jsonb) AS ${personColumns}
     WHERE people.id = row.id
       AND (people.stage_reached, people.converted_at) IS DISTINCT FROM (row."stageReached", ${instant("convertedAt")})`);
};

type FurtherAddress = { personId: string; kind: string; value: string; label: string | null };

export const addAddresses = async (tx: Tx, addresses: readonly FurtherAddress[]): Promise<void> => {
  if (addresses.length === 0) return;
  await tx.execute(sql`
    INSERT INTO person_addresses (person_id, kind, value, label)
    SELECT "personId", kind, value, label
      FROM jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS row ("personId" uuid, kind text, value text, label text)
    ON CONFLICT DO NOTHING`);
};

/** Labels the primary addresses of new people, which a trigger has added. */
export const labelAddresses = async (
  tx: Tx,
  labels: readonly { personId: string; value: string; label: string }[],
): Promise<void> => {
  if (labels.length === 0) return;
  await tx.execute(sql`
    UPDATE person_addresses a SET label = row.label
      FROM jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) AS row ("personId" uuid, value text, label text)
     WHERE a.person_id = row."personId" AND a.value = row.value AND a.label IS NULL`);
};

/** Takes further addresses back, except those that the person has used. */
export const removeAddresses = async (
  tx: Tx,
  addresses: readonly { personId: string; value: string }[],
): Promise<void> => {
  if (addresses.length === 0) return;
  await tx.execute(sql`
    DELETE FROM person_addresses a
     USING jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS row ("personId" uuid, value text)
     WHERE a.person_id = row."personId" AND a.value = row.value AND NOT a.is_primary AND a.last_inbound_at IS NULL
       AND a.hash IS NOT NULL AND NOT EXISTS (SELECT FROM suppressions s WHERE s.address_hash = a.hash)`);
};

type PersonNote = { personId: string; text: string };

export const addNotes = async (
  tx: Tx,
  notes: readonly PersonNote[],
  userId: string | null,
): Promise<void> => {
  if (notes.length === 0) return;
  await tx.execute(sql`
    INSERT INTO notes (person_id, user_id, text)
    SELECT "personId", ${userId}::uuid, text
      FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS row ("personId" uuid, text text)`);
};

/** Deletes notes that an import added, unless they were edited. */
export const removeNotes = async (tx: Tx, notes: readonly PersonNote[], since: Date): Promise<void> => {
  if (notes.length === 0) return;
  await tx.execute(sql`
    DELETE FROM notes n USING jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS row ("personId" uuid, text text)
     WHERE n.person_id = row."personId" AND n.text = row.text AND n.created_at >= ${since.toISOString()}::timestamptz`);
};

/** An address by its hash in hex, and what is not sent to it. */
export type OptedOutAddress = { hash: string; scope: SuppressionScope };

/** Opts addresses out; one that is opted out already gets no second row. */
export const optOutAddresses = async (
  tx: Tx,
  addresses: readonly OptedOutAddress[],
  { userId, batchId }: { userId: string | null; batchId: string },
): Promise<void> => {
  if (addresses.length === 0) return;
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, actor_id, caused_by)
    SELECT DISTINCT decode(row.hash, 'hex'), row.scope, 'opted_out', 'import', ${userId}::uuid, ${batchId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS row (hash text, scope text)
     WHERE NOT EXISTS (SELECT FROM (SELECT state FROM ${countedSuppressions} s
                                     WHERE s.address_hash = decode(row.hash, 'hex') AND s.scope = row.scope
                                     ORDER BY s.created_at DESC, s.id DESC LIMIT 1) newest
                        WHERE newest.state = 'opted_out')`);
};

/** Which of the hashes have an opt-out in force, of any channel. */
export const findOptedOut = async (db: Reader, hashes: readonly string[]): Promise<Set<string>> => {
  if (hashes.length === 0) return new Set();
  const { rows } = await db.execute<{ hash: string }>(sql`
    SELECT DISTINCT encode(address_hash, 'hex') AS hash FROM (
      SELECT DISTINCT ON (address_hash, scope) address_hash, state FROM ${countedSuppressions} s
       WHERE address_hash = ANY(ARRAY(SELECT decode(hash, 'hex') FROM unnest(${sql.param(hashes)}::text[]) AS hash))
         AND source <> 'bounce'
       ORDER BY address_hash, scope, created_at DESC, id DESC) newest WHERE state = 'opted_out'`);
  return new Set(rows.map(({ hash }) => hash));
};

export const addImportEntries = async (
  tx: Tx,
  personIds: readonly string[],
  { batchId, name }: { batchId: string; name: string | null },
): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    INSERT INTO timeline (person_id, event_type, source, title, description, caused_by)
    SELECT id, 'person_imported', 'import', 'Imported', ${name}::text, ${batchId}::uuid
      FROM unnest(${sql.param(personIds)}::uuid[]) AS id`);
};

export type PlannedBatchRow = Pick<RowPlan, "verdict" | "before" | "after"> & {
  line: number;
  personId: string | null;
  problems: readonly CodedReason<string>[];
};

/** Saves what each row does or did. */
export const savePlannedRows = async (
  tx: Tx,
  batchId: string,
  rows: readonly PlannedBatchRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx.execute(sql`
    UPDATE batch_rows SET verdict = row.verdict, person_id = row."personId", before = row.before, after = row.after,
           -- Opt-outs are looked up by the check only.
           problems = row.problems || coalesce((SELECT jsonb_agg(note) FROM jsonb_array_elements(batch_rows.problems) AS note
                                                 WHERE note ->> 'code' = 'opted_out'
                                                   AND NOT row.problems @> '[{"code": "opted_out"}]'), '[]')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        line int, verdict text, "personId" uuid, before jsonb, after jsonb, problems jsonb)
     WHERE batch_rows.batch_id = ${batchId} AND batch_rows.line = row.line`);
};

/** With the id that the check gave to a new person. */
export type RawRow = { line: number; raw: string[]; addedId: string | null };

export const readRawRows = async (
  db: Reader,
  batchId: string,
  after: number,
  limit: number,
): Promise<RawRow[]> => {
  const { rows } = await db.execute<RawRow>(sql`
    SELECT line, raw, CASE WHEN verdict = 'added' THEN person_id END AS "addedId" FROM batch_rows WHERE batch_id = ${batchId} AND line > ${after} ORDER BY line LIMIT ${limit}`);
  return rows;
};

/** The first rows of the batch, up to a line, that named these people. */
export const findEarlierRows = async (
  db: Reader,
  batchId: string,
  upTo: number,
  personIds: string[],
): Promise<Map<string, number>> => {
  if (personIds.length === 0 || upTo === 0) return new Map();
  const { rows } = await db.execute<{ id: string; line: number }>(sql`
    SELECT person_id AS id, min(line) AS line FROM batch_rows
     WHERE batch_id = ${batchId} AND line <= ${upTo} AND person_id = ANY(${sql.param(personIds)}::uuid[]) GROUP BY 1`);
  return new Map(rows.map(({ id, line }) => [id, line]));
};

/** Users by their e-mail address and full name, in lower case. */
export const readOwners = async (db: Reader): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ id: string; email: string; name: string }>(sql`
    SELECT id, lower(email) AS email, lower(trim(concat_ws(' ', first_name, last_name))) AS name FROM users
     WHERE active ORDER BY created_at DESC, id DESC`);
  return new Map(
    rows.flatMap(({ id, email, name }) => [[email, id] as const, ...(name ? [[name, id] as const] : [])]),
  );
};
