/** What may have too many rows to be deleted while the caller waits. */
export const deletionKinds = ["rule", "endpoint", "person"] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export const deletionStatuses = ["running", "done", "failed"] as const;
export type DeletionStatus = (typeof deletionStatuses)[number];

/** With more rows than this, a deletion runs as a job. */
export const maxRowsAtOnce = 20_000;

/** Whole percent; 100 only when it is done, because the last step comes after all rows. */
export const deletionPercent = (status: DeletionStatus, done: number, total: number): number => {
  if (status === "done") return 100;
  return total <= 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
};
