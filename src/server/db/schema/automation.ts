import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
    createdAt: createdAt(),
  },
  (table) => [
    index("actions_person_index").on(table.personId, table.createdAt.desc()),
    index("actions_rule_index").on(table.ruleId),
    index("actions_created_index").on(table.createdAt.desc()),
  ],
);
