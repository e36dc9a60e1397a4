import { type Area, mayUse, type Permissions } from "./access/areas.ts";

export const notificationKinds = [
  "job_dead",
  "audit_broken",
  "handoff_asked",
  "reply_received",
  "endpoint_failing",
  "send_unknown",
  "review_needed",
  "safety_alert",
  "rule_loop",
  "broadcast_paused",
  "rule_notice",
  "mail_refused",
  "ai_provider_failing",
  "recordings_kept",
  "mentioned",
  "thread_assigned",
  "thread_team_assigned",
  "opt_in_limit",
  "snooze_ended",
  "task_due",
  "batch_finished",
  "token_suspended",
  "approval_waiting",
  "token_read_many",
  "webhook_paused",
  "sync_paused",
  "integration_failing",
  "report_limit",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Where a notification belongs: those who may not view the area do not get it. */
const notificationAreas: Record<NotificationKind, Area | "everyone"> = {
  job_dead: "everyone",
  audit_broken: "everyone",
  handoff_asked: "inbox",
  reply_received: "inbox",
  endpoint_failing: "endpoints",
  send_unknown: "compliance",
  review_needed: "compliance",
  safety_alert: "inbox",
  rule_loop: "rules",
  broadcast_paused: "rules",
  rule_notice: "inbox",
  mail_refused: "endpoints",
  ai_provider_failing: "ai",
  recordings_kept: "settings",
  mentioned: "inbox",
  thread_assigned: "inbox",
  thread_team_assigned: "inbox",
  opt_in_limit: "endpoints",
  snooze_ended: "inbox",
  task_due: "everyone",
  batch_finished: "people",
  token_suspended: "everyone",
  approval_waiting: "approvals",
  token_read_many: "everyone",
  webhook_paused: "integrations",
  sync_paused: "integrations",
  integration_failing: "integrations",
  report_limit: "reports",
};

export const areaOfNotification = (kind: NotificationKind): Area | "everyone" => notificationAreas[kind];

/** The kinds that a user with these permissions gets. */
export const visibleNotifications = (permissions: Permissions): NotificationKind[] =>
  notificationKinds.filter((kind) =>
    mayUse(permissions, { access: "viewer", area: notificationAreas[kind] }),
  );
