import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { FirstQuestion, FirstThing } from "#domain/first-steps/first-steps.ts";
import { users } from "./access.ts";
import { timestampMs } from "./columns.ts";

/**
 * What a user tried on the page Start. The ids have no foreign keys: what they name may be deleted with the demo, and
 * then reads as not tried.
 */
export const firstSteps = pgTable("first_steps", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** When the question for the names was answered or skipped. */
  settledAt: timestampMs("settled_at"),
  hiddenAt: timestampMs("hidden_at"),
  /** Asked for while the demo was loaded; saved when that ends. */
  businessName: text("business_name"),
  /** The event of the lead that the user sent. */
  leadEventId: uuid("lead_event_id"),
  /** The user as a customer, at the sandbox phone. */
  ownPersonId: uuid("own_person_id"),
  /** The message that the user sent there. */
  messageActionId: uuid("message_action_id"),
  asked: jsonb("asked").$type<Partial<Record<FirstQuestion, string>>>().notNull().default({}),
  /** What was done, and when that was first seen. */
  done: jsonb("done").$type<Partial<Record<FirstThing, string>>>().notNull().default({}),
});
