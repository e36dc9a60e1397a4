import type { ThreadChange, ThreadDetail } from "#contract/threads.ts";

export type ThreadBefore = Pick<
  ThreadDetail["thread"],
  "state" | "snoozedUntil" | "wakesOnReply" | "owner" | "team" | "takenUntil"
>;

const restoredState = ({ state, snoozedUntil, wakesOnReply }: ThreadBefore): ThreadChange => {
  if (state === "snoozed") return { kind: "snooze", until: snoozedUntil, wakesOnReply };
  return state === "closed" ? { kind: "close", how: "no_need" } : { kind: "open" };
};

/** The change that restores what was before another one. */
export const undoChange = (change: ThreadChange, before: ThreadBefore, now: number): ThreadChange => {
  switch (change.kind) {
    case "open":
    case "close":
    case "snooze":
      return restoredState(before);
    case "assign":
      // A team may have taken the owner off, so both go back.
      return { kind: "assign", ownerId: before.owner?.id ?? null, teamId: before.team?.id ?? null };
    case "take":
      return { kind: "hand_back" };
    case "hand_back": {
      const hours = before.takenUntil === null ? 1 : (Date.parse(before.takenUntil) - now) / 3_600_000;
      return { kind: "take", hours: Math.min(720, Math.max(1, Math.ceil(hours))) };
    }
    case "mute":
      return { kind: "mute", muted: !change.muted };
    case "read":
      return { kind: "read", read: !change.read };
  }
};
