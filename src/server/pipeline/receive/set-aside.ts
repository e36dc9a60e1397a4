import { cutText } from "#domain/storable-text.ts";
import { errorMessage } from "#server/error-text.ts";
import { markDead } from "#server/store/ingestion/recording.ts";
import type { WriteContext } from "#server/store/write.ts";

/** Turns an event that cannot be recorded into a dead letter, of the person whom it is known to come from. */
export const setEventAside = async (
  { tx, audit, touch }: WriteContext,
  id: string,
  error: unknown,
  personId: string | null = null,
): Promise<void> => {
  await markDead(tx, id, { code: "failed", detail: cutText(errorMessage(error), 500) }, personId);
  audit({
    eventType: "failed_action",
    entityType: "event",
    entityId: id,
    details: { kind: "event_not_recorded" },
    status: "failure",
  });
  touch("events");
};
