import { failuresUntilError, nextRetryAt } from "#domain/ingestion/pull.ts";
import { type ReadFailure, readFailureText } from "#domain/ingestion/read-failure.ts";
import type { Tx } from "#server/db/database.ts";
import {
  dropLease,
  endReading,
  type LockedReading,
  lockReading,
  type PullState,
} from "#server/store/ingestion/pull.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

/** An endpoint that this worker has claimed to read. */
export type ReadTarget = { id: string; version: string };

export const readingLeaseSeconds = 180;

/** Locks the endpoint while it is still ours; one that an operator edited meanwhile is released and read anew. */
export const lockTarget = async (
  tx: Tx,
  { id, version }: ReadTarget,
  fence: string,
): Promise<LockedReading | undefined> => {
  const locked = await lockReading(tx, id, fence);
  if (!locked) return undefined;
  if (locked.version === version) return locked;
  await dropLease(tx, id);
  return undefined;
};

/** Releases an endpoint that was read well until `nextAt`; one that had failed becomes active again. */
export const endSuccessfully = async (
  { tx, audit, touch }: WriteContext,
  { id }: ReadTarget,
  locked: LockedReading,
  state: PullState,
  nextAt: Date,
): Promise<void> => {
  const { failures: _failures, gaveUp, ...rest } = state;
  const recovers = gaveUp === true && locked.status === "error";
  await endReading(tx, id, rest, { nextAt, lastError: null, ...(recovers ? { status: "active" } : {}) });
  if (recovers)
    audit({
      eventType: "data_change",
      entityType: "endpoint",
      entityId: id,
      details: { kind: "endpoint_readable_again", name: locked.name },
    });
  if (recovers || locked.lastError !== null) touch("endpoints");
};

/**
 * Releases an endpoint that failed, with a longer wait each time. Operators are notified once it keeps failing, and at
 * once of a failure that only they can mend.
 */
export const endWithFailure = async (
  { tx, audit, touch, clock }: WriteContext,
  { id }: ReadTarget,
  locked: LockedReading,
  state: PullState,
  {
    reason,
    pauseMs,
    needsOperator = false,
  }: { reason: ReadFailure; pauseMs?: number | undefined; needsOperator?: boolean },
): Promise<void> => {
  const failures = (locked.state.failures ?? 0) + 1;
  const givesUp = (needsOperator || failures >= failuresUntilError) && locked.status === "active";
  await endReading(
    tx,
    id,
    { ...state, failures, ...(givesUp ? { gaveUp: true } : {}) },
    {
      nextAt: new Date(nextRetryAt(clock.now(), failures, id, pauseMs)),
      lastError: readFailureText(reason, "en"),
      ...(givesUp ? { status: "error" } : {}),
    },
  );
  touch("endpoints");
  if (!givesUp) return;
  await addNotifications(tx, [
    { kind: "endpoint_failing", params: { endpoint: locked.name }, link: "/endpoints" },
  ]);
  audit({
    eventType: "failed_action",
    entityType: "endpoint",
    entityId: id,
    details: { kind: "endpoint_unreadable", name: locked.name, failures, failure: reason },
    metadata: { failures },
    status: "failure",
  });
  touch("notifications");
};
