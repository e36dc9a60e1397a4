import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

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

/** The ids of all people who have one of the addresses, which are in lower case, as a primary or a further one. */
export const findHolders = async (tx: Tx, addresses: string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT person_id AS id FROM person_addresses WHERE value = ANY(${sql.param(addresses)}::text[])
     GROUP BY person_id ORDER BY bool_or(is_primary) DESC, person_id`);
  return rows.map(({ id }) => id);
};

/** Those of a person's addresses that no other person has. */
export const findUnshared = async (tx: Tx, personId: string, addresses: string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ value: string }>(sql`
    SELECT value FROM unnest(${sql.param(addresses)}::text[]) AS value
     WHERE NOT EXISTS (SELECT FROM person_addresses a WHERE a.value = value.value AND a.person_id <> ${personId})`);
  return rows.map(({ value }) => value);
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
