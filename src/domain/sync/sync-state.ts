/** What a sync is doing: nothing yet, a preview, the initial load, or following changes. */
export const syncPhases = ["setup", "preview", "load", "live"] as const;
export type SyncPhase = (typeof syncPhases)[number];

/** `failed`: paused because of an error that only an operator can end. */
export const syncStates = ["waiting", "running", "paused", "failed"] as const;
export type SyncState = (typeof syncStates)[number];

export const syncChangeKinds = ["added", "linked", "changed", "deleted", "refused", "skipped"] as const;
export type SyncChangeKind = (typeof syncChangeKinds)[number];

/** `pending`: sent to the vendor, whose answer is not stored yet. `kept`: an undo left it, because it changed since. */
export const syncChangeStates = ["pending", "done", "refused", "undone", "kept"] as const;
export type SyncChangeState = (typeof syncChangeStates)[number];

/** `in`: written here; `out`: written at the vendor. */
export const syncWays = ["in", "out"] as const;
export type SyncWay = (typeof syncWays)[number];

/** What a preview or the initial load found, by kind. */
export const syncCounts = [
  "matched",
  "addedHere",
  "addedThere",
  "changedHere",
  "changedThere",
  "conflicts",
  "refused",
  "skipped",
] as const;
export type SyncCounts = Partial<Record<(typeof syncCounts)[number], number>>;
