import { eq } from "drizzle-orm";
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from "#domain/push/notification-settings.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { userNotificationSettings } from "#server/db/schema/push.ts";

export const readNotificationSettings = async (db: Reader, userId: string): Promise<NotificationSettings> => {
  const [row] = await db
    .select()
    .from(userNotificationSettings)
    .where(eq(userNotificationSettings.userId, userId));
  if (!row) return defaultNotificationSettings;
  const { userId: _own, ...settings } = row;
  return settings;
};

export const saveNotificationSettings = async (
  tx: Tx,
  userId: string,
  settings: NotificationSettings,
): Promise<void> => {
  await tx
    .insert(userNotificationSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: userNotificationSettings.userId, set: settings });
};
