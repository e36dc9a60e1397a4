import type { NotificationSettings } from "./notification-settings.ts";
import { type PushedKind, pushGroupOf } from "./push-group.ts";
import { isWithinQuietHours } from "./quiet-hours.ts";

/** A device shows nothing that is older: by then the user has looked, or it no longer helps. */
export const maxPushAgeMs = 3_600_000;

export type PushFacts = {
  kind: PushedKind;
  createdAt: number;
  isRead: boolean;
  settings: NotificationSettings;
  workspaceTimezone: string;
};

export type PushDecision = {
  send: boolean;
  reason: "wanted" | "safety" | "too_old" | "read" | "not_chosen" | "quiet_hours";
};

/** Whether a notification that its reader may see goes to their devices. */
export const decidePush = (facts: PushFacts, now: number): PushDecision => {
  const { kind, createdAt, isRead, settings, workspaceTimezone } = facts;
  const { groups, quietHours, timezone, safetyPassesQuietHours } = settings;
  if (now - createdAt >= maxPushAgeMs) return { send: false, reason: "too_old" };
  if (isRead) return { send: false, reason: "read" };
  const group = pushGroupOf(kind);
  if (!groups.includes(group)) return { send: false, reason: "not_chosen" };
  if (quietHours === null || !isWithinQuietHours(now, quietHours, timezone ?? workspaceTimezone))
    return { send: true, reason: "wanted" };
  return group === "safety" && safetyPassesQuietHours
    ? { send: true, reason: "safety" }
    : { send: false, reason: "quiet_hours" };
};
