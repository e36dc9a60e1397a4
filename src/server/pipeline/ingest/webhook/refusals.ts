import { system } from "#server/audit/entry.ts";
import type { Log } from "#server/log.ts";
import type { Write } from "#server/store/write.ts";

export type RefusalLog = {
  record: (endpoint: { id: string; name: string }, reason: string, ip: string) => void;
};

const quietMs = 60_000;

/** Requests that were turned away leave a trace, but a stranger cannot fill the log: one line a reason and minute. */
export const createRefusalLog = (write: Write, log: Log, now: () => number = Date.now): RefusalLog => {
  const told = new Map<string, { at: number; since: number }>();
  return {
    record: ({ id, name }, reason, ip) => {
      const key = `${id}:${reason}`;
      const last = told.get(key);
      if (last && now() - last.at < quietMs) {
        last.since++;
        return;
      }
      const more = last?.since ?? 0;
      if (told.size > 10_000) told.clear();
      told.set(key, { at: now(), since: 0 });
      write({ ...system, ip }, async ({ audit }) =>
        audit({
          eventType: "failed_action",
          entityType: "endpoint",
          entityId: id,
          description: `Refused a request to ${name}: ${reason.replaceAll("_", " ")}`,
          metadata: { reason, ...(more > 0 ? { moreSinceTheLastEntry: more } : {}) },
          status: "failure",
        }),
      ).catch((error: unknown) => log.warn({ error }, "a refusal was not written down"));
    },
  };
};
