import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { PushGroup } from "#domain/push/push-group.ts";
import type { QuietHours } from "#domain/push/quiet-hours.ts";
import { users } from "./access.ts";
import { createdAt, primaryId, timestampMs } from "./columns.ts";

/** Browsers that show notifications of a user. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * The session that used the browser last. Without a foreign key: a session that expires leaves the subscription, one
     * that is ended takes it along.
     */
    sessionId: text("session_id").notNull(),
    /** Where the browser's push service takes messages; the browser chooses it. */
    endpoint: text("endpoint").notNull().unique(),
    /** The public key and the secret with which messages are encrypted for the browser, in base64url. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: createdAt(),
    /** When the browser last opened the app. */
    seenAt: timestampMs("seen_at").notNull().defaultNow(),
    lastSuccessAt: timestampMs("last_success_at"),
    /** Messages in a row that could not be sent. */
    failures: integer("failures").notNull().default(0),
  },
  (table) => [
    index("push_subscriptions_user_index").on(table.userId),
    index("push_subscriptions_session_index").on(table.sessionId),
    check("push_subscriptions_endpoint_check", sql`length(${table.endpoint}) <= 1024`),
  ],
);

/** Of users who changed them; all others have the defaults. */
export const userNotificationSettings = pgTable("user_notification_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  groups: text("groups").array().$type<PushGroup[]>().notNull(),
  quietHours: jsonb("quiet_hours").$type<QuietHours>(),
  timezone: text("timezone"),
  safetyPassesQuietHours: boolean("safety_passes_quiet_hours").notNull(),
});
