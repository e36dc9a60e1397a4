import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  time,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, moment, primaryId, updatedAt } from "./columns.ts";

/** One row a request to a vendor: what it took and what it cost. */
export const usage = pgTable(
  "usage",
  {
    id: primaryId(),
    /** The connector or AI vendor: openai, twilio, elevenlabs, … */
    service: text("service").notNull(),
    /** What for: test, llm, tts, sms, whatsapp, call, email. */
    kind: text("kind").notNull(),
    ok: boolean("ok").notNull(),
    latencyMs: integer("latency_ms").notNull(),
    /** US dollars. */
    cost: numeric("cost", { precision: 14, scale: 6 }).notNull().default("0"),
    /** Tokens, segments, seconds: whatever the vendor bills by. */
    units: jsonb("units").$type<Record<string, number>>(),
    personId: uuid("person_id"),
    actionId: uuid("action_id"),
    createdAt: createdAt(),
  },
  (table) => [
    index("usage_service_index").on(table.service, table.createdAt.desc()),
    index("usage_created_index").on(table.createdAt.desc()),
    index("usage_person_index").on(table.personId, table.actionId).where(sql`person_id IS NOT NULL`),
  ],
);

/**
 * Counts by hour, as deltas that triggers append and a job folds together: nobody waits for a counter's lock,
 * and the sum is right at any moment.
 */
export const counters = pgTable(
  "counters",
  {
    hour: moment("hour").notNull(),
    metric: text("metric").notNull(),
    dimension: text("dimension").notNull().default(""),
    count: bigint("count", { mode: "number" }).notNull(),
    amount: numeric("amount", { precision: 16, scale: 6 }).notNull().default("0"),
  },
  (table) => [index("counters_metric_index").on(table.metric, table.hour)],
);

/** When people of a place may not be contacted, with the law it comes from. */
export const quietHours = pgTable("quiet_hours", {
  id: primaryId(),
  name: text("name").notNull(),
  /** A state such as FL, or null for all of the zone. */
  region: text("region"),
  timezone: text("timezone").notNull(),
  /** Contact is allowed from here… */
  opens: time("opens").notNull(),
  /** …until here, local time. */
  closes: time("closes").notNull(),
  source: text("source"),
  active: boolean("active").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The last good answer of an outside source, to show while it is away. */
export const snapshots = pgTable(
  "snapshots",
  {
    source: text("source").notNull(),
    key: text("key").notNull().default(""),
    body: jsonb("body").notNull(),
    fetchedAt: moment("fetched_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.key] })],
);
