import { and, asc, desc, eq, sql } from "drizzle-orm";
import { addressKind } from "#domain/people/person-address.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personAddresses } from "#server/db/schema/person-fields.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";

export type StoredAddress = typeof personAddresses.$inferSelect;

/** All addresses of a person, the primary ones first. */
export const listAddresses = (db: Reader, personId: string): Promise<StoredAddress[]> =>
  db
    .select()
    .from(personAddresses)
    .where(eq(personAddresses.personId, personId))
    .orderBy(desc(personAddresses.isPrimary), asc(personAddresses.kind), asc(personAddresses.id));

export const findAddress = async (db: Reader, id: string): Promise<StoredAddress | undefined> => {
  const [row] = await db.select().from(personAddresses).where(eq(personAddresses.id, id));
  return row;
};

/** The id of the person's row of an address; undefined when it is not theirs. */
export const findAddressOf = async (
  db: Reader,
  personId: string,
  value: string,
): Promise<Pick<StoredAddress, "id" | "isPrimary"> | undefined> => {
  const [row] = await db
    .select({ id: personAddresses.id, isPrimary: personAddresses.isPrimary })
    .from(personAddresses)
    .where(
      and(eq(personAddresses.personId, personId), eq(personAddresses.value, value.trim().toLowerCase())),
    );
  return row;
};

/** Adds an account to those who wrote from it, with the name that it has now. Accounts are never primary addresses. */
export const saveAccount = async (
  tx: Tx,
  people: readonly string[],
  value: string,
  label: string,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO person_addresses (person_id, kind, value, label)
    SELECT id, ${addressKind(value)}, ${value}, ${label} FROM unnest(${sql.param(people)}::uuid[]) AS id
    ON CONFLICT (person_id, kind, value) DO UPDATE SET label = excluded.label
     WHERE person_addresses.label IS DISTINCT FROM excluded.label`);
};

/** The address that replaces one which is removed: of the others of its kind, the one that the person last wrote from. */
export const findNextAddress = async (
  db: Reader,
  { id, personId, kind }: Pick<StoredAddress, "id" | "personId" | "kind">,
): Promise<string | null> => {
  const { rows } = await db.execute<{ value: string }>(sql`
    SELECT value FROM person_addresses WHERE person_id = ${personId} AND kind = ${kind} AND id <> ${id}
     ORDER BY state = 'active' DESC, last_inbound_at DESC NULLS LAST, id LIMIT 1`);
  return rows[0]?.value ?? null;
};

/** The other people who have an address. */
export const findOtherHolders = async (db: Reader, value: string, personId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT person_id AS id FROM person_addresses WHERE value = ${value} AND person_id <> ${personId} LIMIT 20`);
  return rows.map(({ id }) => id);
};

/** Remembers that people wrote from an address. */
export const noteAddressInbound = async (
  tx: Tx,
  people: string[],
  address: string,
  at: number,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE person_addresses SET last_inbound_at = greatest(last_inbound_at, to_timestamp(${at / 1000}))
     WHERE value = ${address.trim().toLowerCase()} AND person_id = ANY(${sql.param(people)}::uuid[])`);
};

/** Marks an e-mail address to which messages cannot be delivered, for all who have it. */
export const markBouncedAddress = async (tx: Tx, address: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE person_addresses SET state = 'bounced' WHERE value = ${address.trim().toLowerCase()} AND kind = 'email'`);
};

type UnhashedAddress = { id: string; value: string };

const saveHashes = async (tx: Tx, addresses: UnhashedAddress[], hash: AddressHash): Promise<void> => {
  if (addresses.length === 0) return;
  const rows = addresses.map(({ id, value }) => ({ id, hash: hash(value).toString("hex") }));
  await tx.execute(sql`
    UPDATE person_addresses SET hash = decode(row.hash, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, hash text)
     WHERE person_addresses.id = row.id`);
};

/** Computes the hashes of people's addresses, so that queries know their opt-outs at once. */
export const hashAddresses = async (tx: Tx, personIds: string[], hash: AddressHash): Promise<void> => {
  if (personIds.length === 0) return;
  const { rows } = await tx.execute<UnhashedAddress>(sql`
    SELECT id, value FROM person_addresses WHERE person_id = ANY(${sql.param(personIds)}::uuid[]) AND hash IS NULL`);
  await saveHashes(tx, rows, hash);
};

/** Stores the hash of an address that opts out, for all who have it. */
export const hashAddress = async (tx: Tx, address: string, hash: AddressHash): Promise<void> => {
  const value = address.trim().toLowerCase();
  await tx.execute(sql`
    UPDATE person_addresses SET hash = ${hash(value)} WHERE value = ${value} AND hash IS NULL`);
};

/** Computes the hashes of some addresses that have none; returns how many. Rows that another worker has are skipped. */
export const hashNextAddresses = async (tx: Tx, limit: number, hash: AddressHash): Promise<number> => {
  const { rows } = await tx.execute<UnhashedAddress>(sql`
    SELECT id, value FROM person_addresses WHERE hash IS NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  await saveHashes(tx, rows, hash);
  return rows.length;
};
