import { countWaitingRefinements, type NewReading } from "#server/store/ingestion/message-readings.ts";
import type { WriteContext } from "#server/store/write.ts";
import { refineReading } from "./refine-reading.ts";
import { conversationPauseMs, summarisePerson } from "./summarise-person.ts";

/** Under high load models are not asked about every message; the local reading stays where they are not. */
const maxWaitingRefinements = 1000;

/** What models are asked for about new messages: each is read again, and its person summed up when it is over. */
export const askModels = async (
  { tx, enqueue }: Pick<WriteContext, "tx" | "enqueue">,
  arrived: readonly NewReading[],
): Promise<void> => {
  if (arrived.length === 0) return;
  const room = maxWaitingRefinements - (await countWaitingRefinements(tx, maxWaitingRefinements));
  const readings = arrived.slice(0, room);
  for (const { eventId } of readings) enqueue(refineReading, { eventId }, { cause: eventId });
  const startAfter = new Date(Date.now() + conversationPauseMs);
  for (const personId of new Set(readings.map((reading) => reading.personId)))
    enqueue(summarisePerson, { personId, cause: "ended", language: null }, { startAfter });
};
