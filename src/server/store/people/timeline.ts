import { sql } from "drizzle-orm";
import type { TimelineKind } from "#domain/timeline.ts";
import type { Tx } from "#server/db/database.ts";

export type TimelineRow = {
  personId: string;
  eventType: TimelineKind;
  source: string;
  title: string;
  description: string | null;
  metadata: Record<string, unknown>;
  causedBy: string | null;
};

/** With `skipExisting`, an entry whose cause, kind and person are on the timeline already is left out. Returns how many were added. */
export const addToTimeline = async (
  tx: Tx,
  rows: TimelineRow[],
  { skipExisting = false }: { skipExisting?: boolean } = {},
): Promise<number> => {
  if (rows.length === 0) return 0;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM timeline t WHERE t.caused_by = row."causedBy"
                      AND t.event_type = row."eventType" AND t.person_id = row."personId")`;
  const { rowCount } = await tx.execute(sql`
    INSERT INTO timeline (person_id, event_type, source, title, description, metadata, caused_by)
    SELECT "personId", "eventType", source, title, description, metadata, "causedBy"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (
        "personId" uuid, "eventType" text, source text, title text, description text, metadata jsonb, "causedBy" uuid)
     WHERE ${skipExisting ? isNew : sql`true`}`);
  return rowCount ?? 0;
};
