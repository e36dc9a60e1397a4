import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { deleteUnusedBlobs } from "#server/store/ingestion/blobs.ts";

/** A file of a message, without its content. */
export type MessageFile = { id: string; filename: string; contentType: string; size: number };

type NewUpload = {
  personId: string;
  userId: string;
  filename: string;
  contentType: string;
  content: Buffer;
};

/** Stores a file that has no message yet. */
export const insertUpload = async (tx: Tx, upload: NewUpload): Promise<MessageFile> => {
  const { personId, userId, filename, contentType, content } = upload;
  const sha256 = createHash("sha256").update(content).digest();
  // The update locks a content that is stored already, so that no sweep deletes it before this commits.
  await tx.execute(sql`
    INSERT INTO blobs (sha256, size, content) VALUES (${sha256}, ${content.length}, ${content})
    ON CONFLICT (sha256) DO UPDATE SET created_at = now()`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO outgoing_files (person_id, sha256, filename, content_type, size, uploaded_by)
    VALUES (${personId}, ${sha256}, ${filename}, ${contentType}, ${content.length}, ${userId}) RETURNING id`);
  return { id: rows[0]?.id ?? "", filename, contentType, size: content.length };
};

/** The bytes of files that a user has uploaded and not sent. */
export const countUnsentBytes = async (db: Reader, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    SELECT coalesce(sum(size), 0)::float8 AS bytes FROM outgoing_files
     WHERE action_id IS NULL AND uploaded_by = ${userId}`);
  return rows[0]?.bytes ?? 0;
};

/** Locks a user's unsent files for a person, in the given order; fewer where some do not exist or were sent. */
export const lockUnsentFiles = async (
  tx: Tx,
  personId: string,
  userId: string,
  ids: string[],
): Promise<MessageFile[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<MessageFile>(sql`
    SELECT id, filename, content_type AS "contentType", size FROM outgoing_files
     WHERE id = ANY(${sql.param(ids)}::uuid[]) AND person_id = ${personId} AND uploaded_by = ${userId}
       AND action_id IS NULL
     ORDER BY id FOR UPDATE`);
  return ids.flatMap((id) => rows.find((file) => file.id === id) ?? []);
};

export const attachFiles = async (tx: Tx, actionId: string, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE outgoing_files SET action_id = ${actionId} WHERE id = ANY(${sql.param(ids)}::uuid[])`);
};

export type StoredFile = { filename: string | null; content: Buffer };

export const readOutgoingFile = async (
  db: Reader,
  id: string,
): Promise<(StoredFile & { contentType: string }) | undefined> => {
  const { rows } = await db.execute<StoredFile & { contentType: string }>(sql`
    SELECT f.filename, f.content_type AS "contentType", b.content
      FROM outgoing_files f JOIN blobs b USING (sha256) WHERE f.id = ${id}`);
  return rows[0];
};

/** A file of an outgoing or an inbound message. */
export const readThreadFile = async (db: Reader, id: string): Promise<StoredFile | undefined> => {
  const outgoing = await readOutgoingFile(db, id);
  if (outgoing) return outgoing;
  const { rows } = await db.execute<StoredFile>(sql`
    SELECT f.filename, b.content FROM event_files f JOIN blobs b USING (sha256) WHERE f.id = ${id}`);
  return rows[0];
};

/** Deletes uploads that were not sent within a day, unless a recent draft has them. Returns how many. */
export const deleteAbandonedUploads = async (tx: Tx, limit: number): Promise<number> => {
  const { rows } = await tx.execute<{ sha256: Buffer }>(sql`
    DELETE FROM outgoing_files WHERE id IN (
      SELECT id FROM outgoing_files f WHERE action_id IS NULL AND created_at < now() - interval '1 day'
         AND NOT EXISTS (SELECT FROM drafts d WHERE d.person_id = f.person_id AND f.id = ANY(d.file_ids)
                            AND d.updated_at > now() - interval '30 days')
       LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING sha256`);
  await deleteUnusedBlobs(
    tx,
    rows.map(({ sha256 }) => sha256),
  );
  return rows.length;
};

export const deleteFilesOfPeople = async (tx: Tx, personIds: string[]): Promise<void> => {
  const { rows } = await tx.execute<{ sha256: Buffer }>(sql`
    DELETE FROM outgoing_files WHERE person_id = ANY(${sql.param(personIds)}::uuid[]) RETURNING sha256`);
  await deleteUnusedBlobs(
    tx,
    rows.map(({ sha256 }) => sha256),
  );
};
