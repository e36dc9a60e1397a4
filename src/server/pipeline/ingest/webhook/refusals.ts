import type { RequestRefusal } from "#domain/ingestion/request-refusal.ts";
import { system } from "#server/audit/entry.ts";
import type { Log } from "#server/log.ts";
import type { Write } from "#server/store/write.ts";

export type RefusalLog = {
  record: (endpoint: { id: string; name: string }, reason: RequestRefusal, ip: string) => void;
};

const intervalMs = 60_000;

/** Records refused requests in the audit log, at most once a minute per endpoint and reason. */
export const createRefusalLog = (write: Write, log: Log, now: () => number = Date.now): RefusalLog => {
  const lastEntries = new Map<string, { at: number; suppressed: number }>();
  return {
    record: ({ id, name }, reason, ip) => {
      const key = `${id}:${reason}`;
      const last = lastEntries.get(key);
      if (last && now() - last.at < intervalMs) {
        last.suppressed++;
        return;
      }
      const more = last?.suppressed ?? 0;
      if (lastEntries.size > 10_000) lastEntries.clear();
      lastEntries.set(key, { at: now(), suppressed: 0 });
      write({ ...system, ip }, async ({ audit }) =>
        audit({
          eventType: "failed_action",
          entityType: "endpoint",
          entityId: id,
          details: { kind: "request_refused", name, reason },
          metadata: { reason, ...(more > 0 ? { moreSinceTheLastEntry: more } : {}) },
          status: "failure",
        }),
      ).catch((error: unknown) => log.warn({ error }, "a refusal was not recorded"));
    },
  };
};
