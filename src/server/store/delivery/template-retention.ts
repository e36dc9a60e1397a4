import { sql } from "drizzle-orm";
import {
  alwaysKeptVersions,
  keptVersionDays,
  unusedPictureDays,
} from "#domain/messages/template-retention.ts";
import type { Tx } from "#server/db/database.ts";

/** Deletes old versions; the one in use and the newest stay, however old they are. Returns how many. */
export const deleteOldVersions = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM template_versions WHERE (template_id, version) IN (
      SELECT v.template_id, v.version FROM template_versions v JOIN message_templates t ON t.id = v.template_id
       WHERE v.created_at < now() - make_interval(days => ${keptVersionDays}) AND v.version <> t.version
         AND (SELECT count(*) FROM template_versions newer
               WHERE newer.template_id = v.template_id AND newer.version > v.version) >= ${alwaysKeptVersions}
       LIMIT ${limit})`);
  return rowCount ?? 0;
};

/** The pictures that a template, a draft or a version names. */
const named = sql`
  SELECT DISTINCT (found #>> '{}')::uuid AS id FROM (
    SELECT jsonb_path_query(design, '$.**.imageId') AS found FROM message_templates WHERE design IS NOT NULL
    UNION ALL
    SELECT jsonb_path_query(draft, '$.**.imageId') FROM message_templates WHERE draft IS NOT NULL
    UNION ALL
    SELECT jsonb_path_query(design, '$.**.imageId') FROM template_versions WHERE design IS NOT NULL) pictures
   WHERE jsonb_typeof(found) = 'string'`;

/** Notes since when a picture is not named, and forgets it of one that is named again. */
export const noteUnusedPictures = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    WITH named AS MATERIALIZED (${named})
    UPDATE template_images i SET unused_since = CASE WHEN named.id IS NULL THEN now() END
      FROM template_images picture LEFT JOIN named ON named.id = picture.id
     WHERE i.id = picture.id AND (named.id IS NULL) <> (picture.unused_since IS NOT NULL)`);
};

/**
 * Deletes pictures that were not named for long; their contents follow with those that no file has. A template that is
 * being saved with one of them takes it into use first. Returns how many.
 */
export const deleteUnusedPictures = async (tx: Tx, limit: number): Promise<number> => {
  const isOld = sql`unused_since < now() - make_interval(days => ${unusedPictureDays})`;
  const { rowCount } = await tx.execute(sql`
    DELETE FROM template_images
     WHERE id IN (SELECT id FROM template_images WHERE ${isOld} ORDER BY id LIMIT ${limit}) AND ${isOld}`);
  return rowCount ?? 0;
};

/** Pictures of words that are being saved. */
export const takePicturesIntoUse = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE template_images SET unused_since = NULL
     WHERE id = ANY(${sql.param([...ids])}::uuid[]) AND unused_since IS NOT NULL`);
};
