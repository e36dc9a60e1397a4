import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Location, LocationProvider, PostalAddress } from "#domain/places/location.ts";
import { toUnitVector } from "#domain/places/sphere.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { isVisible, type RecordReach } from "./visible-people.ts";

export type QueuedAddress = PostalAddress & { personId: string; version: number; attempts: number };

export type StoredLocation = {
  personId: string;
  location: Location | null;
  provider: LocationProvider;
  lookupHash: string;
};

export const hashLookup = (key: string): string => createHash("sha256").update(key).digest("hex");

/** People before the queue, and no waiting for either: whoever deletes or changes a person takes them in this order. */
const claimed = sql`FOR KEY SHARE OF p SKIP LOCKED FOR UPDATE OF q SKIP LOCKED`;

const streetOf = (field: string | null): SQL =>
  field === null ? sql`NULL::text` : sql`nullif(p.fields ->> ${field}::text, '')`;

/** Locks the next people whose address the product itself locates. */
export const claimAddresses = async (
  tx: Tx,
  limit: number,
  streetField: string | null,
): Promise<QueuedAddress[]> => {
  const { rows } = await tx.execute<QueuedAddress>(sql`
    SELECT q.person_id AS "personId", q.version, q.attempts, ${streetOf(streetField)} AS street, p.town, p.region, p.zip
      FROM location_queue q JOIN people p ON p.id = q.person_id
     WHERE NOT q.needs_vendor AND q.due_at <= now() ORDER BY q.due_at LIMIT ${limit} ${claimed}`);
  return rows;
};

/** Takes the next people for whom a vendor is asked; they are free again when the lease ends. */
export const leaseAddresses = async (
  tx: Tx,
  limit: number,
  leaseSeconds: number,
  streetField: string | null,
): Promise<QueuedAddress[]> => {
  const { rows } = await tx.execute<QueuedAddress>(sql`
    WITH next AS (
      SELECT q.person_id, p.town, p.region, p.zip, ${streetOf(streetField)} AS street
        FROM location_queue q JOIN people p ON p.id = q.person_id
       WHERE q.needs_vendor AND q.due_at <= now() ORDER BY q.due_at LIMIT ${limit} ${claimed})
    UPDATE location_queue q SET due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = q.attempts + 1
      FROM next WHERE q.person_id = next.person_id
    RETURNING q.person_id AS "personId", q.version, q.attempts, next.street, next.town, next.region, next.zip`);
  return rows;
};

/** Locks those whose address has not changed since it was claimed. */
export const lockUnchanged = async (
  tx: Tx,
  rows: readonly Pick<QueuedAddress, "personId" | "version">[],
): Promise<Set<string>> => {
  const found = await tx.execute<{ personId: string }>(sql`
    SELECT q.person_id AS "personId"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("personId" uuid, version int)
      JOIN location_queue q ON q.person_id = r."personId" AND q.version = r.version
      JOIN people p ON p.id = q.person_id ${claimed}`);
  return new Set(found.rows.map(({ personId }) => personId));
};

export const upsertLocations = async (tx: Tx, locations: readonly StoredLocation[]): Promise<void> => {
  if (locations.length === 0) return;
  const rows = locations.map(({ personId, location, provider, lookupHash }) => ({
    person_id: personId,
    ...(location?.point ? { ...location.point, ...toUnitVector(location.point) } : {}),
    precision: location?.precision ?? null,
    area_code: location?.areaCode ?? null,
    provider,
    lookup_hash: lookupHash,
  }));
  await tx.execute(sql`
    INSERT INTO person_locations (person_id, latitude, longitude, x, y, z, precision, area_code, provider, lookup_hash)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (person_id uuid, latitude float8,
           longitude float8, x float8, y float8, z float8, precision text, area_code text, provider text, lookup_hash text)
    ON CONFLICT (person_id) DO UPDATE
       SET latitude = excluded.latitude, longitude = excluded.longitude, x = excluded.x, y = excluded.y, z = excluded.z,
           precision = excluded.precision, area_code = excluded.area_code, provider = excluded.provider,
           lookup_hash = excluded.lookup_hash, geocoded_at = now()`);
};

const idList = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

export const deleteLocations = async (tx: Tx, personIds: readonly string[]): Promise<void> => {
  if (personIds.length > 0)
    await tx.execute(sql`DELETE FROM person_locations WHERE person_id = ANY(${idList(personIds)})`);
};

export const finishQueued = async (tx: Tx, personIds: readonly string[]): Promise<void> => {
  if (personIds.length > 0)
    await tx.execute(sql`DELETE FROM location_queue WHERE person_id = ANY(${idList(personIds)})`);
};

export const queueForVendor = async (tx: Tx, personIds: readonly string[]): Promise<void> => {
  if (personIds.length > 0)
    await tx.execute(sql`
      UPDATE location_queue SET needs_vendor = true, attempts = 0, due_at = now()
       WHERE person_id = ANY(${idList(personIds)})`);
};

/** A failed attempt that is not counted was not about this address. */
export const postponeQueued = async (
  tx: Tx,
  personIds: readonly string[],
  { afterMs, isCounted }: { afterMs: number; isCounted: boolean },
): Promise<void> => {
  if (personIds.length > 0)
    await tx.execute(sql`
      UPDATE location_queue SET due_at = now() + make_interval(secs => ${afterMs / 1000}::float8),
             attempts = attempts - ${isCounted ? 0 : 1}
       WHERE person_id = ANY(${idList(personIds)})`);
};

/** The look-ups that were already made, of the people themselves. */
export const readLookupHashes = async (
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await tx.execute<{ personId: string; lookupHash: string | null }>(sql`
    SELECT person_id AS "personId", lookup_hash AS "lookupHash" FROM person_locations
     WHERE person_id = ANY(${idList(personIds)})`);
  return new Map(rows.map(({ personId, lookupHash }) => [personId, lookupHash]));
};

