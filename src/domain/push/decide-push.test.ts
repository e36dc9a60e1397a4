import { describe, expect, test } from "vitest";
import { decidePush, type PushDecision, type PushFacts } from "./decide-push.ts";
import { defaultNotificationSettings } from "./notification-settings.ts";

const now = Date.parse("2026-01-15T23:00:00-05:00");
const facts: PushFacts = {
  kind: "reply_received",
  createdAt: now - 1000,
  isRead: false,
  settings: defaultNotificationSettings,
  workspaceTimezone: "America/New_York",
};
type Change = Partial<Omit<PushFacts, "settings">> & { settings?: Partial<PushFacts["settings"]> };
const quietHours = { from: "22:00", to: "07:00" };

describe("whether a notification goes to a device", () => {
  test.each<[string, Change, PushDecision["reason"]]>([
    ["is wanted by default", {}, "wanted"],
    ["is wanted just within the hour", { createdAt: now - 3_599_999 }, "wanted"],
    ["is too old after an hour", { createdAt: now - 3_600_000 }, "too_old"],
    ["was read meanwhile", { isRead: true }, "read"],
    ["is of a group that is not chosen", { settings: { groups: ["mentions", "safety"] } }, "not_chosen"],
    ["assignments are handoffs", { kind: "thread_assigned", settings: { groups: ["handoffs"] } }, "wanted"],
    ["comes in quiet hours", { settings: { quietHours } }, "quiet_hours"],
    [
      "comes before the user's own quiet hours",
      { settings: { quietHours, timezone: "America/Los_Angeles" } },
      "wanted",
    ],
    [
      "comes in the user's own quiet hours",
      {
        workspaceTimezone: "Asia/Tokyo",
        settings: { quietHours, timezone: "America/New_York" },
      },
      "quiet_hours",
    ],
    ["is about safety, outside quiet hours", { kind: "safety_alert" }, "wanted"],
    ["is about safety in quiet hours", { kind: "safety_alert", settings: { quietHours } }, "safety"],
    [
      "is about safety, which shall not pass quiet hours",
      { kind: "safety_alert", settings: { quietHours, safetyPassesQuietHours: false } },
      "quiet_hours",
    ],
    [
      "is about safety, which is not chosen",
      { kind: "safety_alert", settings: { quietHours, groups: ["replies"] } },
      "not_chosen",
    ],
    ["is about safety, but was read", { kind: "safety_alert", isRead: true }, "read"],
  ])("%s", (_name, change, reason) => {
    const settings = { ...facts.settings, ...change.settings };
    const send = reason === "wanted" || reason === "safety";
    expect(decidePush({ ...facts, ...change, settings }, now)).toEqual({ send, reason });
  });
});
