import { sql } from "drizzle-orm";
import type { OptOutScope } from "#domain/sync/field-map.ts";
import type { SyncPerson } from "#domain/sync/plan-pair.ts";
import type { Reader } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { countedSuppressions } from "#server/store/compliance/counted-suppressions.ts";
import { findPeople, lockPeople, type PeopleKeys } from "#server/store/people/stored-people.ts";

/** Opt-outs in force, by the hash of the address in hex. Bounces are none. */
const findSuppressions = async (
  db: Reader,
  hashes: readonly string[],
): Promise<Map<string, OptOutScope[]>> => {
  const found = new Map<string, OptOutScope[]>();
  if (hashes.length === 0) return found;
  const { rows } = await db.execute<{ hash: string; scope: OptOutScope }>(sql`
    SELECT encode(address_hash, 'hex') AS hash, scope FROM (
      SELECT DISTINCT ON (address_hash, scope) address_hash, scope, state FROM ${countedSuppressions} s
       WHERE address_hash = ANY(ARRAY(SELECT decode(hash, 'hex') FROM unnest(${sql.param(hashes)}::text[]) AS hash))
         AND source <> 'bounce'
       ORDER BY address_hash, scope, created_at DESC, id DESC) newest WHERE state = 'opted_out'`);
  for (const { hash, scope } of rows) found.set(hash, [...(found.get(hash) ?? []), scope]);
  return found;
};

/** People by their addresses or ids, with the opt-outs of all their addresses. */
export const findSyncPeople = async (
  db: Reader,
  keys: Omit<PeopleKeys, "field">,
  hash: AddressHash,
  isLocked: boolean,
): Promise<SyncPerson[]> => {
  const people = await (isLocked ? lockPeople : findPeople)(db, { ...keys, field: null });
  const hashes = new Map(
    people.flatMap(({ addresses }) =>
      addresses.map((address) => [address, hash(address).toString("hex")] as const),
    ),
  );
  const suppressions = await findSuppressions(db, [...new Set(hashes.values())]);
  return people.map((person) => ({
    ...person,
    suppressed: [
      ...new Set(person.addresses.flatMap((address) => suppressions.get(hashes.get(address) ?? "") ?? [])),
    ],
  }));
};

/** All addresses of these people, to be locked before their rows are. */
export const readAddresses = async (db: Reader, personIds: readonly string[]): Promise<string[]> => {
  if (personIds.length === 0) return [];
  const { rows } = await db.execute<{ value: string }>(
    sql`SELECT value FROM person_addresses WHERE person_id = ANY(${sql.param(personIds)}::uuid[])`,
  );
  return rows.map(({ value }) => value);
};

/** The e-mail addresses and telephone numbers of people's own columns, each once. */
export const readAddressesOf = async (
  db: Reader,
  personIds: readonly string[],
): Promise<{ emails: string[]; phones: string[] }> => {
  const { rows } = await db.execute<{ email: string | null; phone: string | null }>(
    sql`SELECT lower(email) AS email, phone FROM people WHERE id = ANY(${sql.param(personIds)}::uuid[])`,
  );
  return {
    emails: [...new Set(rows.flatMap(({ email }) => email ?? []))],
    phones: [...new Set(rows.flatMap(({ phone }) => phone ?? []))],
  };
};
