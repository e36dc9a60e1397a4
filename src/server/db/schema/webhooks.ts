import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Audience } from "#domain/audience/audience.ts";
import { type WebhookEventType, webhookEventTypes } from "#domain/webhooks/event-kinds.ts";
import {
  type WebhookDeliveryState,
  type WebhookPauseReason,
  type WebhookState,
  webhookDeliveryStates,
  webhookPauseReasons,
  webhookStates,
} from "#domain/webhooks/subscription.ts";
import { apiTokens, users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** Where events of people are sent to. */
export const webhookSubscriptions = pgTable(
  "webhook_subscriptions",
  {
    id: primaryId(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEventType[]>().notNull(),
    /** Only events of these people; null for all. */
    audience: jsonb("audience").$type<Audience>(),
    /** Sealed. */
    secret: text("secret").notNull(),
    /** Sealed; it signs beside the new one until `previous_secret_until`. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: timestampMs("previous_secret_until"),
    state: text("state").$type<WebhookState>().notNull().default("active"),
    pauseReason: text("pause_reason").$type<WebhookPauseReason>(),
    pausedAt: timestampMs("paused_at"),
    /** When the first attempt failed since the last success. */
    failingSince: timestampMs("failing_since"),
    failuresInARow: integer("failures_in_a_row").notNull().default(0),
    /** No request before then: the receiver asked to wait, or fails. */
    waitUntil: timestampMs("wait_until"),
    /** Increased by every claim, so that a worker whose lease ran out stops. */
    fence: integer("fence").notNull().default(0),
    leaseUntil: timestamp("lease_until", { withTimezone: true, mode: "date" }),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    /** The token of the program that subscribed it, and may remove it. */
    tokenId: uuid("token_id").references(() => apiTokens.id, { onDelete: "cascade" }),
    /** Its deliveries are deleted by a job, and then the row. */
    deletedAt: timestampMs("deleted_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf("webhook_subscriptions_state_check", table.state, webhookStates),
    oneOf("webhook_subscriptions_pause_check", table.pauseReason, webhookPauseReasons),
  ],
);

/**
 * What happened, in the words of the subscribers; written by triggers in the transaction of the change, where a
 * subscription wants it. The id is the `webhook-id` of all its deliveries. Without a foreign key to people, because the
 * news of a deletion outlives the person.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: primaryId(),
    /** The order in which events were written. */
    seq: bigint("seq", { mode: "number" }).notNull().generatedByDefaultAsIdentity(),
    type: text("type").$type<WebhookEventType>().notNull(),
    personId: uuid("person_id"),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    /** Made by an operator to try a receiver; it goes to one subscription only. */
    isTest: boolean("is_test").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index("webhook_events_person_index").on(table.personId),
    index("webhook_events_created_index").on(table.createdAt),
    oneOf("webhook_events_type_check", table.type, webhookEventTypes),
  ],
);

export type WebhookAttempt = {
  at: string;
  ms: number;
  status: number | null;
  failure: string | null;
  /** The beginning of the answer. */
  body: string | null;
};

/**
 * An event on its way to a subscription. Without a foreign key to subscriptions: a change of a person must not fail
 * because a subscription is deleted at the same time.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    eventId: uuid("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    subscriptionId: uuid("subscription_id").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    state: text("state").$type<WebhookDeliveryState>().notNull().default("queued"),
    /** Attempts that count against the schedule. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestampMs("next_attempt_at"),
    /** Set while it is retried, or waits behind one that is. */
    personId: uuid("person_id"),
    /** The attempts, oldest first. */
    answers: jsonb("answers").$type<WebhookAttempt[]>(),
    endedAt: timestampMs("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.subscriptionId] }),
    index("webhook_deliveries_log_index").on(table.subscriptionId, table.seq),
    index("webhook_deliveries_queue_index").on(table.subscriptionId, table.seq).where(sql`state = 'queued'`),
    index("webhook_deliveries_due_index")
      .on(table.subscriptionId, table.nextAttemptAt)
      .where(sql`state = 'retrying'`),
    index("webhook_deliveries_person_index")
      .on(table.personId, table.subscriptionId)
      .where(sql`state IN ('retrying', 'behind')`),
    // The few that failed among millions.
    index("webhook_deliveries_failed_index")
      .on(table.subscriptionId, table.seq)
      .where(sql`state IN ('retrying', 'behind', 'failed')`),
    oneOf("webhook_deliveries_state_check", table.state, webhookDeliveryStates),
  ],
);

/** Attempts by hour, for the figures of the list. */
export const webhookHours = pgTable(
  "webhook_hours",
  {
    subscriptionId: uuid("subscription_id").notNull(),
    hour: timestampMs("hour").notNull(),
    delivered: integer("delivered").notNull().default(0),
    failed: integer("failed").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.hour] })],
);
