import { failuresUntilError, nextRetryAt } from "#domain/ingestion/pull.ts";
import { system } from "#server/audit/entry.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { abandonReading, holdPull, type PullTarget, stopReading } from "#server/store/ingestion/pull.ts";
import type { PullFailure } from "./failure.ts";

/** Writes down why, waits longer each time, and after some failures in a row tells somebody, once. */
export const settleFailure = (
  { write }: JobContext,
  target: PullTarget,
  fence: string,
  { sentence, pauseMs, startsAnew }: PullFailure,
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    const held = await holdPull(tx, target.id, fence);
    if (!held) return;
    if (held.version !== target.version) {
      await abandonReading(tx, target.id);
      return;
    }
    const failures = (held.state.failures ?? 0) + 1;
    const givesUp = failures >= failuresUntilError && held.status === "active";
    const { walk, ...rest } = held.state;
    const state = {
      ...rest,
      failures,
      ...(walk && !startsAnew ? { walk } : {}),
      ...(givesUp ? { gaveUp: true } : {}),
    };
    await stopReading(tx, target.id, state, {
      nextAt: new Date(nextRetryAt(Date.now(), failures, target.id, pauseMs)),
      lastError: sentence,
      ...(givesUp ? { status: "error" } : {}),
    });
    touch("endpoints");
    if (!givesUp) return;
    await tx.insert(notifications).values({
      kind: "endpoint_failing",
      params: { endpoint: held.name },
      link: "/endpoints",
    });
    audit({
      eventType: "failed_action",
      entityType: "endpoint",
      entityId: target.id,
      description: `${held.name} could not be read ${failures} times in a row: ${sentence}`,
      metadata: { failures },
      status: "failure",
    });
    touch("notifications");
  });
