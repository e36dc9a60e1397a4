import type { NewReading } from "#server/store/ingestion/message-readings.ts";
import type { WriteContext } from "#server/store/write.ts";
import { refineReading } from "./refine-reading.ts";
import { conversationPauseMs, summarisePerson } from "./summarise-person.ts";

/** What models are asked for about new messages: each is read again, and its person summed up when it is over. */
export const askModels = (
  { enqueue }: Pick<WriteContext, "enqueue">,
  readings: readonly NewReading[],
): void => {
  for (const { eventId } of readings) enqueue(refineReading, { eventId });
  const startAfter = new Date(Date.now() + conversationPauseMs);
  for (const personId of new Set(readings.map((reading) => reading.personId)))
    enqueue(summarisePerson, { personId, cause: "ended", language: null }, { startAfter });
};
