import type { CallStatus } from "./call.ts";

const minutes = 60_000;

/** When a call that reached no person is placed again. The gate decides anew, with its hours and caps. */
const delays: Partial<Record<CallStatus, number>> = {
  busy: 15 * minutes,
  no_answer: 3 * 60 * minutes,
  failed: 30 * minutes,
};

const maxAttempts = 3;

/** Milliseconds until the next attempt; null when there is none. A message on an answering machine counts as reached. */
export const callRetryDelayMs = (status: string, attempt: number): number | null =>
  attempt >= maxAttempts ? null : (delays[status as CallStatus] ?? null);
