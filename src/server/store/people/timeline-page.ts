import { sql } from "drizzle-orm";
import { kindsOfGroup, type TimelineGroup } from "#domain/timeline-groups.ts";
import type { Reader } from "#server/db/database.ts";
import type { TimelineEntryRow } from "./score-history.ts";

/** The last entry of a page; the next page starts after it. */
export type TimelineCursor = { at: string; id: string };

type PageRequest = { group: TimelineGroup | undefined; before: TimelineCursor | undefined; limit: number };

/** Entries of a timeline, newest first. */
export const readTimelinePage = async (
  db: Reader,
  personId: string,
  { group, before, limit }: PageRequest,
): Promise<TimelineEntryRow[]> => {
  const kinds = group && kindsOfGroup(group);
  const { rows } = await db.execute<TimelineEntryRow>(sql`
    SELECT id, event_type AS "eventType", source, title, description, metadata,
           (extract(epoch FROM created_at) * 1000)::float8 AS at
      FROM timeline
     WHERE person_id = ${personId}
       AND ${kinds ? sql`event_type = ANY(${sql.param([...kinds])}::text[])` : sql`true`}
       AND ${before ? sql`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql`true`}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows;
};
