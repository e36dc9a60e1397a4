import { sql } from "drizzle-orm";
import type { PairProblem } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type StoredLink = {
  remoteId: string;
  personId: string | null;
  values: Record<string, SyncValue>;
  problems: PairProblem[];
  /** Milliseconds since 1970. */
  remoteAt: number | null;
  isGone: boolean;
};

/** The links of these contacts and people. */
export const findLinks = async (
  db: Reader,
  service: string,
  { remoteIds, personIds }: { remoteIds: readonly string[]; personIds: readonly string[] },
): Promise<StoredLink[]> => {
  if (remoteIds.length + personIds.length === 0) return [];
  const { rows } = await db.execute<StoredLink>(sql`
    SELECT remote_id AS "remoteId", person_id AS "personId", "values", problems, gone_at IS NOT NULL AS "isGone",
           (extract(epoch FROM remote_at) * 1000)::float8 AS "remoteAt"
      FROM sync_links WHERE service = ${service} AND remote_id = ANY(${sql.param(remoteIds)}::text[])
    UNION
    SELECT remote_id, person_id, "values", problems, gone_at IS NOT NULL, (extract(epoch FROM remote_at) * 1000)::float8
      FROM sync_links WHERE service = ${service} AND person_id = ANY(${sql.param(personIds)}::uuid[])`);
  return rows;
};

export type SavedLink = Pick<StoredLink, "remoteId" | "personId" | "values" | "problems" | "remoteAt">;

/** Saves links; the values given replace those of the same fields and leave the others. */
export const saveLinks = async (tx: Tx, service: string, links: readonly SavedLink[]): Promise<void> => {
  if (links.length === 0) return;
  await tx.execute(sql`
    INSERT INTO sync_links AS l (service, remote_id, person_id, "values", problems, remote_at)
    SELECT ${service}, "remoteId", "personId", "values", problems, to_timestamp("remoteAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS row (
        "remoteId" text, "personId" uuid, "values" jsonb, problems jsonb, "remoteAt" float8)
    ON CONFLICT (service, remote_id) DO UPDATE SET
      person_id = excluded.person_id, "values" = l."values" || excluded."values", problems = excluded.problems,
      remote_at = greatest(l.remote_at, excluded.remote_at), gone_at = NULL, missing_at = NULL,
      updated_at = now()`);
};

/** Notes that the vendor no longer has contacts. */
export const markGone = async (tx: Tx, service: string, remoteIds: readonly string[]): Promise<void> => {
  if (remoteIds.length === 0) return;
  await tx.execute(sql`
    UPDATE sync_links SET gone_at = now(), missing_at = NULL, "values" = '{}', updated_at = now()
     WHERE service = ${service} AND remote_id = ANY(${sql.param(remoteIds)}::text[])`);
};

/** Notes which contacts the vendor did not find, and that others are there. */
export const noteMissing = async (
  tx: Tx,
  service: string,
  { missing, found, at }: { missing: readonly string[]; found: readonly string[]; at: Date },
): Promise<void> => {
  if (missing.length > 0)
    await tx.execute(sql`
      UPDATE sync_links SET missing_at = ${at.toISOString()}::timestamptz
       WHERE service = ${service} AND remote_id = ANY(${sql.param(missing)}::text[]) AND gone_at IS NULL
         AND missing_at IS NULL`);
  if (found.length > 0)
    await tx.execute(sql`
      UPDATE sync_links SET missing_at = NULL
       WHERE service = ${service} AND remote_id = ANY(${sql.param(found)}::text[]) AND missing_at IS NOT NULL`);
};

/** How many linked contacts are missing, and how many of them since the last confirmation. */
export const countMissing = async (
  db: Reader,
  service: string,
  confirmedAt: Date,
): Promise<{ all: number; unconfirmed: number }> => {
  const { rows } = await db.execute<{ all: number; unconfirmed: number }>(sql`
    SELECT count(*)::int AS all,
           count(*) FILTER (WHERE person_id IS NOT NULL
                              AND missing_at > ${confirmedAt.toISOString()}::timestamptz)::int AS unconfirmed
      FROM sync_links WHERE service = ${service} AND missing_at IS NOT NULL AND gone_at IS NULL`);
  return rows[0] ?? { all: 0, unconfirmed: 0 };
};

/** `missingAt` in milliseconds since 1970. */
export type MissingLink = { remoteId: string; personId: string | null; missingAt: number };

export const lockMissing = async (tx: Tx, service: string, limit: number): Promise<MissingLink[]> => {
  const { rows } = await tx.execute<MissingLink>(sql`
    SELECT remote_id AS "remoteId", person_id AS "personId",
           (extract(epoch FROM missing_at) * 1000)::float8 AS "missingAt"
      FROM sync_links WHERE service = ${service} AND missing_at IS NOT NULL AND gone_at IS NULL
     ORDER BY remote_id LIMIT ${limit} FOR UPDATE`);
  return rows;
};

/** Missing contacts are queued to be read once more. */
export const requeueMissing = async (tx: Tx, service: string): Promise<void> => {
  await tx.execute(sql`
    WITH missing AS (
      UPDATE sync_links SET missing_at = NULL
       WHERE service = ${service} AND missing_at IS NOT NULL AND gone_at IS NULL RETURNING remote_id)
    INSERT INTO sync_queue (service, remote_id) SELECT ${service}, remote_id FROM missing`);
};

/** A page of linked contacts, in the order of their ids. */
export const readLinkedContacts = async (
  db: Reader,
  service: string,
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT remote_id AS id FROM sync_links
     WHERE service = ${service} AND remote_id > ${after} AND gone_at IS NULL AND person_id IS NOT NULL
     ORDER BY remote_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** A page of people with an address who are not linked, in the order of their ids. */
export const readUnlinkedPeople = async (
  db: Reader,
  service: string,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM people p
     WHERE ${after === null ? sql`true` : sql`id > ${after}::uuid`} AND (email IS NOT NULL OR phone IS NOT NULL)
       AND NOT EXISTS (SELECT FROM sync_links l WHERE l.person_id = p.id AND l.service = ${service})
     ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** A page of linked people without a score, in the order of their ids. */
export const readUnscoredPeople = async (
  db: Reader,
  service: string,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT person_id AS id FROM sync_links l
     WHERE service = ${service} AND person_id IS NOT NULL
       AND ${after === null ? sql`true` : sql`person_id > ${after}::uuid`}
       AND NOT EXISTS (SELECT FROM ai_profiles a WHERE a.person_id = l.person_id)
     ORDER BY person_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

export const countAddressedPeople = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM people WHERE email IS NOT NULL OR phone IS NOT NULL`,
  );
  return rows[0]?.count ?? 0;
};

export const countLinks = async (db: Reader, service: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM sync_links WHERE service = ${service} AND person_id IS NOT NULL AND gone_at IS NULL`);
  return rows[0]?.count ?? 0;
};
