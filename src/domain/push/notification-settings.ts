import * as z from "zod";
import { pushGroups } from "./push-group.ts";

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** What a user wants to see on their devices, and when. */
export const notificationSettings = z.strictObject({
  groups: z
    .array(z.enum(pushGroups))
    .max(pushGroups.length)
    .refine((groups) => new Set(groups).size === groups.length),
  quietHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, { path: ["to"] })
    .nullable(),
  /** Null for that of the workspace. */
  timezone: z.string().max(64).refine(isTimeZone).nullable(),
  safetyPassesQuietHours: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const defaultNotificationSettings: NotificationSettings = {
  groups: [...pushGroups],
  quietHours: null,
  timezone: null,
  safetyPassesQuietHours: true,
};
