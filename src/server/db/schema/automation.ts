import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./access.ts";
import { createdAt, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

export const rules = pgTable("rules", {
  id: primaryId(),
  name: text("name").notNull(),
  description: text("description"),
  enabled: boolean("enabled").notNull().default(true),
  /** When it was last switched on: the time in which it was off makes nothing too late. */
  resumedAt: timestampMs("resumed_at"),
  /** The steps of a broadcast, which no event starts and no list of rules shows. */
  isBroadcast: boolean("is_broadcast").notNull().default(false),
  triggers: jsonb("triggers").$type<unknown[]>().notNull(),
  conditions: jsonb("conditions").$type<unknown[]>().notNull(),
  actions: jsonb("actions").$type<unknown[]>().notNull(),
  options: jsonb("options").$type<Record<string, unknown>>().notNull().default({}),
  /** Increased by every save. */
  version: integer("version").notNull().default(1),
  executionCount: integer("execution_count").notNull().default(0),
  successCount: integer("success_count").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Every saved version of a rule, to compare and restore. */
export const ruleVersions = pgTable(
  "rule_versions",
  {
    id: primaryId(),
    ruleId: uuid("rule_id")
      .notNull()
      .references(() => rules.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    definition: jsonb("definition").$type<Record<string, unknown>>().notNull(),
    changedBy: uuid("changed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("rule_versions_rule_index").on(table.ruleId, table.version)],
);

/** Why a rule fired for a person, or which condition failed after its trigger. It outlives the rule. */
export const ruleRuns = pgTable(
  "rule_runs",
  {
    id: primaryId(),
    ruleId: uuid("rule_id").references(() => rules.id, { onDelete: "set null" }),
    version: integer("version").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    fired: boolean("fired").notNull(),
    why: jsonb("why").$type<Record<string, unknown>[]>().notNull(),
    causedBy: uuid("caused_by"),
    createdAt: createdAt(),
  },
  (table) => [
    index("rule_runs_rule_index").on(table.ruleId, table.createdAt.desc()),
    index("rule_runs_person_index").on(table.personId, table.createdAt.desc()),
  ],
);

/** What happened to people and was not reacted to yet: the queue of scores and rules. */
export const reactionQueue = pgTable("reaction_queue", {
  id: primaryId(),
  /** All reactions of one transaction: each a person, an event type, and what caused it. */
  reactions: jsonb("reactions").notNull(),
  createdAt: createdAt(),
});
