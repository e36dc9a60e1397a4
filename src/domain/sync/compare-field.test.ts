import { describe, expect, test } from "vitest";
import { compareField, compareOptOut } from "./compare-field.ts";
import type { ConflictRule, SyncDirection } from "./field-map.ts";
import type { SyncValue } from "./remote-value.ts";

type Row = [
  what: string,
  base: SyncValue | undefined,
  ours: SyncValue,
  theirs: SyncValue,
  direction: SyncDirection,
  rule: ConflictRule,
  expected: string,
];

/** Ours was changed at 10, theirs at 20. */
const rows: Row[] = [
  ["equal sides", "a", "a", "a", "both", "newest", "none same"],
  ["both made the same change", "a", "b", "b", "both", "newest", "none same"],
  ["what we wrote and read again", "b", "b", "b", "both", "theirs", "none same"],
  ["a change there", "a", "a", "b", "both", "ours", "pull changed_there"],
  ["a change here", "a", "b", "a", "both", "theirs", "push changed_here"],
  ["emptied there", "a", "a", null, "both", "ours", "pull changed_there"],
  ["emptied here", "a", null, "a", "both", "theirs", "push changed_here"],
  ["a change there, only out", "a", "a", "b", "out", "theirs", "none direction"],
  ["a change here, only in", "a", "b", "a", "in", "ours", "none direction"],
  ["both, the newer", "a", "b", "c", "both", "newest", "pull newer_there conflict"],
  ["both, ours", "a", "b", "c", "both", "ours", "push ours_wins conflict"],
  ["both, theirs", "a", "b", "c", "both", "theirs", "pull theirs_wins conflict"],
  ["both, only in", "a", "b", "c", "in", "ours", "pull direction conflict"],
  ["both, only out", "a", "b", "c", "out", "theirs", "push direction conflict"],
  ["first meeting, blank here", undefined, null, "b", "both", "ours", "pull filled_here"],
  ["first meeting, blank there", undefined, "a", null, "both", "theirs", "push filled_there"],
  ["first meeting, blank here, only out", undefined, null, "b", "out", "ours", "none direction"],
  ["first meeting, blank there, only in", undefined, "a", null, "in", "theirs", "none direction"],
  ["first meeting, two values", undefined, "a", "b", "both", "newest", "pull newer_there conflict"],
  ["lists", ["a"], ["a", "b"], ["a"], "both", "newest", "push changed_here"],
  ["equal lists", undefined, ["a", "b"], ["a", "b"], "both", "newest", "none same"],
];

describe("the sides of a field", () => {
  test.each(rows)("%s", (_what, base, ours, theirs, direction, rule, expected) => {
    const { action, reason, isConflict } = compareField({
      base,
      ours,
      theirs,
      direction,
      rule,
      oursAt: 10,
      theirsAt: 20,
    });
    expect([action, reason, ...(isConflict ? ["conflict"] : [])].join(" ")).toBe(expected);
  });

  test("ours wins where it is newer", () => {
    const sides = { base: "a", ours: "b", theirs: "c", direction: "both", rule: "newest" } as const;
    expect(compareField({ ...sides, oursAt: 30, theirsAt: 20 }).action).toBe("push");
  });
});

test.each([
  [false, false, true, "none"],
  [true, true, true, "none"],
  [false, true, true, "pull"],
  [false, true, false, "pull"],
  [true, false, true, "push"],
  [true, false, false, "none"],
])("an opt-out here %s, there %s, writable %s: %s", (ours, theirs, canPush, action) => {
  expect(compareOptOut(ours, theirs, canPush).action).toBe(action);
});
