export const notificationKinds = [
  "job_dead",
  "audit_broken",
  "handoff_asked",
  "reply_received",
  "endpoint_failing",
  "send_unknown",
  "review_needed",
  "rule_loop",
  "mail_refused",
  "ai_provider_failing",
  "recordings_kept",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
