import { expect, test } from "vitest";
import { createLoadGauge } from "./load-level.ts";

/** The level after half a second of commits of `rows` rows each, one every `everyMs` milliseconds. */
const levelAfter = (everyMs: number, rows: number) => {
  let now = 1000;
  const gauge = createLoadGauge(() => now);
  let level = "normal";
  while (now < 1500) {
    now += everyMs;
    level = gauge.committed(rows);
  }
  return { level, gauge, advance: (ms: number) => (now += ms) };
};

test.each([
  ["an event now and then", 100, 1, "normal"],
  ["eighty events a second, one per commit", 12.5, 1, "normal"],
  ["four hundred events a second, one per commit", 2.5, 1, "normal"],
  ["one sequential sender", 0.6, 1, "normal"],
  ["three thousand events a second in small commits", 1, 3, "normal"],
  ["many senders that share commits", 6, 32, "saturated"],
  ["large commits with long pauses", 300, 25, "normal"],
])("%s: every %s ms %s rows is %s", (_name, everyMs, rows, expected) => {
  expect(levelAfter(everyMs, rows).level).toBe(expected);
});

test("returns to normal after a pause", () => {
  const { gauge, advance } = levelAfter(6, 32);
  advance(1000);
  expect(gauge.committed(1)).toBe("normal");
});
