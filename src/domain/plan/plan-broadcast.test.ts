import { expect, test } from "vitest";
import { type PlannedBroadcast, spanOfBroadcast } from "./plan-broadcast.ts";

const now = Date.UTC(2026, 10, 17, 14);
const hourMs = 3_600_000;
const broadcast = (more: Partial<PlannedBroadcast>): PlannedBroadcast => ({
  ...{ state: "scheduled", dueAt: now + hourMs, people: 600, begun: 0, perMinute: null, code: null },
  ...more,
});

test.each<[string, Partial<PlannedBroadcast>, ReturnType<typeof spanOfBroadcast>]>([
  ["a scheduled one begins at its time", {}, { at: now + hourMs, until: null, code: null, count: 600 }],
  [
    "a pace says when the last person begins",
    { perMinute: 10 },
    { at: now + hourMs, until: now + 2 * hourMs, code: null, count: 600 },
  ],
  [
    "one that is overdue begins now",
    { dueAt: now - hourMs },
    { at: now, until: null, code: null, count: 600 },
  ],
  [
    "of one that is sending, only those who have not begun count",
    { state: "sending", begun: 590, perMinute: 10 },
    { at: now, until: now + 60_000, code: null, count: 10 },
  ],
  [
    "a paused one has no time, and its cause",
    { state: "paused", begun: 100, code: "guard_failed" },
    { at: null, until: null, code: "guard_failed", count: 500 },
  ],
  ["one whose people have all begun is not planned", { state: "sending", begun: 600 }, undefined],
  ["a draft is not planned", { state: "checked" }, undefined],
])("%s", (_, more, expected) => {
  expect(spanOfBroadcast(broadcast(more), now)).toEqual(expected);
});
