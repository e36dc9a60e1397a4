import { sql } from "drizzle-orm";
import type pg from "pg";
import type { IdempotentRequest } from "#server/audit/entry.ts";
import type { Db, Tx } from "#server/db/database.ts";

/** Another request with the same key was faster. */
export class IdempotencyConflict extends Error {}

/** In the transaction of the change, so that both are stored or neither. */
export const recordIdempotentRequest = async (
  tx: Tx,
  { tokenId, key, requestHash }: IdempotentRequest,
): Promise<void> => {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO idempotency_keys (token_id, key, request_hash) VALUES (${tokenId}, ${key}, ${requestHash})
    ON CONFLICT DO NOTHING`);
  if (rowCount === 0) throw new IdempotencyConflict(`The key ${key} is in use`);
};

/** The answer is null while the request is being processed, or after a crash before it was stored. */
export const findIdempotentAnswer = async (
  pool: pg.Pool,
  tokenId: string,
  key: string,
): Promise<{ requestHash: Buffer; answer: unknown } | undefined> => {
  const { rows } = await pool.query<{ requestHash: Buffer; answer: unknown }>(
    `SELECT request_hash AS "requestHash", answer FROM idempotency_keys WHERE token_id = $1 AND key = $2`,
    [tokenId, key],
  );
  return rows[0];
};

export const saveIdempotentAnswer = async (
  pool: pg.Pool,
  tokenId: string,
  key: string,
  answer: unknown,
): Promise<void> => {
  await pool.query("UPDATE idempotency_keys SET answer = $3 WHERE token_id = $1 AND key = $2", [
    tokenId,
    key,
    JSON.stringify(answer),
  ]);
};

/** An answer is kept for a day. */
export const deleteOldIdempotencyKeys = async (db: Db): Promise<void> => {
  await db.execute(sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`);
};
