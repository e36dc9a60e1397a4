import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { NotificationKind } from "#domain/notification.ts";
import { users } from "./access.ts";
import { bytes, createdAt, moment, primaryId } from "./columns.ts";

/**
 * Insert-only (by trigger) and hash-chained: `hash = sha256(hash of seq - 1 ‖ digest)`.
 * `digest` covers the plain columns and `commitment`; the commitment covers the personal ones under `salt`,
 * so that these can be blanked one day without breaking the chain.
 * No foreign key to users: a ledger must outlive what it tells of.
 */
export const auditLogs = pgTable(
  "audit_logs",
  {
    id: uuid("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).notNull().unique(),
    userId: uuid("user_id"),
    eventType: text("event_type").notNull(),
    entityType: text("entity_type"),
    entityId: text("entity_id"),
    description: text("description").notNull(),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    status: text("status").notNull().default("success"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: moment("created_at").notNull(),
    salt: bytes("salt").notNull(),
    commitment: bytes("commitment").notNull(),
    digest: bytes("digest").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    index("audit_logs_created_index").on(table.createdAt.desc()),
    index("audit_logs_type_index").on(table.eventType, table.createdAt.desc()),
    index("audit_logs_entity_index").on(table.entityType, table.entityId),
  ],
);

export const notifications = pgTable(
  "notifications",
  {
    id: primaryId(),
    kind: text("kind").$type<NotificationKind>().notNull(),
    params: jsonb("params").$type<Record<string, string | number>>().notNull().default({}),
    link: text("link"),
    createdAt: createdAt(),
  },
  (table) => [index("notifications_created_index").on(table.createdAt.desc())],
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
    readAt: moment("read_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.userId] })],
);
