import { describe, expect, test } from "vitest";
import {
  type AttemptDecision,
  type AttemptFacts,
  decideAttempt,
  pauseAfterFailingMs,
  probeDelayMs,
  saysReceiverIsDown,
  webhookFailures,
  webhookRetryDelaysMs,
} from "./decide-attempt.ts";

const now = 1_790_000_000_000;
const hour = 3_600_000;
const status = (code: number, retryAfterMs: number | null = null) => ({ status: code, retryAfterMs });
const retry = (reason: string, afterMs: number, more: object = {}) => ({
  kind: "retry",
  reason,
  at: now + afterMs,
  counts: true,
  waitUntil: null,
  pause: null,
  ...more,
});

describe("what follows from an attempt", () => {
  test.each<[string, Partial<AttemptFacts> & Pick<AttemptFacts, "answer">, unknown]>([
    ["200", { answer: status(200) }, { kind: "delivered" }],
    ["204 with a Retry-After", { answer: status(204, 1000) }, { kind: "delivered" }],
    ["299", { answer: status(299) }, { kind: "delivered" }],
    ["301 is not followed", { answer: status(301) }, retry("redirected", 5000)],
    ["400", { answer: status(400) }, retry("rejected", 5000)],
    ["401", { answer: status(401) }, retry("unauthorized", 5000)],
    ["403", { answer: status(403) }, retry("unauthorized", 5000)],
    ["404", { answer: status(404) }, retry("not_found", 5000)],
    [
      "410 pauses and keeps the event",
      { answer: status(410) },
      retry("gone", 5000, { counts: false, pause: "gone" }),
    ],
    ["429 alone follows the schedule", { answer: status(429) }, retry("rate_limited", 5000)],
    [
      "429 with Retry-After waits, and uses up no attempt",
      { answer: status(429, 90_000), attempts: 10 },
      retry("rate_limited", 90_000, { counts: false, waitUntil: now + 90_000 }),
    ],
    [
      "503 with a Retry-After longer than the schedule",
      { answer: status(503, 60_000) },
      retry("server_error", 60_000, { waitUntil: now + 60_000 }),
    ],
    [
      "503 with a Retry-After shorter than the schedule",
      { answer: status(503, 1000), attempts: 2 },
      retry("server_error", 300_000, { waitUntil: now + 1000 }),
    ],
    [
      "a Retry-After of a year is cut to a day",
      { answer: status(429, 365 * 24 * hour) },
      retry("rate_limited", 24 * hour, { counts: false, waitUntil: now + 24 * hour }),
    ],
    ["500, fifth attempt", { answer: status(500), attempts: 5 }, retry("server_error", 5 * hour)],
    ["500, ninth attempt", { answer: status(500), attempts: 9 }, retry("server_error", 24 * hour)],
    [
      "500, tenth attempt",
      { answer: status(500), attempts: 10 },
      { kind: "give_up", reason: "server_error" },
    ],
    ["no answer", { answer: { failure: "timeout" } }, retry("timeout", 5000)],
    ["a private address", { answer: { failure: "blocked" }, attempts: 2 }, retry("blocked", 300_000)],
    [
      "failing for almost 60 hours",
      { answer: status(500), failingSince: now - pauseAfterFailingMs + 1 },
      retry("server_error", 5000),
    ],
    [
      "failing for 60 hours pauses",
      { answer: status(500), failingSince: now - pauseAfterFailingMs },
      retry("server_error", 5000, { pause: "failing" }),
    ],
    [
      "the last attempt of a receiver that accepts nothing pauses instead of giving up",
      { answer: status(500), attempts: 10, failingSince: now - pauseAfterFailingMs },
      retry("server_error", 5000, { pause: "failing" }),
    ],
  ])("%s", (_what, facts, decision) => {
    expect(decideAttempt({ attempts: 1, now, random: 0.5, failingSince: null, ...facts })).toEqual(decision);
  });

  test("the wait varies by a tenth", () => {
    const wait = (random: number): number => {
      const made: AttemptDecision = decideAttempt({
        answer: status(500),
        attempts: 2,
        now,
        random,
        failingSince: null,
      });
      return made.kind === "retry" ? made.at - now : Number.NaN;
    };
    expect([wait(0), wait(0.5), wait(1)]).toEqual([270_000, 300_000, 330_000]);
  });

  test("an outage pauses a receiver before an event runs out of attempts", () => {
    const shortest = webhookRetryDelaysMs.reduce((sum, delay) => sum + delay, 0) * 0.9;
    expect(shortest).toBeGreaterThan(pauseAfterFailingMs);
  });
});

test.each([
  [0, 0],
  [4, 0],
  [5, 5000],
  [6, 10_000],
  [9, 80_000],
  [11, 300_000],
  [1000, 300_000],
])("after %i failures in a row the next request waits %i ms", (failures, ms) =>
  expect(probeDelayMs(failures)).toBe(ms),
);

test("only the rejection of an event says nothing about the receiver", () => {
  expect(webhookFailures.filter((reason) => !saysReceiverIsDown(reason))).toEqual(["rejected"]);
});
