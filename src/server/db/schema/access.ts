import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { languages } from "#domain/language.ts";
import { roles } from "#domain/role.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: primaryId(),
    email: text("email").notNull().unique(),
    /** An argon2id hash. */
    password: text("password"),
    /** Whether the password is long enough for an administrator; null when not known before the next sign-in. */
    longPassword: boolean("long_password"),
    firstName: text("first_name"),
    lastName: text("last_name"),
    profileImageUrl: text("profile_image_url"),
    role: text("role").notNull().default("viewer"),
    language: text("language"),
    active: boolean("active").notNull().default(true),
    lastSignInAt: timestampMs("last_sign_in_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf("users_role_check", table.role, roles),
    oneOf("users_language_check", table.language, languages),
  ],
);

/** What `sessions.sess` holds. */
export type SessionData = {
  userId: string;
  createdAt: string;
  seenAt: string;
  ip: string;
  userAgent: string;
};

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's token, so that a stolen table opens no session. */
    sid: text("sid").primaryKey(),
    sess: jsonb("sess").$type<SessionData>().notNull(),
    expire: timestampMs("expire").notNull(),
  },
  (table) => [
    index("sessions_expire_index").on(table.expire),
    index("sessions_user_index").on(sql`(${table.sess} ->> 'userId')`),
  ],
);

/** One row per failed sign-in and bucket (account, address, or both; hashed). */
export const signInFailures = pgTable(
  "sign_in_failures",
  { id: primaryId(), bucket: text("bucket").notNull(), failedAt: timestampMs("failed_at").notNull() },
  (table) => [index("sign_in_failures_bucket_index").on(table.bucket, table.failedAt)],
);

export const settings = pgTable(
  "settings",
  {
    id: primaryId(),
    category: text("category").notNull(),
    key: text("key").notNull(),
    value: jsonb("value").notNull(),
    description: text("description"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("settings_category_key_index").on(table.category, table.key)],
);

/** The last good response of an outside source, shown while the source is away. */
export const cachedResponses = pgTable("cached_responses", {
  source: text("source").primaryKey(),
  body: jsonb("body").notNull(),
  fetchedAt: timestampMs("fetched_at").notNull(),
});
