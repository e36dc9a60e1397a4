import { system } from "#server/audit/entry.ts";
import { errorMessage } from "#server/error-text.ts";
import type { Log } from "#server/log.ts";
import { markDead } from "#server/store/ingestion/recording.ts";
import type { Write } from "#server/store/write.ts";

/** Turns an event that cannot be recorded into a dead letter. */
export const setEventAside = async (
  id: string,
  error: unknown,
  { write, log }: { write: Write; log: Log },
): Promise<void> => {
  log.warn({ error, eventId: id }, "an event could not be recorded and was set aside");
  await write(system, async ({ tx, audit, touch }) => {
    await markDead(tx, id, { code: "failed", detail: errorMessage(error).slice(0, 500) });
    audit({
      eventType: "failed_action",
      entityType: "event",
      entityId: id,
      details: { kind: "event_not_recorded" },
      status: "failure",
    });
    touch("events");
  });
};
