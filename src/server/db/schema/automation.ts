import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, primaryId, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const rules = pgTable("rules", {
  id: primaryId(),
  name: text("name").notNull(),
  description: text("description"),
  enabled: boolean("enabled").notNull().default(true),
  triggers: jsonb("triggers").$type<unknown[]>().notNull(),
  conditions: jsonb("conditions").$type<unknown[]>().notNull(),
  actions: jsonb("actions").$type<unknown[]>().notNull(),
  options: jsonb("options").$type<Record<string, unknown>>().notNull().default({}),
  /** Counts its saves. */
  version: integer("version").notNull().default(1),
  executionCount: integer("execution_count").notNull().default(0),
  successCount: integer("success_count").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const actions = pgTable(
  "actions",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    ruleId: uuid("rule_id").references(() => rules.id, { onDelete: "set null" }),
    type: text("type").notNull(),
    status: text("status").notNull().default("pending"),
    config: jsonb("config").$type<Record<string, unknown>>(),
    result: jsonb("result").$type<Record<string, unknown>>(),
    executedAt: moment("executed_at"),
    /** What the gate said last: why it went, waits or was stopped. */
    reasons: jsonb("reasons").$type<Record<string, unknown>[]>(),
    /** When it may be looked at again. */
    notBefore: moment("not_before"),
    /** Who sends it now, and until when they must have said how it went; each claim has its own number. */
    fence: integer("fence").notNull().default(0),
    leaseUntil: moment("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    messenger: text("messenger"),
    providerId: text("provider_id"),
    /** US dollars. */
    price: numeric("price", { precision: 12, scale: 6 }),
    ruleRunId: uuid("rule_run_id"),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [
    // The queue of what waits to go out.
    index("actions_due_index").on(table.notBefore).where(sql`status IN ('pending', 'held', 'dispatching')`),
    index("actions_provider_index").on(table.messenger, table.providerId).where(sql`provider_id IS NOT NULL`),
    // Vendors tell some prices only when they are asked later.
    index("actions_unpriced_index")
      .on(table.executedAt)
      .where(sql`price IS NULL AND provider_id IS NOT NULL AND messenger LIKE 'twilio-%'`),
    // Numbers that a carrier said cannot take text messages.
    index("actions_landline_index")
      .on(table.personId)
      .where(sql`type = 'sms' AND status = 'failed' AND reasons -> 0 ->> 'vendorCode' IN ('21614', '30006')`),
    index("actions_unknown_index").on(table.createdAt).where(sql`status = 'unknown'`),
    index("actions_person_index").on(table.personId, table.createdAt.desc()),
    index("actions_rule_index").on(table.ruleId),
    index("actions_created_index").on(table.createdAt.desc()),
  ],
);
