import type { Tx } from "#server/db/database.ts";
import { assignNewThreads } from "#server/store/conversations/assignment.ts";
import {
  applyToThreads,
  insertMessages,
  type NewMessage,
  type ThreadHappening,
} from "#server/store/conversations/threads.ts";
import type { NewReading } from "#server/store/ingestion/message-readings.ts";

/** Bounces and complaints come from automated senders too; they are about our own messages. */
export const isReport = (raw: unknown): boolean => {
  const { bounce, complaint } = (raw ?? {}) as { bounce?: unknown; complaint?: unknown };
  return Boolean(bounce) || Boolean(complaint);
};

const isAutomatic = (raw: unknown): boolean => {
  const { automatic } = (raw ?? {}) as { automatic?: { is?: unknown } | null };
  return automatic?.is === true;
};

type WrittenEvent = {
  event: { id: string; createdAt: string; raw: unknown };
  mapped: { event: { message?: unknown } };
};

/**
 * What people wrote opens their threads, unless it did when it arrived. The words of a call belong to the call. Returns
 * whether anything changed.
 */
export const noteTexts = async (
  tx: Tx,
  events: WrittenEvent[],
  readings: Map<string, NewReading>,
  now: number,
): Promise<boolean> => {
  const written = events.flatMap(({ event, mapped }): { row: NewMessage; raw: unknown }[] => {
    const reading = readings.get(event.id);
    if (!reading || reading.channel === "call" || isReport(event.raw)) return [];
    const { personId, channel } = reading;
    const text = String(mapped.event.message);
    const at = Date.parse(event.createdAt);
    return [{ row: { id: event.id, personId, at, channel, text, direction: "in" }, raw: event.raw }];
  });
  const added = await insertMessages(
    tx,
    written.map(({ row }) => row),
  );
  const happenings = written
    .filter(({ row }) => added.has(row.id))
    .map(({ row: { id, personId, at, channel, text }, raw }): ThreadHappening => {
      const kind = isAutomatic(raw) ? "inbound_automatic" : "inbound_human";
      return { kind, personId, itemId: id, at, channel, text };
    });
  await assignNewThreads(tx, await applyToThreads(tx, happenings, now), now);
  return happenings.length > 0;
};
