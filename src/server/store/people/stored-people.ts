import { type SQL, sql } from "drizzle-orm";
import type { PersonRecord, PersonWithConsents } from "#domain/people/person-record.ts";
import type { Reader } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { selectPerson } from "./person-sql.ts";

const recordColumns = sql`${selectPerson("p")},
  ARRAY(SELECT value FROM person_addresses a WHERE a.person_id = p.id) AS addresses`;

const columnsWithConsents = sql`${recordColumns},
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

const isWanted = ({ addresses, ids, field }: PeopleKeys): SQL => {
  const byField = field
    ? sql`UNION SELECT p.id FROM unnest(${sql.param(field.values)}::jsonb[]) AS wanted, people p
           WHERE p.fields @> jsonb_build_object(${field.key}::text, wanted)`
    : sql``;
  return sql`p.id = ANY(ARRAY(
    SELECT person_id FROM person_addresses WHERE value = ANY(${sql.param(addresses)}::text[])
    UNION SELECT unnest(${sql.param(ids)}::uuid[]) ${byField}))`;
};

const readWanted = async (db: Reader, wanted: SQL): Promise<PersonWithConsents[]> => {
  const { rows } = await db.execute<PersonWithConsents>(
    sql`SELECT ${columnsWithConsents} FROM people p WHERE ${wanted} ORDER BY p.id`,
  );
  return rows;
};

const lockWanted = async (db: Reader, wanted: SQL): Promise<void> => {
  await db.execute(sql`SELECT FROM people p WHERE ${wanted} ORDER BY p.id FOR NO KEY UPDATE`);
};

const hasKeys = ({ addresses, ids, field }: PeopleKeys): boolean =>
  addresses.length + ids.length + (field?.values.length ?? 0) > 0;

/** Everybody who has one of the addresses, ids or values, oldest first. */
export const findPeople = async (db: Reader, keys: PeopleKeys): Promise<PersonWithConsents[]> =>
  hasKeys(keys) ? readWanted(db, isWanted(keys)) : [];

/**
 * The same people, locked until the transaction ends. They are locked by a statement of its own: after waiting for a
 * lock, the next one sees the consents that the other transaction saved.
 */
export const lockPeople = async (db: Reader, keys: PeopleKeys): Promise<PersonWithConsents[]> => {
  if (!hasKeys(keys)) return [];
  const wanted = isWanted(keys);
  const [, people] = await inOneRoundTrip([lockWanted(db, wanted), readWanted(db, wanted)]);
  return people;
};

/** One person, locked; undefined where there is none. */
export const lockOnePerson = async (db: Reader, id: string): Promise<PersonWithConsents | undefined> => {
  const [person] = await lockPeople(db, { ids: [id], addresses: [], field: null });
  return person;
};

/**
 * Everybody who has one of the addresses, oldest first, locked by the statement that reads them. For callers that hold
 * the locks of the addresses: who has them cannot change, and the row is the newest one after a wait for its lock.
 */
export const lockHolders = async (tx: Reader, addresses: string[]): Promise<PersonRecord[]> => {
  if (addresses.length === 0) return [];
  const { rows } = await tx.execute<PersonRecord>(sql`
    SELECT ${recordColumns} FROM people p WHERE ${isWanted({ addresses, ids: [], field: null })}
     ORDER BY p.id FOR NO KEY UPDATE OF p`);
  return rows;
};
