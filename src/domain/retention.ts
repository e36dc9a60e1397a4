/** What ends with the retention period. People, consents, opt-outs and the audit log stay. */
export const retainedKinds = [
  "events",
  "messages",
  "calls",
  "timeline",
  "form_submissions",
  "questions",
  "rule_runs",
  "notifications",
] as const;
export type RetainedKind = (typeof retainedKinds)[number];
export type RetentionCounts = Partial<Record<RetainedKind, number>>;

const dayMs = 86_400_000;

/** Rows from before this instant are deleted; null keeps everything. */
export const retentionCutoff = (days: number, now: number): number | null =>
  days === 0 ? null : now - days * dayMs;
