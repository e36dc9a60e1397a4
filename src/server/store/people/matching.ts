import { sql } from "drizzle-orm";
import type { MatchablePerson } from "#domain/ingestion/resolve-people.ts";
import type { Language } from "#domain/language.ts";
import type { Tx } from "#server/db/database.ts";
import { nextVersion } from "./people-changes.ts";

/** The first key of the advisory locks of addresses; any fixed number that no other code uses. */
const addressLockSpace = 20_041_115;
const addressLockCount = 256;

/**
 * Locks addresses until the transaction ends, so that two transactions cannot create the same person, and an opt-out
 * cannot pass a send to the same address. Addresses share a few hundred locks, taken in order, so that transactions
 * cannot deadlock. Statements sent after this one in the same round trip run with the locks held.
 */
export const lockAddresses = async (tx: Tx, addresses: string[]): Promise<void> => {
  if (addresses.length === 0) return;
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(${sql.raw(String(addressLockSpace))}, slot) FROM (
      SELECT DISTINCT abs(hashtext(address)) % ${sql.raw(String(addressLockCount))} AS slot
        FROM unnest(${sql.param(addresses)}::text[]) AS address ORDER BY 1) slots`);
};

/**
 * The people who have one of the addresses, as a primary or a further one, locked, oldest first: where several match,
 * the oldest is meant.
 */
export const findByAddress = async (tx: Tx, addresses: string[]): Promise<MatchablePerson[]> => {
  if (addresses.length === 0) return [];
  const { rows } = await tx.execute<MatchablePerson>(sql`
    SELECT id, first_name AS "firstName", last_name AS "lastName", lower(email) AS email, phone,
           language, zip, region, town, tags, sources, consents, fields,
           ARRAY(SELECT value FROM person_addresses a
                  WHERE a.person_id = people.id AND NOT a.is_primary) AS "furtherAddresses"
      FROM people
     WHERE id = ANY(ARRAY(SELECT person_id FROM person_addresses
                           WHERE value = ANY(${sql.param(addresses)}::text[])))
     ORDER BY id FOR NO KEY UPDATE`);
  return rows;
};

export type NewPerson = MatchablePerson & { type: string; status: string };

export const addPeople = async (tx: Tx, people: NewPerson[]): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    INSERT INTO people (id, type, status, first_name, last_name, email, phone, language, zip, region, town,
                        tags, sources, consents, fields)
    SELECT id, type, status, "firstName", "lastName", email, phone, language, zip, region, town,
           ARRAY(SELECT jsonb_array_elements_text(tags)), ARRAY(SELECT jsonb_array_elements_text(sources)), consents,
           coalesce(fields, '{}')
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS row (
        id uuid, type text, status text, "firstName" text, "lastName" text, email text, phone text,
        language text, zip text, region text, town text, tags jsonb, sources jsonb, consents jsonb,
        fields jsonb)`);
};

/** Saves what events added to people. An e-mail address that is there already stays as it was written. */
export const mergeIntoPeople = async (tx: Tx, people: MatchablePerson[]): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET first_name = row."firstName", last_name = row."lastName",
           email = coalesce(people.email, row.email), phone = row.phone,
           language = coalesce(people.language, row.language), zip = row.zip, region = row.region, town = row.town,
           tags = ARRAY(SELECT jsonb_array_elements_text(row.tags)),
           sources = ARRAY(SELECT jsonb_array_elements_text(row.sources)), consents = row.consents,
           fields = coalesce(row.fields, people.fields), updated_at = ${nextVersion}
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS row (
        id uuid, "firstName" text, "lastName" text, email text, phone text, language text, zip text, region text,
        town text, tags jsonb, sources jsonb, consents jsonb, fields jsonb)
     WHERE people.id = row.id`);
};

/** The ids of all people who have one of the addresses, which are in lower case, as a primary or a further one. */
export const findHolders = async (tx: Tx, addresses: string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT person_id AS id FROM person_addresses WHERE value = ANY(${sql.param(addresses)}::text[])
     GROUP BY person_id ORDER BY bool_or(is_primary) DESC, person_id`);
  return rows.map(({ id }) => id);
};

/** Remembers phone numbers that a carrier reported as landlines; the gate sends no text messages to them. */
export const markLandlines = async (tx: Tx, phones: { personId: string; phone: string }[]): Promise<void> => {
  if (phones.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET landline_phone = row.phone
      FROM jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) AS row ("personId" uuid, phone text)
     WHERE people.id = row."personId" AND people.landline_phone IS DISTINCT FROM row.phone`);
  await tx.execute(sql`
    UPDATE person_addresses SET state = 'landline'
     WHERE value = ANY(${sql.param(phones.map(({ phone }) => phone))}::text[]) AND kind = 'phone' AND state <> 'landline'`);
};

/** Sets the language of people whose language is unknown, from what they wrote. */
export const fillLanguage = async (tx: Tx, people: string[], language: Language): Promise<string[]> => {
  if (people.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE people SET language = ${language}, updated_at = ${nextVersion}
     WHERE id = ANY(${sql.param(people)}::uuid[]) AND language IS NULL RETURNING id`);
  return rows.map(({ id }) => id);
};
