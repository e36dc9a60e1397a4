import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { userRoles } from "#domain/access/areas.ts";
import { type InvitationMail, invitationMails } from "#domain/access/invitation.ts";
import { languages } from "#domain/language.ts";
import { ownRoles, users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

export const teams = pgTable(
  "teams",
  { id: primaryId(), name: text("name").notNull(), createdAt: createdAt(), updatedAt: updatedAt() },
  (table) => [uniqueIndex("teams_name_index").on(sql`lower(${table.name})`)],
);

export const teamMembers = pgTable(
  "team_members",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index("team_members_user_index").on(table.userId),
  ],
);

/** Invitations to join the workspace, each with a link that is valid once. */
export const invitations = pgTable(
  "invitations",
  {
    id: primaryId(),
    email: text("email").notNull(),
    role: text("role").notNull(),
    /** Null for a built-in role, and for one that was deleted after the invitation ended. */
    roleId: uuid("role_id").references(() => ownRoles.id, { onDelete: "set null" }),
    /** Teams that the user joins; those that were deleted since are left out. */
    teamIds: uuid("team_ids").array().notNull().default(sql`'{}'::uuid[]`),
    /** The language of the e-mail and of the new account. */
    language: text("language").notNull(),
    /** SHA-256 of the token in the link, so that a stolen table opens no account. */
    hash: bytes("hash").notNull(),
    /** What became of the e-mail with the newest link. */
    mail: text("mail").$type<InvitationMail>().notNull().default("none"),
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    sentAt: timestampMs("sent_at").notNull().defaultNow(),
    expiresAt: timestampMs("expires_at").notNull(),
    acceptedAt: timestampMs("accepted_at"),
    acceptedBy: uuid("accepted_by").references(() => users.id, { onDelete: "set null" }),
    revokedAt: timestampMs("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("invitations_hash_index").on(table.hash),
    uniqueIndex("invitations_open_index")
      .on(table.email)
      .where(sql`accepted_at IS NULL AND revoked_at IS NULL`),
    oneOf("invitations_role_check", table.role, userRoles),
    check("invitations_own_role_check", sql`${table.roleId} IS NULL OR ${table.role} = 'own'`),
    oneOf("invitations_language_check", table.language, languages),
    oneOf("invitations_mail_check", table.mail, invitationMails),
  ],
);
