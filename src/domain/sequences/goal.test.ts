import { describe, expect, test } from "vitest";
import { dayMs } from "#domain/compliance/durations.ts";
import { defaultOptions, ruleOptions } from "#domain/rules/rule.ts";
import {
  compareGroups,
  drawRun,
  type EarlierDraw,
  eventGoalKey,
  findGoalProblems,
  goalKey,
  goalOfRun,
  hasReached,
  isKeptAside,
} from "./goal.ts";

const segmentId = "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90";
const now = Date.parse("2026-11-19T12:00:00Z");
const event = { kind: "event", type: " Booked " } as const;
const converted = { kind: "converted" } as const;
const half = { goal: converted, holdoutPercent: 50 };
const run = { runId: "a", isReached: false, earlier: null };
const aside: EarlierDraw = { draw: "held_out", startedAt: now - dayMs, goalUntil: now + dayMs };

test("options without a goal stay as they were", () => {
  expect(Object.keys(defaultOptions)).not.toContain("goal");
  expect(ruleOptions.parse({ goal: null }).goal).toBeNull();
});

test.each([
  [{ goal: event }, true],
  [{ goal: { kind: "event", type: " " } }, false],
  [{ goal: { kind: "segment", segmentId } }, true],
  [{ goal: { kind: "segment" } }, false],
  [{ goalDays: 365 }, true],
  [{ goalDays: 0 }, false],
  [{ goalDays: 366 }, false],
  [{ holdoutPercent: 50 }, true],
  [{ holdoutPercent: 51 }, false],
])("the options %j are valid: %s", (options, isValid) => {
  expect(ruleOptions.safeParse(options).success).toBe(isValid);
});

test("an event counts in any case", () => {
  expect(goalKey(event)).toBe("event:booked");
  expect(eventGoalKey("BOOKED")).toBe("event:booked");
  expect(goalKey({ kind: "segment", segmentId })).toBe(`segment:${segmentId}`);
});

test.each([
  [{}, false, []],
  [{ goal: null, holdoutPercent: 0 }, false, []],
  [half, true, []],
  [half, false, ["goal goal_without_sequence"]],
  [{ holdoutPercent: 10 }, false, ["holdoutPercent goal_without_sequence"]],
  [{ holdoutPercent: 10 }, true, ["holdoutPercent holdout_without_goal"]],
])("what is wrong with %j (a sequence: %s)", (options, isSequence, expected) => {
  const problems = findGoalProblems(options, isSequence);
  expect(problems.map(({ part, problem }) => `${part} ${problem}`)).toEqual(expected);
});

describe("the goal of a run", () => {
  test("is open for 30 days, or for as long as the options say", () => {
    expect(goalOfRun({ goal: converted }, false, now)).toEqual({
      ...{ goal: "converted", goalUntil: now + 30 * dayMs, draw: null },
    });
    expect(goalOfRun({ goal: converted, goalDays: 7 }, false, now).goalUntil).toBe(now + 7 * dayMs);
  });

  test.each([
    ["without a goal", {}, false],
    ["of a person who had reached it", half, true],
  ])("is none %s", (_name, options, isReached) => {
    const none = { goal: null, goalUntil: null, draw: null };
    expect(drawRun(options, { ...run, isReached }, now)).toEqual(none);
  });

  test("draws its share of many runs, each always alike", () => {
    const draws = Array.from(
      { length: 2000 },
      (_, n) => drawRun(half, { ...run, runId: `run ${n}` }, now).draw,
    );
    const heldOut = draws.filter((draw) => draw === "held_out").length;
    expect(heldOut).toBeGreaterThan(900);
    expect(heldOut).toBeLessThan(1100);
    expect(draws.every((draw) => draw !== null)).toBe(true);
    expect(drawRun(half, run, now)).toEqual(drawRun(half, run, now));
  });

  test("draws no run without a holdout, or while an earlier draw holds", () => {
    expect(drawRun({ goal: converted }, run, now).draw).toBeNull();
    expect(drawRun({ ...half, holdoutPercent: 0 }, run, now).draw).toBeNull();
    const earlier: EarlierDraw = { ...aside, draw: "through" };
    expect(drawRun(half, { ...run, earlier }, now).draw).toBeNull();
    expect(drawRun(half, { ...run, earlier }, earlier.goalUntil).draw).not.toBeNull();
  });
});

test.each([
  ["while their goal is open", half, aside, true],
  ["no longer when it is over", half, { ...aside, goalUntil: now }, false],
  ["not when they went through", half, { ...aside, draw: "through" as const }, false],
  ["not before they were drawn", half, null, false],
  ["not without a holdout", { goal: converted }, aside, false],
])("people are kept aside %s", (_name, options, earlier, expected) => {
  expect(isKeptAside(options, earlier, now)).toBe(expected);
});

test.each([
  ["converted", { goal: converted }, "converted", null, true],
  ["not converted", { goal: converted }, "new", null, false],
  ["in the segment", { goal: { kind: "segment" as const, segmentId } }, "new", true, true],
  ["outside of it", { goal: { kind: "segment" as const, segmentId } }, "new", false, false],
  ["a segment that cannot be read", { goal: { kind: "segment" as const, segmentId } }, "new", null, false],
  ["an event", { goal: event }, "converted", true, false],
  ["no goal", {}, "converted", true, false],
])("whether the goal was reached before: %s", (_name, options, status, isMember, expected) => {
  expect(hasReached(options, { status, segments: new Map([[segmentId, { isMember }]]) })).toBe(expected);
});

describe("the figures of a goal", () => {
  const none = { reached: 0, of: 0 };

  test("without a holdout count every run and compare nothing", () => {
    expect(compareGroups({ undrawn: { reached: 3, of: 40 }, through: none, heldOut: none })).toEqual({
      ...{ reached: 3, of: 40, heldOutReached: 0, heldOutOf: 0, difference: null },
    });
  });

  test("with one count only who was drawn, in points of a hundred", () => {
    const groups = {
      undrawn: { reached: 30, of: 30 },
      through: { reached: 120, of: 1000 },
      heldOut: { reached: 30, of: 500 },
    };
    expect(compareGroups(groups)).toEqual({
      ...{ reached: 120, of: 1000, heldOutReached: 30, heldOutOf: 500 },
      difference: { points: 6, low: 2.9, high: 8.8 },
    });
  });

  test("of small groups have no difference", () => {
    const heldOut = { reached: 0, of: 9 };
    expect(compareGroups({ undrawn: none, through: { reached: 9, of: 90 }, heldOut }).difference).toBeNull();
  });
});