/** Gives people the location of another one with the same address, so that a vendor is asked once. Returns whom. */
export const copyKnownLocations = async (
  tx: Tx,
  wanted: readonly { personId: string; lookupHash: string }[],
): Promise<Set<string>> => {
  if (wanted.length === 0) return new Set();
  const { rows } = await tx.execute<{ personId: string }>(sql`
    INSERT INTO person_locations (person_id, latitude, longitude, x, y, z, precision, area_code, provider, lookup_hash,
                                  geocoded_at)
    SELECT w."personId", k.latitude, k.longitude, k.x, k.y, k.z, k.precision, k.area_code, k.provider, k.lookup_hash,
           k.geocoded_at
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w ("personId" uuid, "lookupHash" text)
     CROSS JOIN LATERAL (SELECT * FROM person_locations l WHERE l.lookup_hash = w."lookupHash"
                          ORDER BY l.geocoded_at DESC LIMIT 1) k
    ON CONFLICT (person_id) DO UPDATE
       SET latitude = excluded.latitude, longitude = excluded.longitude, x = excluded.x, y = excluded.y, z = excluded.z,
           precision = excluded.precision, area_code = excluded.area_code, provider = excluded.provider,
           lookup_hash = excluded.lookup_hash, geocoded_at = excluded.geocoded_at
    RETURNING person_id AS "personId"`);
  return new Set(rows.map(({ personId }) => personId));
};

/** Google allows its coordinates to be kept for 30 days: they are looked up again a day earlier. */
export const queueExpired = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    WITH expired AS (
      UPDATE person_locations SET lookup_hash = NULL
       WHERE person_id IN (SELECT person_id FROM person_locations
                            WHERE provider = 'google' AND geocoded_at < now() - interval '29 days'
                              AND lookup_hash IS NOT NULL
                            ORDER BY geocoded_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING person_id)
    INSERT INTO location_queue AS q (person_id) SELECT person_id FROM expired
    ON CONFLICT (person_id) DO NOTHING`);
  return rowCount ?? 0;
};

/** Queues the next page of everybody who has an address; returns where it ended, null at the end. */
export const queueNextPage = async (tx: Tx, after: string, limit: number): Promise<string | null> => {
  const { rows } = await tx.execute<{ last: string | null; count: number }>(sql`
    WITH page AS (SELECT id, zip, town, region FROM people WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}),
    queued AS (
      INSERT INTO location_queue AS q (person_id)
      SELECT id FROM page WHERE zip IS NOT NULL OR town IS NOT NULL OR region IS NOT NULL
      ON CONFLICT (person_id) DO UPDATE
         SET version = q.version + 1, needs_vendor = false, attempts = 0, due_at = now())
    SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM page) AS count`);
  const [page] = rows;
  return page && page.count === limit ? page.last : null;
};

type LocationFigures = {
  byPrecision: Record<string, number>;
  unknown: number;
  waiting: number;
  waitingForVendor: number;
};

export const readLocationFigures = async (db: Reader): Promise<LocationFigures> => {
  const precisions = await db.execute<{ precision: string | null; count: number }>(
    sql`SELECT precision, count(*)::int AS count FROM person_locations GROUP BY 1`,
  );
  const waiting = await db.execute<{ waiting: number; vendor: number }>(sql`
    SELECT count(*)::int AS waiting, count(*) FILTER (WHERE needs_vendor)::int AS vendor FROM location_queue`);
  const count = (precision: string | null) =>
    precisions.rows.find((row) => row.precision === precision)?.count ?? 0;
  const [queue] = waiting.rows;
  return {
    byPrecision: Object.fromEntries(
      precisions.rows.flatMap((row) => (row.precision === null ? [] : [[row.precision, row.count]])),
    ),
    unknown: count(null),
    waiting: queue?.waiting ?? 0,
    waitingForVendor: queue?.vendor ?? 0,
  };
};

/** Area codes of at least one person of the part, found by jumps in the index instead of reading every row. */
export const listUsedAreas = async (db: Reader, reach: RecordReach | undefined): Promise<string[]> => {
  if (reach !== undefined) {
    const { rows } = await db.execute<{ code: string }>(sql`
      SELECT DISTINCT area_code AS code FROM person_locations
       WHERE area_code IS NOT NULL AND ${isVisible("person_id", reach)}`);
    return rows.map(({ code }) => code);
  }
  const { rows } = await db.execute<{ code: string }>(sql`
    WITH RECURSIVE used AS (
      (SELECT area_code COLLATE "C" AS code FROM person_locations WHERE area_code IS NOT NULL
        ORDER BY area_code COLLATE "C" LIMIT 1)
      UNION ALL
      SELECT (SELECT area_code COLLATE "C" FROM person_locations WHERE area_code COLLATE "C" > used.code
               ORDER BY area_code COLLATE "C" LIMIT 1)
        FROM used WHERE used.code IS NOT NULL)
    SELECT code FROM used WHERE code IS NOT NULL`);
  return rows.map(({ code }) => code);
};

export type FoundLocation = Location & { provider: LocationProvider };

/** Where a person's address is; undefined until it was located, and where it was not found. */
export const findLocation = async (db: Reader, personId: string): Promise<FoundLocation | undefined> => {
  const { rows } = await db.execute<FoundLocation>(sql`
    SELECT precision, provider, area_code AS "areaCode", CASE WHEN latitude IS NOT NULL THEN
           jsonb_build_object('latitude', latitude, 'longitude', longitude) END AS point
      FROM person_locations WHERE person_id = ${personId} AND precision IS NOT NULL`);
  return rows[0];
};
