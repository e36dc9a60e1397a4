import { and, asc, desc, eq, sql } from "drizzle-orm";
import { addressKind, type ContactAddressKind } from "#domain/people/person-address.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personAddresses } from "#server/db/schema/person-fields.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { nextVersion } from "./people-changes.ts";

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

const primaryColumns: Record<ContactAddressKind, ReturnType<typeof sql>> = {
  email: sql`email`,
  phone: sql`phone`,
};

/** Sets `people.email` or `people.phone`; a trigger then marks the address as the primary one. */
const setPrimaryColumn = async (
  tx: Tx,
  personId: string,
  kind: ContactAddressKind,
  value: string | null,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE people SET ${primaryColumns[kind]} = ${value}, updated_at = ${nextVersion} WHERE id = ${personId}`);
};

export type NewAddress = Pick<StoredAddress, "personId" | "value" | "label" | "hash"> & {
  kind: ContactAddressKind;
};

/** Adds an address; the first of its kind becomes the primary one. Undefined when the person has it already. */
export const insertAddress = async (tx: Tx, address: NewAddress): Promise<StoredAddress | undefined> => {
  const [row] = await tx.insert(personAddresses).values(address).onConflictDoNothing().returning();
  if (!row) return undefined;
  const others = await listAddresses(tx, address.personId);
  if (others.some(({ kind, isPrimary }) => kind === address.kind && isPrimary)) return row;
  await setPrimaryColumn(tx, address.personId, address.kind, address.value);
  return { ...row, isPrimary: true };
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

/** Makes an address the one that messages go to. The one before stays as a further address. */
export const makePrimary = async (
  tx: Tx,
  { personId, kind, value }: Pick<NewAddress, "personId" | "kind" | "value">,
): Promise<void> => {
  const before = (await listAddresses(tx, personId)).find((other) => other.kind === kind && other.isPrimary);
  await setPrimaryColumn(tx, personId, kind, value);
  // The trigger removes a replaced address that nothing rests on.
  if (before)
    await tx
      .insert(personAddresses)
      .values({ ...before, isPrimary: false })
      .onConflictDoNothing();
};

/** Removes an address. Of the others of its kind, the one that the person last wrote from becomes the primary one. */
export const removeAddress = async (
  tx: Tx,
  { id, personId, kind, isPrimary }: StoredAddress,
): Promise<void> => {
  const { rows } = await tx.execute<{ value: string }>(sql`
    SELECT value FROM person_addresses WHERE person_id = ${personId} AND kind = ${kind} AND id <> ${id}
     ORDER BY state = 'active' DESC, last_inbound_at DESC NULLS LAST, id LIMIT 1`);
  if (isPrimary && kind !== "x") await setPrimaryColumn(tx, personId, kind, rows[0]?.value ?? null);
  await tx.delete(personAddresses).where(eq(personAddresses.id, id));
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

/**
 * Stores the hashes of those addresses that have opted out before, so that queries know it at once. A job computes the
 * others: an update of every new address would slow down recording by a fifth.
 */
export const hashSuppressedAddresses = async (
  tx: Tx,
  people: { id: string; email: string | null; phone: string | null }[],
  hash: AddressHash,
): Promise<void> => {
  const addresses = people.flatMap(({ id, email, phone }) =>
    [email?.toLowerCase(), phone].flatMap((value) =>
      value ? [{ personId: id, value, hash: hash(value) }] : [],
    ),
  );
  if (addresses.length === 0) return;
  const { rows } = await tx.execute<{ hash: string }>(sql`
    SELECT DISTINCT encode(address_hash, 'hex') AS hash FROM suppressions
     WHERE address_hash = ANY(${sql.param(addresses.map(({ hash: one }) => one))}::bytea[])`);
  const known = new Set(rows.map(({ hash: one }) => one));
  const suppressed = addresses
    .map((address) => ({ ...address, hash: address.hash.toString("hex") }))
    .filter((address) => known.has(address.hash));
  if (suppressed.length === 0) return;
  await tx.execute(sql`
    UPDATE person_addresses SET hash = decode(row.hash, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(suppressed)}::jsonb) AS row ("personId" uuid, value text, hash text)
     WHERE person_addresses.person_id = row."personId" AND person_addresses.value = row.value`);
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
