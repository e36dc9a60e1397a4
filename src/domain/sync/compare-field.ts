import type { ConflictRule, SyncDirection } from "./field-map.ts";
import { isSameSyncValue, type SyncValue } from "./remote-value.ts";

/** Why a field was written, or left as it is, on one side. */
export const syncReasons = [
  "same",
  "changed_here",
  "changed_there",
  "filled_here",
  "filled_there",
  "direction",
  "newer_here",
  "newer_there",
  "ours_wins",
  "theirs_wins",
  "opted_out_here",
  "opted_out_there",
  "opt_out_kept",
  "agreed_there",
  "withdrawn_there",
  "agreed_here",
  "merged",
] as const;
export type SyncReason = (typeof syncReasons)[number];

export type FieldOutcome = {
  /** `pull` writes theirs here, `push` writes ours there. */
  action: "none" | "pull" | "push";
  reason: SyncReason;
  /** Both sides had changed it: the value that lost is recorded. */
  isConflict: boolean;
};

type Sides = {
  /** The value after the last sync; undefined when the field was never synced. */
  base: SyncValue | undefined;
  ours: SyncValue;
  theirs: SyncValue;
  direction: SyncDirection;
  rule: ConflictRule;
  /** When each side was last changed. */
  oursAt: number;
  theirsAt: number;
};

const outcome = (action: FieldOutcome["action"], reason: SyncReason, isConflict = false): FieldOutcome => ({
  action,
  reason,
  isConflict,
});

const isBlank = (value: SyncValue): boolean => value === null || value === "";

const winner = ({ direction, rule, oursAt, theirsAt }: Sides): FieldOutcome => {
  if (direction === "in") return outcome("pull", "direction", true);
  if (direction === "out") return outcome("push", "direction", true);
  if (rule === "ours") return outcome("push", "ours_wins", true);
  if (rule === "theirs") return outcome("pull", "theirs_wins", true);
  return theirsAt >= oursAt ? outcome("pull", "newer_there", true) : outcome("push", "newer_here", true);
};

/**
 * Compares the two sides of a field with its value after the last sync. A side that still holds that value has not
 * changed, so what a sync wrote itself never counts as a change.
 */
export const compareField = (sides: Sides): FieldOutcome => {
  const { base, ours, theirs, direction } = sides;
  if (isSameSyncValue(ours, theirs)) return outcome("none", "same");
  const mayPull = direction !== "out";
  const mayPush = direction !== "in";
  if (base === undefined) {
    // The first meeting of the two: a blank side is filled, and nothing is emptied.
    if (isBlank(ours)) return mayPull ? outcome("pull", "filled_here") : outcome("none", "direction");
    if (isBlank(theirs)) return mayPush ? outcome("push", "filled_there") : outcome("none", "direction");
    return winner(sides);
  }
  const oursChanged = !isSameSyncValue(ours, base);
  const theirsChanged = !isSameSyncValue(theirs, base);
  if (oursChanged && theirsChanged) return winner(sides);
  if (theirsChanged) return mayPull ? outcome("pull", "changed_there") : outcome("none", "direction");
  return mayPush ? outcome("push", "changed_here") : outcome("none", "direction");
};

/** An opt-out on either side counts on both, whatever the direction and the rule, and none is ever lifted. */
export const compareOptOut = (ours: boolean, theirs: boolean, canPush: boolean): FieldOutcome => {
  if (ours === theirs) return outcome("none", "same");
  if (theirs) return outcome("pull", "opted_out_there");
  return canPush ? outcome("push", "opted_out_here") : outcome("none", "opt_out_kept");
};
