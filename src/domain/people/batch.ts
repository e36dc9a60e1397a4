/** A change of many people that is previewed, run page by page, reported and undone as one. */
export const batchKinds = ["import", "bulk", "merge", "delete"] as const;
export type BatchKind = (typeof batchKinds)[number];

export const batchStates = [
  "uploading",
  "reading",
  "mapped",
  "checking",
  "checked",
  "running",
  "paused",
  "done",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type BatchState = (typeof batchStates)[number];

/** What a row of a batch does, or did, to people. */
export const rowVerdicts = [
  "added",
  "changed",
  "unchanged",
  "joined",
  "refused",
  "deleted",
  "merged",
] as const;
export type RowVerdict = (typeof rowVerdicts)[number];

/** `kept`: the person was changed since. `failed`: it may be tried again, such as a merge on which a later one rests. */
export const undoResults = ["reversed", "kept", "failed"] as const;
export type UndoResult = (typeof undoResults)[number];
