import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  type BroadcastInput,
  type BroadcastRuling,
  type BroadcastState,
  broadcastRulings,
  broadcastStates,
} from "#domain/broadcasts/broadcast.ts";
import { users } from "./access.ts";
import { rules } from "./automation.ts";
import { createdAt, oneOf, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

/** A message or sequence to many people. Its steps are those of the rule with its id, which only it starts. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => rules.id, { onDelete: "cascade" }),
    state: text("state").$type<BroadcastState>().notNull(),
    definition: jsonb("definition").$type<BroadcastInput>().notNull(),
    /** Increased by every check; the rows of earlier ones are deleted. */
    checkNumber: integer("check_number").notNull().default(0),
    checkedAt: timestampMs("checked_at"),
    /** What the check has counted so far. */
    counted: jsonb("counted").$type<Record<string, unknown>>(),
    /** The last person that the check looked at. */
    checkedTo: uuid("checked_to"),
    why: jsonb("why").$type<Record<string, unknown>[]>().notNull().default([]),
    /** The place of the last person who began. */
    begunTo: integer("begun_to").notNull().default(0),
    begun: integer("begun").notNull().default(0),
    /** When the first part was complete. */
    lookedFrom: timestampMs("looked_from"),
    /** Until when the pace is used up; with microseconds, so that no part of a pace is lost. */
    pacedUntil: timestamp("paced_until", { withTimezone: true, mode: "date" }),
    /** What became of its messages, as of the last look. */
    actual: jsonb("actual").$type<Record<string, unknown>>(),
    /** When these are read anew. */
    figuresAt: timestampMs("figures_at"),
    /** When there is something to do; null for never. */
    dueAt: timestampMs("due_at"),
    /** The figures with which a user let it go on, by message. */
    accepted: jsonb("accepted").$type<Record<string, Record<string, number>>>(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    startedAt: timestampMs("started_at"),
    doneAt: timestampMs("done_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("broadcasts_due_index").on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index("broadcasts_created_index").on(table.createdAt.desc(), table.id.desc()),
    oneOf("broadcasts_state_check", table.state, broadcastStates),
  ],
);

/** What a check says of each person; with the start, who gets the broadcast. */
export const broadcastPeople = pgTable(
  "broadcast_people",
  {
    /** Of the run that the start begins. */
    runId: uuid("run_id").primaryKey(),
    broadcastId: uuid("broadcast_id")
      .notNull()
      .references(() => broadcasts.id, { onDelete: "cascade" }),
    checkNumber: integer("check_number").notNull(),
    place: integer("place").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    ruling: text("ruling").$type<BroadcastRuling>().notNull(),
    /** When the message leaves at the earliest. */
    until: timestampMs("until"),
    reasons: jsonb("reasons").$type<Record<string, unknown>[]>().notNull(),
    channel: text("channel"),
    /** Where the message goes: each address gets it once. */
    address: text("address"),
  },
  (table) => [
    index("broadcast_people_place_index").on(table.broadcastId, table.checkNumber, table.place),
    index("broadcast_people_person_index").on(table.personId),
    index("broadcast_people_address_index")
      .on(table.broadcastId, table.checkNumber, table.address)
      .where(sql`address IS NOT NULL`),
    oneOf("broadcast_people_ruling_check", table.ruling, broadcastRulings),
  ],
);
