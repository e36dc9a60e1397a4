import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

export type GeocodingState = {
  signature: string | null;
  queuedUpTo: string | null;
  isPaused: boolean;
  lastError: { en: string; es: string } | null;
  lastErrorAt: string | null;
};

/** A connection that was saved since is tried at once. */
const columns = sql`signature, queued_up_to AS "queuedUpTo",
  coalesce(paused_until > now(), false) AND NOT EXISTS (
    SELECT FROM connections c WHERE c.service = 'maps' AND c.updated_at > last_error_at) AS "isPaused",
  last_error AS "lastError", to_json(last_error_at)#>>'{}' AS "lastErrorAt"`;

export const readLocationState = async (db: Reader): Promise<GeocodingState | undefined> => {
  const { rows } = await db.execute<GeocodingState>(sql`SELECT ${columns} FROM location_state WHERE id = 1`);
  return rows[0];
};

/** One process at a time locates people, so that a vendor's limit holds. Undefined while another one does. */
export const leaseLocationWork = async (tx: Tx, seconds: number): Promise<GeocodingState | undefined> => {
  const { rows } = await tx.execute<GeocodingState>(sql`
    INSERT INTO location_state AS s (id, leased_until) VALUES (1, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (id) DO UPDATE SET leased_until = excluded.leased_until
     WHERE s.leased_until IS NULL OR s.leased_until < now() RETURNING ${columns}`);
  return rows[0];
};

export const extendLocationLease = async (tx: Tx, seconds: number): Promise<void> => {
  await tx.execute(sql`
    UPDATE location_state SET leased_until = now() + make_interval(secs => ${seconds}) WHERE id = 1`);
};

export const endLocationLease = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`UPDATE location_state SET leased_until = NULL WHERE id = 1`);
};

/** Everybody is queued from this id on; null when all are. A new signature ends a vendor's pause. */
export const saveLocationProgress = async (
  tx: Tx,
  signature: string,
  queuedUpTo: string | null,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE location_state SET queued_up_to = ${queuedUpTo}::uuid, signature = ${signature},
           paused_until = CASE WHEN signature IS DISTINCT FROM ${signature} THEN NULL ELSE paused_until END
     WHERE id = 1`);
};

export const pauseVendor = async (
  tx: Tx,
  afterMs: number,
  error: { en: string; es: string },
): Promise<void> => {
  await tx.execute(sql`
    UPDATE location_state SET paused_until = now() + make_interval(secs => ${afterMs / 1000}::float8),
           last_error = ${JSON.stringify(error)}::jsonb, last_error_at = now() WHERE id = 1`);
};

export const clearVendorError = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    UPDATE location_state SET last_error = NULL, last_error_at = NULL, paused_until = NULL
     WHERE id = 1 AND last_error IS NOT NULL`);
};
