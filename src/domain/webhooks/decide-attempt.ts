import type { WebhookPauseReason } from "./subscription.ts";

/** Why an attempt did not deliver. Those from `timeout` on had no answer. */
export const webhookFailures = [
  "gone",
  "redirected",
  "unauthorized",
  "not_found",
  "rate_limited",
  "rejected",
  "server_error",
  "timeout",
  "unreachable",
  "unresolved",
  "certificate",
  "blocked",
  "invalid_url",
  "invalid_request",
  "too_large",
  "broken",
] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/** What an attempt got: a status, or no answer at all. */
export type WebhookAnswer =
  | {
      status: number;
      /** How long the receiver asked to wait. */
      retryAfterMs: number | null;
    }
  | { failure: WebhookFailure };

export type AttemptFacts = {
  answer: WebhookAnswer;
  /** Attempts that counted, this one included. */
  attempts: number;
  now: number;
  /** From 0 up to 1, so that the retries of many deliveries do not come at once. */
  random: number;
  /** When the first attempt failed since the last success of the subscription; null where this is the first. */
  failingSince: number | null;
};

export type AttemptDecision =
  | { kind: "delivered" }
  | {
      kind: "retry";
      reason: WebhookFailure;
      at: number;
      /** False where the receiver only asked to wait. */
      counts: boolean;
      /** Until when the receiver wants no request at all. */
      waitUntil: number | null;
      pause: Extract<WebhookPauseReason, "gone" | "failing"> | null;
    }
  | { kind: "give_up"; reason: WebhookFailure };

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The waits after the first, second, … attempt: three days in all. */
export const webhookRetryDelaysMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
] as const;

/** A wait is lengthened or shortened by at most this part. */
const jitter = 0.1;
const longestWaitMs = 24 * hours;

/**
 * A receiver that accepted nothing for so long is paused. Shorter than the schedule of one event, so that an outage
 * ends in a pause, in which everything waits, and no event is given up.
 */
export const pauseAfterFailingMs = 60 * hours;

const failureOf = (status: number): WebhookFailure => {
  if (status === 410) return "gone";
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404) return "not_found";
  if (status < 400) return "redirected";
  return status < 500 ? "rejected" : "server_error";
};

/** What follows from an attempt. Anything but a 2xx is tried again: settings of a receiver get repaired. */
export const decideAttempt = (facts: AttemptFacts): AttemptDecision => {
  const { answer, attempts, now, random, failingSince } = facts;
  if ("status" in answer && answer.status >= 200 && answer.status < 300) return { kind: "delivered" };
  const reason = "status" in answer ? failureOf(answer.status) : answer.failure;
  const wait = "status" in answer ? answer.retryAfterMs : null;
  const asked = wait === null ? null : now + Math.min(Math.max(wait, 0), longestWaitMs);
  const counts = reason !== "gone" && !(reason === "rate_limited" && asked !== null);
  const delay = webhookRetryDelaysMs[attempts - 1];
  const pause =
    reason === "gone"
      ? "gone"
      : failingSince !== null && now - failingSince >= pauseAfterFailingMs
        ? "failing"
        : null;
  if (counts && delay === undefined && pause === null) return { kind: "give_up", reason };
  const scheduled = now + Math.round((delay ?? webhookRetryDelaysMs[0]) * (1 - jitter + 2 * jitter * random));
  return {
    kind: "retry",
    reason,
    at: counts ? Math.max(scheduled, asked ?? 0) : (asked ?? scheduled),
    counts,
    waitUntil: asked,
    pause,
  };
};

/** Whether a failure is of the receiver as a whole. One that rejects a single event is there for the others. */
export const saysReceiverIsDown = (reason: WebhookFailure): boolean => reason !== "rejected";

/** From this many failures in a row on, one request at a time asks whether the receiver is back. */
export const failuresBeforeProbing = 5;
const longestProbeWaitMs = 5 * minutes;

/** How long a subscription waits for its next request after so many failures in a row. */
export const probeDelayMs = (failuresInARow: number): number =>
  failuresInARow < failuresBeforeProbing
    ? 0
    : Math.min(longestProbeWaitMs, 5 * seconds * 2 ** Math.min(20, failuresInARow - failuresBeforeProbing));
