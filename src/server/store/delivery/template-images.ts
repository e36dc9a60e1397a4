import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

type NewImage = {
  userId: string;
  contentType: string;
  width: number;
  height: number;
  content: Buffer;
};

/** Stores a picture once: the same one has the same id. It is kept for long, because mails that were sent load it. */
export const insertTemplateImage = async (
  tx: Tx,
  { userId, contentType, width, height, content }: NewImage,
): Promise<string> => {
  const sha256 = createHash("sha256").update(content).digest();
  // The update locks a content that is stored already, so that no sweep deletes it before this commits.
  await tx.execute(sql`
    INSERT INTO blobs (sha256, size, content) VALUES (${sha256}, ${content.length}, ${content})
    ON CONFLICT (sha256) DO UPDATE SET created_at = now()`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO template_images (sha256, content_type, width, height, size, uploaded_by)
    VALUES (${sha256}, ${contentType}, ${width}, ${height}, ${content.length}, ${userId})
    ON CONFLICT (sha256) DO UPDATE SET content_type = excluded.content_type, unused_since = NULL RETURNING id`);
  return rows[0]?.id ?? "";
};

/** The bytes of all pictures. */
export const countImageBytes = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`SELECT coalesce(sum(size), 0)::float8 AS bytes FROM template_images`,
  );
  return rows[0]?.bytes ?? 0;
};

/** Those of the ids that no picture has. */
export const findMissingImages = async (db: Reader, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM template_images WHERE id = ANY(${sql.param(ids)}::uuid[])`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
};

export const readTemplateImage = async (
  db: Reader,
  id: string,
): Promise<{ contentType: string; content: Buffer } | undefined> => {
  const { rows } = await db.execute<{ contentType: string; content: Buffer }>(sql`
    SELECT i.content_type AS "contentType", b.content
      FROM template_images i JOIN blobs b USING (sha256) WHERE i.id = ${id}`);
  return rows[0];
};
