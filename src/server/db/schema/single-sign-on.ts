import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { userRoles } from "#domain/access/areas.ts";
import { ownRoles, users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** The identity provider with which users sign in; there is one. */
export const identityProviders = pgTable(
  "identity_providers",
  {
    id: primaryId(),
    /** As the sign-in page names it. */
    name: text("name").notNull(),
    enabled: boolean("enabled").notNull(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    /** Sealed by the vault; it is sent to the token endpoint of this issuer only. */
    clientSecret: text("client_secret").notNull(),
    /** The last characters of the secret, by which an administrator recognises it. */
    secretEnding: text("secret_ending").notNull(),
    /** Beside openid, email and profile. */
    scopes: text("scopes").notNull(),
    /** Of e-mail addresses; empty allows all. */
    domains: text("domains").array().notNull(),
    groupClaim: text("group_claim").notNull(),
    /** Of users without a listed group; null refuses them. */
    defaultRole: text("default_role"),
    defaultRoleId: uuid("default_role_id").references(() => ownRoles.id),
    createsUsers: boolean("creates_users").notNull(),
    linksUsers: boolean("links_users").notNull(),
    trustsEmails: boolean("trusts_emails").notNull(),
    statesSecondFactor: boolean("states_second_factor").notNull(),
    onlySingleSignOn: boolean("only_single_sign_on").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("identity_providers_single_index").on(sql`(true)`),
    oneOf("identity_providers_role_check", table.defaultRole, userRoles),
    check(
      "identity_providers_own_role_check",
      sql`(${table.defaultRole} IS NOT DISTINCT FROM 'own') = (${table.defaultRoleId} IS NOT NULL)`,
    ),
    check("identity_providers_only_check", sql`${table.enabled} OR NOT ${table.onlySingleSignOn}`),
  ],
);

/** Roles that groups of the provider give; the first group that a user has decides. */
export const providerGroupRoles = pgTable(
  "provider_group_roles",
  {
    id: primaryId(),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => identityProviders.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    group: text("group_name").notNull(),
    role: text("role").notNull(),
    roleId: uuid("role_id").references(() => ownRoles.id),
  },
  (table) => [
    uniqueIndex("provider_group_roles_group_index").on(table.providerId, table.group),
    index("provider_group_roles_role_index").on(table.roleId).where(sql`role_id IS NOT NULL`),
    oneOf("provider_group_roles_role_check", table.role, userRoles),
    check(
      "provider_group_roles_own_role_check",
      sql`(${table.role} = 'own') = (${table.roleId} IS NOT NULL)`,
    ),
  ],
);

/** Accounts of an identity provider, known by issuer and subject, and the users who sign in with them. */
export const userIdentities = pgTable(
  "user_identities",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    lastSignInAt: timestampMs("last_sign_in_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("user_identities_subject_index").on(table.issuer, table.subject),
    uniqueIndex("user_identities_user_index").on(table.userId, table.issuer),
  ],
);
