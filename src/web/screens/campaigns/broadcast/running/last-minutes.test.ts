import { expect, test } from "vitest";
import { lastMinutes } from "./last-minutes.ts";

test("a minute in which nothing left is shown as zero", () => {
  expect(
    lastMinutes(
      [
        { at: "2026-11-17T10:14:00Z", count: 40 },
        { at: "2026-11-17T10:16:00Z", count: 20 },
      ],
      60,
    ),
  ).toEqual([
    { at: "2026-11-17T10:14:00.000Z", count: 40 },
    { at: "2026-11-17T10:15:00.000Z", count: 0 },
    { at: "2026-11-17T10:16:00.000Z", count: 20 },
  ]);
});

test("only the newest minutes are kept", () => {
  const minutes = ["10:14", "10:15", "10:16"].map((clock, index) => ({
    at: `2026-11-17T${clock}:00Z`,
    count: index,
  }));
  expect(lastMinutes(minutes, 2).map(({ count }) => count)).toEqual([1, 2]);
  expect(lastMinutes([], 2)).toEqual([]);
});
