import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./access.ts";
import { createdAt, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** What a vendor granted to the workspace by OAuth. */
export const oauthGrants = pgTable("oauth_grants", {
  id: primaryId(),
  service: text("service").notNull().unique(),
  /** Both sealed by the vault; empty once the vendor revoked the grant. */
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  /** Null where the vendor does not say how long the access token lives. */
  expiresAt: timestampMs("expires_at"),
  /** Until then one process refreshes the tokens, and the others wait for it. */
  refreshingUntil: timestampMs("refreshing_until"),
  /** When the vendor said that the grant is no longer valid. */
  revokedAt: timestampMs("revoked_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A sign-in at a vendor that an administrator began; it is deleted by its first answer. */
export const oauthAttempts = pgTable("oauth_attempts", {
  id: primaryId(),
  service: text("service").notNull(),
  /** SHA-256 of the state. */
  stateHash: text("state_hash").notNull().unique(),
  /** The PKCE code verifier, sealed by the vault. */
  verifier: text("verifier").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
});
