import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { FoundModels } from "#domain/ai/compatible.ts";
import { connectionModes } from "#domain/connection.ts";
import { createdAt, oneOf, primaryId, updatedAt } from "./columns.ts";

export const aiProviders = pgTable("ai_providers", {
  id: primaryId(),
  /** An id of `aiVendors`. */
  vendor: text("vendor").notNull().unique(),
  name: text("name").notNull(),
  /** Sealed by the vault. */
  apiKey: text("api_key"),
  lastFour: text("last_four"),
  /** Model ids that an administrator added to the vendor's list. */
  extraModels: text("extra_models").array().notNull().default(sql`'{}'::text[]`),
  model: text("model"),
  enabled: boolean("enabled").notNull().default(true),
  /** Providers are asked in this order; equal ones in the order of their vendors. */
  position: integer("position").notNull().default(0),
  timeoutSeconds: integer("timeout_seconds").notNull().default(30),
  maxConcurrent: integer("max_concurrent").notNull().default(4),
  /** US dollars a calendar month; null is unlimited. */
  monthlyBudget: numeric("monthly_budget", { precision: 12, scale: 2, mode: "number" }),
  /** An administrator accepted that people's texts go to a vendor that may train on them. */
  acceptsPersonalText: boolean("accepts_personal_text").notNull().default(false),
  /** Of the server that the workspace names itself: where it is, and what a million tokens cost there. */
  baseUrl: text("base_url"),
  apiVersion: text("api_version"),
  inputPrice: numeric("input_price", { precision: 12, scale: 6, mode: "number" }).notNull().default(0),
  outputPrice: numeric("output_price", { precision: 12, scale: 6, mode: "number" }).notNull().default(0),
  /** What the last connection test found there. */
  found: jsonb("found").$type<FoundModels>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A configured connector. Its secrets are rows of `api_keys`. */
export const connections = pgTable(
  "connections",
  {
    service: text("service").primaryKey(),
    mode: text("mode").notNull().default("sandbox"),
    settings: jsonb("settings")
      .$type<Record<string, string | number | boolean | null>>()
      .notNull()
      .default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf("connections_mode_check", table.mode, connectionModes)],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: primaryId(),
    service: text("service").notNull(),
    keyName: text("key_name").notNull(),
    /** Sealed by the vault. */
    keyValue: text("key_value").notNull(),
    /** `lastFour` for the mask that is shown; `until` for a secret that expires. */
    metadata: jsonb("metadata").$type<{ lastFour: string; until?: string }>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("api_keys_service_name_index").on(table.service, table.keyName)],
);
