import { sql } from "drizzle-orm";
import type pg from "pg";
import type { IdempotentRequest } from "#server/audit/entry.ts";
import type { Db, Tx } from "#server/db/database.ts";

/** Another request with the same key was faster. */
export class IdempotencyConflict extends Error {}

/** Something that a request changed, as its audit entries name it. */
export type RequestChange = { type: string; id: string };

/** In the transaction of the change, so that both are stored or neither. Later changes of the request are added. */
export const recordIdempotentRequest = async (
  tx: Tx,
  { tokenId, key, requestHash, isRecorded }: IdempotentRequest,
  changes: readonly RequestChange[],
): Promise<void> => {
  const listed = JSON.stringify(changes);
  if (isRecorded) {
    if (changes.length > 0)
      await tx.execute(sql`
        UPDATE idempotency_keys SET changes = changes || ${listed}::jsonb WHERE token_id = ${tokenId} AND key = ${key}`);
    return;
  }
  const { rowCount } = await tx.execute(sql`
    INSERT INTO idempotency_keys (token_id, key, request_hash, changes)
    VALUES (${tokenId}, ${key}, ${requestHash}, ${listed}::jsonb) ON CONFLICT DO NOTHING`);
  if (rowCount === 0) throw new IdempotencyConflict(`The key ${key} is in use`);
};

/** No request takes longer: one without an answer after this time was lost with its process. */
const lostAfter = "2 minutes";

export type KeptRequest = {
  requestHash: Buffer;
  answer: unknown;
  changes: RequestChange[];
  /** It was not answered in time, so its process is gone. */
  isLost: boolean;
};

/** The answer is null while the request is being processed, or after a crash before it was stored. */
export const findIdempotentAnswer = async (
  pool: pg.Pool,
  tokenId: string,
  key: string,
): Promise<KeptRequest | undefined> => {
  const { rows } = await pool.query<KeptRequest>(
    `SELECT request_hash AS "requestHash", answer, changes,
            answer IS NULL AND created_at < now() - interval '${lostAfter}' AS "isLost"
       FROM idempotency_keys WHERE token_id = $1 AND key = $2`,
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
