import { sql } from "drizzle-orm";
import { cutText } from "#domain/storable-text.ts";
import type { Tx } from "#server/db/database.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";

const maxDescriptionLength = 500;

/** Of people who have the same address, the one whom we wrote to last is first. */
export const orderByLastWritten = async (tx: Tx, people: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT p.id FROM unnest(${sql.param([...people])}::uuid[]) WITH ORDINALITY AS p (id, place)
     ORDER BY (SELECT max(c.last_outbound_at) FROM conversations c WHERE c.person_id = p.id) DESC NULLS LAST, p.place`);
  return rows.map(({ id }) => id);
};

/** A message stands in one thread; entries of the timeline show it in the threads of the others who have its address. */
export const recordSharedMessages = (
  tx: Tx,
  {
    eventId,
    personId,
    others,
    channel,
    text,
  }: { eventId: string; personId: string; others: readonly string[]; channel: string; text: string },
): Promise<number> =>
  addToTimeline(
    tx,
    others.map((other) => ({
      personId: other,
      eventType: "reply" as const,
      source: channel,
      title: "Reply from a shared address",
      description: cutText(text, maxDescriptionLength),
      metadata: { channel, text: cutText(text, maxDescriptionLength), sharedWith: personId },
      causedBy: eventId,
    })),
    { skipExisting: true },
  );
