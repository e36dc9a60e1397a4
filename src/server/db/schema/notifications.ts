import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { type NotificationKind, notificationKinds } from "#domain/notification.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";
import { teams } from "./team.ts";

export const notifications = pgTable(
  "notifications",
  {
    id: primaryId(),
    kind: text("kind").$type<NotificationKind>().notNull(),
    params: jsonb("params").$type<Record<string, string | number>>().notNull().default({}),
    link: text("link"),
    /** Null for all users, or for the members of a team. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Only the members of this team. */
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("notifications_team_index").on(table.teamId).where(sql`team_id IS NOT NULL`),
    index("notifications_created_index").on(table.createdAt.desc()),
    oneOf("notifications_kind_check", table.kind, notificationKinds),
  ],
);

export const notificationReads = pgTable(
  "notification_reads",
  {
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    readAt: timestampMs("read_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.userId] })],
);
