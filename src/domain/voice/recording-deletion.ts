export const recordingDeletionStatuses = ["pending", "done", "failed"] as const;

/** Why the recordings of a call are still at the vendor. */
export const recordingDeletionFailures = [
  "not_connected",
  "account_changed",
  "credentials_refused",
  "vendor_busy",
  "vendor_refused",
  "unreachable",
] as const;
export type RecordingDeletionFailure = (typeof recordingDeletionFailures)[number];
