import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { auditEntityTypes, auditEventTypes, auditStatuses } from "#domain/audit.ts";
import { bytes, oneOf, timestampMs } from "./columns.ts";

/**
 * Insert-only by trigger and hash-chained: `hash = sha256(hash of seq - 1 ‖ digest)`. The digest covers the plain
 * columns and `commitment`; the commitment covers the personal ones under `salt`, so that these can be erased without
 * breaking the chain. There is no foreign key to users, because an entry must outlive its user.
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
    /** In English; readers word `details` in their language. */
    description: text("description").notNull(),
    /** Null in entries of older versions. */
    details: jsonb("details").$type<AuditDetails>(),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    status: text("status").notNull().default("success"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: timestampMs("created_at").notNull(),
    salt: bytes("salt").notNull(),
    commitment: bytes("commitment").notNull(),
    digest: bytes("digest").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    index("audit_logs_created_index").on(table.createdAt.desc()),
    index("audit_logs_type_index").on(table.eventType, table.createdAt.desc()),
    index("audit_logs_user_index").on(table.userId, table.seq.desc()).where(sql`user_id IS NOT NULL`),
    index("audit_logs_entity_index").on(table.entityType, table.entityId),
    oneOf("audit_logs_event_type_check", table.eventType, auditEventTypes),
    oneOf("audit_logs_entity_type_check", table.entityType, auditEntityTypes),
    oneOf("audit_logs_status_check", table.status, auditStatuses),
  ],
);
