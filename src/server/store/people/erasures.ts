import { sql } from "drizzle-orm";
import { findAddresses } from "#domain/ingestion/find-addresses.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { deleteEvents } from "#server/store/ingestion/delete-events.ts";

export type StoredErasure = { id: string; personId: string; addressHashes: string[]; at: string };

const columns = sql`id, person_id AS "personId", address_hashes AS "addressHashes",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

export const listUncopiedErasures = async (db: Reader): Promise<StoredErasure[]> => {
  const { rows } = await db.execute<StoredErasure>(
    sql`SELECT ${columns} FROM erasures WHERE copied_at IS NULL ORDER BY id LIMIT 10000`,
  );
  return rows;
};

export const markErasuresCopied = async (tx: Tx, ids: string[]): Promise<void> => {
  await tx.execute(sql`UPDATE erasures SET copied_at = now() WHERE id = ANY(${sql.param(ids)}::uuid[])`);
};

export const listUnsweptErasures = async (db: Reader): Promise<StoredErasure[]> => {
  const { rows } = await db.execute<StoredErasure>(
    sql`SELECT ${columns} FROM erasures WHERE swept_at IS NULL ORDER BY id LIMIT 10000`,
  );
  return rows;
};

export const markErasuresSwept = async (tx: Tx, ids: string[]): Promise<void> => {
  await tx.execute(sql`UPDATE erasures SET swept_at = now() WHERE id = ANY(${sql.param(ids)}::uuid[])`);
};

/** Those of the given erasures that this database does not know, because it is older. */
export const findUnknownErasures = async (db: Reader, known: StoredErasure[]): Promise<StoredErasure[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM erasures WHERE id = ANY(${sql.param(known.map(({ id }) => id))}::uuid[])`);
  const stored = new Set(rows.map(({ id }) => id));
  return known.filter(({ id }) => !stored.has(id));
};

/** Adds erasures of a later time to a restored database. */
export const insertErasures = async (tx: Tx, erasures: StoredErasure[]): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO erasures (id, person_id, address_hashes, created_at, copied_at)
    SELECT id, "personId", "addressHashes", at, now()
      FROM jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb)
        AS row (id uuid, "personId" uuid, "addressHashes" jsonb, at timestamptz)
    ON CONFLICT DO NOTHING`);
};

const pageSize = 2_000;
const firstId = "00000000-0000-0000-0000-000000000000";

type UnlinkedEvent = { id: string; raw: unknown; processed: unknown };

/**
 * Ids of a page of events without a person that hold one of the addresses, and the last id of the page. Events after
 * `until` are new contacts of the person's own accord.
 */
export const findEventsWithAddresses = async (
  db: Reader,
  { hashes, until }: { hashes: ReadonlySet<string>; until: string },
  hash: AddressHash,
  after: string = firstId,
): Promise<{ ids: string[]; next: string | undefined }> => {
  const { rows } = await db.execute<UnlinkedEvent>(sql`
    SELECT id, raw_data AS raw, processed_data AS processed FROM events
     WHERE person_id IS NULL AND id > ${after} AND created_at <= ${until}::timestamptz ORDER BY id LIMIT ${pageSize}`);
  const holds = ({ raw, processed }: UnlinkedEvent): boolean =>
    [...findAddresses(raw), ...findAddresses(processed)].some((address) =>
      hashes.has(hash(address).toString("hex")),
    );
  return {
    ids: rows.filter(holds).map(({ id }) => id),
    next: rows.length === pageSize ? rows.at(-1)?.id : undefined,
  };
};

export const deleteEventsById = (tx: Tx, ids: string[]): Promise<number> =>
  deleteEvents(tx, sql`SELECT id FROM events WHERE id = ANY(${sql.param(ids)}::uuid[])`);
