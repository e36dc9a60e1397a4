import type { NotificationKind } from "#domain/notification.ts";

/** What a user chooses to be notified of on their devices. */
export const pushGroups = ["replies", "mentions", "handoffs", "approvals", "safety"] as const;
export type PushGroup = (typeof pushGroups)[number];

const groups = {
  reply_received: "replies",
  mentioned: "mentions",
  handoff_asked: "handoffs",
  thread_assigned: "handoffs",
  thread_team_assigned: "handoffs",
  approval_waiting: "approvals",
  safety_alert: "safety",
} as const satisfies Partial<Record<NotificationKind, PushGroup>>;

/** Kinds of notifications that go to devices, too. */
export type PushedKind = keyof typeof groups;

export const isPushed = (kind: NotificationKind): kind is PushedKind => kind in groups;

export const pushGroupOf = (kind: PushedKind): PushGroup => groups[kind];
