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
      remote_at = greatest(l.remote_at, excluded.remote_at), gone_at = NULL, updated_at = now()`);
};

/** Notes that the vendor no longer has contacts. */
export const markGone = async (tx: Tx, service: string, remoteIds: readonly string[]): Promise<void> => {
  if (remoteIds.length === 0) return;
  await tx.execute(sql`
    UPDATE sync_links SET gone_at = now(), "values" = '{}', updated_at = now()
     WHERE service = ${service} AND remote_id = ANY(${sql.param(remoteIds)}::text[])`);
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
