import { newestValue, nextPullAt, type PullProgress } from "#domain/ingestion/pull.ts";
import { system } from "#server/audit/entry.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { insertEvents, type NewEvent } from "#server/store/ingestion/events.ts";
import {
  abandonReading,
  holdPull,
  keepReading,
  type PullState,
  type PullTarget,
  stopReading,
} from "#server/store/ingestion/pull.ts";
import { readGeneralSettings } from "#server/store/workspace/general-settings.ts";

export const leaseSeconds = 180;

export type Step = {
  events: Omit<NewEvent, "endpointId">[];
  times: unknown[];
  /** Where the walk goes on; absent at its end. */
  next?: PullProgress | undefined;
  /** No more pages in this run, though the walk goes on. */
  pauses: boolean;
  validator?: PullState["validator"] | undefined;
};

/**
 * One page in one transaction: its events, the job that reads them, and where the walk goes on. So a crash repeats
 * at most a request, and nothing is taken in twice. False when the reading is over for us: somebody else holds the
 * endpoint, or it was changed.
 */
export const keepPage = (
  { write }: JobContext,
  target: PullTarget,
  fence: string,
  step: Step,
): Promise<boolean> =>
  write(system, async ({ tx, audit, touch }) => {
    const held = await holdPull(tx, target.id, fence);
    if (!held) return false;
    if (held.version !== target.version) {
      await abandonReading(tx, target.id);
      return false;
    }
    const kept = await insertEvents(
      tx,
      step.events.map((event) => ({ ...event, endpointId: target.id })),
    );
    if (kept.some(({ isNew }) => isNew)) touch("events");

    const { walk: _before, failures: _failures, gaveUp, ...state } = held.state;
    const now = Date.now();
    const newest = newestValue(step.times, state.newest ?? state.since ?? null, now, Date.parse);
    if (step.next && !step.pauses) {
      const going = { ...held.state, walk: step.next, newest };
      await keepReading(tx, target.id, going, leaseSeconds);
      return true;
    }
    const { schedule } = target.settings.pull;
    const { timezone } = await readGeneralSettings(tx);
    const due = target.due?.getTime() ?? null;
    // An unfinished walk goes on at the next look.
    const nextAt = step.next ? now : (nextPullAt({ schedule, now, due, timezone }) ?? now);
    const rest = step.next
      ? { ...state, walk: step.next, newest }
      : { ...finished(state, newest), ...(step.validator ? { validator: step.validator } : {}) };
    const recovers = gaveUp === true && held.status === "error";
    await stopReading(tx, target.id, rest, {
      nextAt: new Date(nextAt),
      lastError: null,
      ...(recovers ? { status: "active" } : {}),
    });
    if (recovers) {
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: target.id,
        description: `${held.name} can be read again`,
      });
    }
    if (recovers || held.lastError !== null) touch("endpoints");
    return true;
  });

/** What stays of a finished walk. */
const finished = (state: PullState, newest: string | null): PullState => {
  const { newest: _newest, validator: _old, ...rest } = state;
  return { ...rest, since: newest };
};
