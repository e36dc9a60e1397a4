import { expect, test } from "vitest";
import { createPressGauge } from "./load-level.ts";

/** What the gauge says after half a second of commits, each of so many rows after so many milliseconds. */
const after = (everyMs: number, rows: number, meetings: number) => {
  let now = 1000;
  const gauge = createPressGauge(() => now);
  let press = "calm";
  while (now < 1500) {
    now += everyMs;
    for (let met = 0; met < meetings; met++) gauge.met();
    press = gauge.committed(rows);
  }
  return { press, gauge, pass: (ms: number) => (now += ms) };
};

test.each([
  ["an event now and then", 100, 1, 0, "calm"],
  ["four hundred a second, one by one", 2.5, 1, 0, "calm"],
  ["one sender who awaits each answer", 0.6, 1, 0, "file"],
  ["a few senders, who meet", 0.8, 1, 1, "flow"],
  ["three thousand a second in small commits", 1, 3, 3, "flow"],
  ["a crowd that queues", 6, 32, 32, "flood"],
  ["a crowd that is soon through", 60, 25, 25, "calm"],
])("%s", (_what, everyMs, rows, meetings, expected) => {
  expect(after(everyMs, rows, meetings).press).toBe(expected);
});

test("another sender now and then does not end a file, and a pause does", () => {
  const { gauge, pass } = after(0.6, 1, 0);
  gauge.met();
  for (let sent = 0; sent < 100; sent++) {
    pass(0.6);
    expect(gauge.committed(1)).toBe("file");
  }
  pass(1000);
  expect(gauge.committed(1)).toBe("calm");
});
