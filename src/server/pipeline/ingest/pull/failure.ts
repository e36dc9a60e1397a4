import type { ReadFailure, ReadFault } from "#domain/ingestion/read-failure.ts";
import type { EgressFailure } from "#server/egress/egress.ts";

export type PullFailure = {
  reason: ReadFailure;
  /** How long the server asks us to wait. */
  pauseMs?: number;
  /** The position in the listing is no longer valid: the next run starts at the first page. */
  startsAnew?: boolean;
};

export const egressFailure = (fault: EgressFailure): PullFailure => ({ reason: { code: fault } });

/** How servers answer a cursor that they no longer know. */
const unknownCursorStatuses = new Set([400, 404, 410, 422]);

export const statusFailure = (status: number, pauseMs: number): PullFailure => ({
  reason: { code: "status", status },
  ...(status === 429 || status === 503 ? { pauseMs } : {}),
  startsAnew: unknownCursorStatuses.has(status),
});

export const failure = (fault: ReadFault): PullFailure => ({ reason: { code: fault } });
