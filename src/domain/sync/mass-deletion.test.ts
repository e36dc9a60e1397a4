import { describe, expect, test } from "vitest";
import { addCarried, deletionLimit, isMassDeletion } from "./mass-deletion.ts";

const now = Date.UTC(2026, 10, 16, 12);
const hourMs = 3_600_000;

describe("how many deletions are carried over without an operator", () => {
  test.each([
    [0, 5],
    [8, 5],
    [59, 5],
    [200, 20],
    [9_999, 999],
    [1_000_000, 1000],
  ])("of %i linked people: %i", (linked, limit) => {
    expect(deletionLimit(linked)).toBe(limit);
  });

  test.each([
    ["none", {}, 0, false],
    ["as many as allowed", {}, 20, false],
    ["one more", {}, 21, true],
    ["with those of the last hours", { startedAt: now - 5 * hourMs, carried: 15 }, 7, true],
    ["without those of another day", { startedAt: now - 25 * hourMs, carried: 15 }, 6, false],
  ])("%s", (_name, tally, missing, isMass) => {
    expect(isMassDeletion(tally, { missing, linked: 200 }, now)).toBe(isMass);
  });
});

test("deletions are counted by the day", () => {
  const first = addCarried({ confirmedAt: 1 }, 3, now);
  expect(first).toEqual({ confirmedAt: 1, startedAt: now, carried: 3 });
  const second = addCarried(first, 2, now + hourMs);
  expect(second).toEqual({ confirmedAt: 1, startedAt: now, carried: 5 });
  expect(addCarried(second, 1, now + 30 * hourMs)).toMatchObject({
    startedAt: now + 30 * hourMs,
    carried: 1,
  });
});
