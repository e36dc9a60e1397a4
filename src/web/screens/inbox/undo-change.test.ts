import { expect, test } from "vitest";
import { type ThreadBefore, undoChange } from "./undo-change.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const open: ThreadBefore = {
  state: "open",
  snoozedUntil: null,
  wakesOnReply: true,
  owner: { id: "u1", name: "Luis" },
  team: null,
  takenUntil: null,
};

test("Closing an open conversation is undone by opening it", () => {
  expect(undoChange({ kind: "close", how: "answered" }, open, now)).toEqual({ kind: "open" });
});

test("Closing a snoozed conversation is undone by the same snooze", () => {
  const snoozedUntil = "2026-11-17T12:00:00Z";
  expect(
    undoChange({ kind: "close", how: "no_need" }, { ...open, state: "snoozed", snoozedUntil }, now),
  ).toEqual({
    kind: "snooze",
    until: snoozedUntil,
    wakesOnReply: true,
  });
});

test("An assignment goes back to the owner before, or to none", () => {
  const change = { kind: "assign", ownerId: "u2" } as const;
  expect(undoChange(change, open, now)).toEqual({ kind: "assign", ownerId: "u1", teamId: null });
  expect(undoChange(change, { ...open, owner: null }, now)).toEqual({
    kind: "assign",
    ownerId: null,
    teamId: null,
  });
  const team = { id: "t1", name: "Ventas" };
  expect(undoChange({ kind: "assign", teamId: "t2" }, { ...open, team }, now)).toEqual({
    kind: "assign",
    ownerId: "u1",
    teamId: "t1",
  });
});

test("Handing back is undone for the hours that were left", () => {
  const before = { ...open, takenUntil: "2026-11-16T22:30:00Z" };
  expect(undoChange({ kind: "hand_back" }, before, now)).toEqual({ kind: "take", hours: 11 });
  expect(undoChange({ kind: "take", hours: 24 }, before, now)).toEqual({ kind: "hand_back" });
});

test("Muting and reading are turned around", () => {
  expect(undoChange({ kind: "mute", muted: true }, open, now)).toEqual({ kind: "mute", muted: false });
  expect(undoChange({ kind: "read", read: false }, open, now)).toEqual({ kind: "read", read: true });
});
