import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { aiCallOutcomes } from "#domain/ai/call-outcome.ts";
import type { TokenPrices } from "#domain/ai/models.ts";
import { aiPurposes } from "#domain/ai/purpose.ts";
import { simulations } from "#domain/messages/simulation.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** One row per request to a vendor: what it took and what it cost. It outlives its person and action. */
export const usage = pgTable(
  "usage",
  {
    id: primaryId(),
    /** The connector or AI vendor: openai, twilio, elevenlabs, … */
    service: text("service").notNull(),
    /** The purpose: test, llm, tts, data, or a channel. */
    kind: text("kind").notNull(),
    ok: boolean("ok").notNull(),
    latencyMs: integer("latency_ms").notNull(),
    /** US dollars. */
    cost: numeric("cost", { precision: 14, scale: 6 }).notNull().default("0"),
    /** Tokens, segments or seconds: what the vendor bills by. */
    units: jsonb("units").$type<Record<string, number>>(),
    personId: uuid("person_id").references(() => people.id, { onDelete: "set null" }),
    actionId: uuid("action_id"),
    createdAt: createdAt(),
  },
  (table) => [
    index("usage_service_index").on(table.service, table.createdAt.desc()),
    index("usage_created_index").on(table.createdAt.desc()),
    index("usage_person_index").on(table.personId, table.actionId).where(sql`person_id IS NOT NULL`),
  ],
);

/** What was asked of an AI vendor; the request itself, its cost and latency are the row of `usage` with the same id. */
export const aiCalls = pgTable(
  "ai_calls",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => usage.id, { onDelete: "cascade" }),
    purpose: text("purpose").notNull(),
    model: text("model").notNull(),
    promptVersion: text("prompt_version").notNull(),
    outcome: text("outcome").notNull(),
    /** Null for a call to the real vendor. */
    simulation: text("simulation"),
    inputTokens: integer("input_tokens").notNull(),
    cachedTokens: integer("cached_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** US dollars for a million tokens at the time of the call; null while the vendor's price is not known. */
    prices: jsonb("prices").$type<TokenPrices>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("ai_calls_purpose_index").on(table.purpose, table.createdAt.desc()),
    oneOf("ai_calls_purpose_check", table.purpose, aiPurposes),
    oneOf("ai_calls_outcome_check", table.outcome, aiCallOutcomes),
    oneOf("ai_calls_simulation_check", table.simulation, simulations),
  ],
);

/**
 * Counts by hour, as deltas that triggers append and a job sums up: no transaction waits for a counter's lock, and the
 * sum is right at any moment.
 */
export const counters = pgTable(
  "counters",
  {
    hour: timestampMs("hour").notNull(),
    metric: text("metric").notNull(),
    dimension: text("dimension").notNull().default(""),
    count: bigint("count", { mode: "number" }).notNull(),
    amount: numeric("amount", { precision: 16, scale: 6 }).notNull().default("0"),
  },
  (table) => [index("counters_metric_index").on(table.metric, table.hour)],
);
