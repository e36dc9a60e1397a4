import { describe, expect, test } from "vitest";
import { needsOwner } from "./assignment.ts";
import { closedThread } from "./thread.ts";

const closed = closedThread(0);
const open = { ...closed, state: "open" as const };

describe("a conversation needs an owner", () => {
  test("when it is new, opened again, or its owner was taken off", () => {
    expect(needsOwner(null, open)).toBe(true);
    expect(needsOwner(closed, open)).toBe(true);
    expect(needsOwner({ ...open, ownerId: "luz" }, open)).toBe(true);
  });

  test("not when it has one, is not open, or waits in the pool already", () => {
    expect(needsOwner(null, { ...open, ownerId: "luz" })).toBe(false);
    expect(needsOwner(null, closed)).toBe(false);
    expect(needsOwner(open, open)).toBe(false);
    expect(needsOwner(null, null)).toBe(false);
  });
});
