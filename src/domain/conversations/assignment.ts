import type { Thread } from "./thread.ts";

/** Who gets a conversation that has no owner when the person writes. */
export const assignmentModes = ["none", "fewest_open"] as const;
export type AssignmentMode = (typeof assignmentModes)[number];

/**
 * Whether a message left an open conversation without an owner who should be chosen now: it is a new one, or its owner
 * was taken off because they are away. One that waits in the pool already stays there.
 */
export const needsOwner = (before: Thread | null, after: Thread | null): boolean =>
  after !== null &&
  after.state === "open" &&
  after.ownerId === null &&
  (before === null || before.state !== "open" || before.ownerId !== null);
