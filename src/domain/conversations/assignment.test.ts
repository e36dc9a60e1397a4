import { describe, expect, test } from "vitest";
import { chooseOwners, needsOwner } from "./assignment.ts";
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

describe("owners of new conversations", () => {
  const ana = { id: "ana", open: 2, teamIds: ["sales"] };
  const luis = { id: "luis", open: 0, teamIds: [] };
  const eva = { id: "eva", open: 3, teamIds: ["sales", "support"] };
  const users = [ana, luis, eva];
  const cases: [string, (string | null)[], (string | null)[]][] = [
    ["without a team, those with the fewest", [null, null, null], ["luis", "luis", "ana"]],
    ["of a team, its members in turn", ["sales", "sales", "sales"], ["ana", "ana", "eva"]],
    ["both share one count", ["sales", null, "support"], ["ana", "luis", "eva"]],
    ["of a team without a member who is here", ["service"], [null]],
  ];
  test.each(cases)("%s", (_name, teamIds, owners) => {
    expect(chooseOwners(teamIds, users)).toEqual(owners);
  });
});
