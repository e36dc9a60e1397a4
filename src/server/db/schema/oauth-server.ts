import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { apiTokens, users } from "./access.ts";
import { approvals } from "./approvals.ts";
import { bytes, createdAt, timestampMs } from "./columns.ts";

/** Programs that registered themselves to ask users for access. Name and addresses are their own claims. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").array().notNull(),
    /** When a user last allowed it something; null for one that is deleted soon. */
    lastUsedAt: timestampMs("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("oauth_clients_created_index").on(table.createdAt)],
);

/** What a user allowed, until the client exchanges the code for tokens; kept for a while to notice a second use. */
export const oauthCodes = pgTable(
  "oauth_codes",
  {
    /** SHA-256 of the code. */
    hash: bytes("hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    scopes: text("scopes").array().notNull(),
    audience: text("audience").notNull(),
    /** SHA-256 of the verifier, in base64url. */
    challenge: text("challenge").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
    usedAt: timestampMs("used_at"),
    /** What the code was exchanged for. */
    tokenId: uuid("token_id").references(() => apiTokens.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("oauth_codes_expires_index").on(table.expiresAt)],
);

/** Refresh tokens of a grant, used ones too: a second use of one ends the grant. */
export const oauthRefreshTokens = pgTable(
  "oauth_refresh_tokens",
  {
    hash: bytes("hash").primaryKey(),
    tokenId: uuid("token_id")
      .notNull()
      .references(() => apiTokens.id, { onDelete: "cascade" }),
    usedAt: timestampMs("used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("oauth_refresh_tokens_token_index").on(table.tokenId)],
);

/** Calls of assistants that wait for their user on the page of an approval; each is taken up again once. */
export const mcpRequestStates = pgTable(
  "mcp_request_states",
  {
    /** SHA-256 of the state that the client brings back. */
    hash: bytes("hash").primaryKey(),
    tokenId: uuid("token_id")
      .notNull()
      .references(() => apiTokens.id, { onDelete: "cascade" }),
    approvalId: uuid("approval_id")
      .notNull()
      .references(() => approvals.id, { onDelete: "cascade" }),
    /** SHA-256 of the tool and its arguments. */
    callDigest: bytes("call_digest").notNull(),
    expiresAt: timestampMs("expires_at").notNull(),
    usedAt: timestampMs("used_at"),
  },
  (table) => [
    index("mcp_request_states_expires_index").on(table.expiresAt),
    index("mcp_request_states_approval_index").on(table.approvalId),
  ],
);
