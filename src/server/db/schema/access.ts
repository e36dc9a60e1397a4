import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { userRoles } from "#domain/access/areas.ts";
import { languages } from "#domain/language.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** Roles of the workspace's own, beside the built-in ones. */
export const ownRoles = pgTable(
  "own_roles",
  {
    id: primaryId(),
    name: text("name").notNull(),
    description: text("description"),
    /** The level in each area; an area that is not named is closed. */
    levels: jsonb("levels").$type<Record<string, string>>().notNull(),
    /** Whose people and conversations it has; an area that is not named has all. */
    scopes: jsonb("scopes").$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("own_roles_name_index").on(sql`lower(${table.name})`)],
);

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
    /** The role of the workspace's own that the user has. */
    roleId: uuid("role_id").references(() => ownRoles.id),
    language: text("language"),
    active: boolean("active").notNull().default(true),
    /** Since when the user is away: new messages of their conversations go to all. */
    awaySince: timestampMs("away_since"),
    lastSignInAt: timestampMs("last_sign_in_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("users_own_role_index").on(table.roleId).where(sql`role_id IS NOT NULL`),
    oneOf("users_role_check", table.role, userRoles),
    check("users_own_role_check", sql`(${table.role} = 'own') = (${table.roleId} IS NOT NULL)`),
    oneOf("users_language_check", table.language, languages),
  ],
);

/** With which account of the identity provider a session began. */
export type SessionProvider = {
  issuer: string;
  subject: string;
  /** The provider's id of its own session, by which it ends this one. */
  sid: string | null;
  /** The provider asked for a second factor. */
  hasSecondFactor: boolean;
  /** The ID token, with which the provider knows whom to sign out; sealed with the token of the session. */
  sealedIdToken: string | null;
};

/** What `sessions.sess` holds. */
export type SessionData = {
  userId: string;
  createdAt: string;
  seenAt: string;
  ip: string;
  userAgent: string;
  /** Of a sign-in with the identity provider. */
  provider?: SessionProvider;
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

/** Keys with which programs call the API for a user. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, which is shown once. */
    hash: bytes("hash").notNull(),
    /** The last four characters, by which its owner recognises it. */
    ending: text("ending").notNull(),
    scopes: text("scopes").array().notNull(),
    /** Addresses and ranges from which it may be used; empty allows all. */
    addresses: text("addresses").array().notNull().default(sql`'{}'::text[]`),
    /** Held by an AI assistant, which may use the MCP server only. */
    isForAssistant: boolean("is_for_assistant").notNull().default(false),
    expiresAt: timestampMs("expires_at").notNull(),
    lastUsedAt: timestampMs("last_used_at"),
    lastUsedFrom: text("last_used_from"),
    revokedAt: timestampMs("revoked_at"),
    /** Since when it may not be used, because too many of its calls were refused. */
    suspendedAt: timestampMs("suspended_at"),
    /** The OAuth client to which the user granted it; its hash is then that of the newest access token. */
    clientId: text("client_id"),
    /** Where the client's answers are sent, as users recognise it. */
    clientHost: text("client_host"),
    /** The address that it may be used at. */
    audience: text("audience"),
    /** When the newest access token ends; the grant itself ends at `expires_at`. */
    accessExpiresAt: timestampMs("access_expires_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("api_tokens_hash_index").on(table.hash),
    index("api_tokens_user_index").on(table.userId),
    check(
      "api_tokens_client_check",
      sql`num_nonnulls(${table.clientId}, ${table.clientHost}, ${table.audience}, ${table.accessExpiresAt}) IN (0, 4)`,
    ),
  ],
);

/** Requests of programs that must not be done twice, with their answer; kept for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tokenId: uuid("token_id")
      .notNull()
      .references(() => apiTokens.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body: the same key with another request is an error. */
    requestHash: bytes("request_hash").notNull(),
    /** Null until the request has been answered. */
    answer: jsonb("answer"),
    /** What the request changed, for a repetition after a crash that lost the answer. */
    changes: jsonb("changes").$type<{ type: string; id: string }[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.key] }),
    index("idempotency_keys_created_index").on(table.createdAt),
  ],
);

/** One row per failed sign-in and bucket (account, address, or both; hashed). */
export const signInFailures = pgTable(
  "sign_in_failures",
  { id: primaryId(), bucket: text("bucket").notNull(), failedAt: timestampMs("failed_at").notNull() },
  (table) => [index("sign_in_failures_bucket_index").on(table.bucket, table.failedAt)],
);

/**
 * How many requests are left of a limit, for all processes together: a bucket that refills evenly within a minute.
 * Unlogged, because losing it in a crash allows a minute's requests once more, and a commit need not wait for the disk.
 */
export const rateLimits = pgTable(
  "rate_limits",
  {
    /** A hash of what is limited and of whom. */
    key: text("key").primaryKey(),
    capacity: doublePrecision("capacity").notNull(),
    tokens: doublePrecision("tokens").notNull(),
    /** What the last request for tokens was given. */
    taken: doublePrecision("taken").notNull(),
    at: timestampMs("at").notNull(),
  },
  (table) => [index("rate_limits_at_index").on(table.at)],
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
