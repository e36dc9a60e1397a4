import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** Deletes those of the contents that no file has any more: each is stored once, for inbound and outgoing files and pictures of e-mails. */
export const deleteUnusedBlobs = async (tx: Tx, hashes: Buffer[]): Promise<void> => {
  if (hashes.length === 0) return;
  await tx.execute(sql`
    DELETE FROM blobs b WHERE sha256 = ANY(${sql.param(hashes)}::bytea[])
       AND NOT EXISTS (SELECT FROM event_files f WHERE f.sha256 = b.sha256)
       AND NOT EXISTS (SELECT FROM outgoing_files f WHERE f.sha256 = b.sha256)
       AND NOT EXISTS (SELECT FROM template_images i WHERE i.sha256 = b.sha256)`);
};

/** Deletes contents that no file has, once they are a day old. Returns how many. */
export const deleteOrphanedBlobs = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM blobs WHERE sha256 IN (
      SELECT sha256 FROM blobs b WHERE created_at < now() - interval '1 day'
         AND NOT EXISTS (SELECT FROM event_files f WHERE f.sha256 = b.sha256)
         AND NOT EXISTS (SELECT FROM outgoing_files f WHERE f.sha256 = b.sha256)
         AND NOT EXISTS (SELECT FROM template_images i WHERE i.sha256 = b.sha256)
       LIMIT ${limit})`);
  return rowCount ?? 0;
};
