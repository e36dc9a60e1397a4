import type { Thread } from "./thread.ts";

/** Who gets a conversation that has no owner when the person writes. */
export const assignmentModes = ["none", "fewest_open"] as const;
export type AssignmentMode = (typeof assignmentModes)[number];

/** The workspace's choice for new conversations. They go to the team, if there is one, and to users by the mode. */
export type AssignmentSetting = { mode: AssignmentMode; teamId: string | null };

/**
 * Whether a message left an open conversation without an owner who should be chosen now: it is a new one, or its owner
 * was taken off because they are away. One that waits in the pool already stays there.
 */
export const needsOwner = (before: Thread | null, after: Thread | null): boolean =>
  after !== null &&
  after.state === "open" &&
  after.ownerId === null &&
  (before === null || before.state !== "open" || before.ownerId !== null);

/** A user who can answer and is here, with the number of open conversations they own. */
export type AvailableUser = { id: string; open: number; teamIds: readonly string[] };

/**
 * The owner of each conversation in turn: of the users who are here, and in its team if it has one, the one with the
 * fewest open conversations. Null where there is none: the team, or all, find it among the unassigned.
 */
export const chooseOwners = (
  teamIds: readonly (string | null)[],
  users: readonly AvailableUser[],
): (string | null)[] => {
  const open = new Map(users.map((user) => [user.id, user.open]));
  return teamIds.map((teamId) => {
    const [next] = users
      .filter((user) => teamId === null || user.teamIds.includes(teamId))
      .sort((one, other) => (open.get(one.id) ?? 0) - (open.get(other.id) ?? 0));
    if (!next) return null;
    open.set(next.id, (open.get(next.id) ?? 0) + 1);
    return next.id;
  });
};
