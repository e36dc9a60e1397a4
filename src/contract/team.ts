import * as z from "zod";
import { userRoles } from "#domain/access/areas.ts";
import { invitationMails, invitationStates } from "#domain/access/invitation.ts";
import { allRecords } from "#domain/access/record-scope.ts";
import { language } from "#domain/language-schema.ts";
import { roles } from "#domain/role.ts";
import { apiRoute } from "./api-route.ts";
import { currentUser } from "./auth.ts";
import {
  areaPermissions,
  emailAddress,
  expectedVersion,
  id,
  isoInstant,
  okResponse,
  password,
  recordScopesSchema,
  shortText,
  teamRef,
} from "./fields.ts";

/** A built-in role by its name, or a role of the workspace's own by its id. */
export const roleChoice = z.union([z.enum(roles), id]);

const name = z.string().trim().min(1).max(60);

export const ownRole = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  permissions: areaPermissions,
  /** With a part of the records, every other area is closed. */
  scopes: recordScopesSchema,
  /** How many users have it, and how many were invited with it. */
  users: z.int(),
  invitations: z.int(),
  /** How many groups of the identity provider give it, its default role included. */
  groups: z.int(),
  updatedAt: isoInstant,
});
export type OwnRole = z.infer<typeof ownRole>;

export const ownRoleInput = z.strictObject({
  name,
  description: shortText.nullable().default(null),
  permissions: areaPermissions,
  scopes: recordScopesSchema.default(allRecords),
});

export const rolesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/roles",
    access: "admin",
    area: "team",
    summary: "The workspace's own roles, beside the built-in ones",
    input: {},
    output: z.array(ownRole),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/roles",
    access: "admin",
    area: "team",
    summary: "Add a role with a level in each area; no role gives more than the caller has",
    input: { body: ownRoleInput },
    output: ownRole,
    problems: ["already_exists", "exceeds_own_rights"],
    topics: ["users"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/roles/{id}",
    access: "admin",
    area: "team",
    summary: "Change a role; it is in force for its users with their next request",
    input: { params: z.object({ id }), body: ownRoleInput.extend({ updatedAt: expectedVersion }) },
    output: ownRole,
    problems: ["already_exists", "exceeds_own_rights", "short_passwords"],
    topics: ["users", "account"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/roles/{id}",
    access: "admin",
    area: "team",
    summary: "Delete a role that neither users nor open invitations have",
    input: { params: z.object({ id }) },
    output: okResponse,
    problems: ["in_use", "exceeds_own_rights"],
    topics: ["users"],
  }),
};

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(userRoles),
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  teams: z.array(teamRef),
  language,
  state: z.enum(invitationStates),
  /** What became of the e-mail with the newest link. */
  mail: z.enum(invitationMails),
  invitedBy: z.string().nullable(),
  sentAt: isoInstant,
  expiresAt: isoInstant,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationInput = z.strictObject({
  email: emailAddress,
  role: roleChoice.default("viewer"),
  teamIds: z.array(id).max(50).default([]),
  language: language.default("en"),
});

/** The link is in this answer only: what is stored does not open it. */
const sentInvitation = z.object({ invitation, link: z.string() });
export type SentInvitation = z.infer<typeof sentInvitation>;

const token = z.string().min(20).max(100);

export const acceptInvitationInput = z.strictObject({
  token,
  firstName: shortText.min(1),
  lastName: shortText.nullable().default(null),
  password,
});

const linkProblems = [
  "invitation_unknown",
  "invitation_used",
  "invitation_expired",
  "invitation_revoked",
  "throttled",
] as const;

export const invitationsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/invitations",
    access: "admin",
    area: "team",
    summary: "Invitations that were not accepted yet, and those of the last month that ended",
    input: {},
    output: z.array(invitation),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/invitations",
    access: "admin",
    area: "team",
    summary: "Invite a person by e-mail; the answer has the link, for where no mail account is connected",
    input: { body: invitationInput },
    output: sentInvitation,
    problems: ["already_exists", "already_invited", "exceeds_own_rights"],
    topics: ["users"],
  }),
  resend: apiRoute({
    method: "POST",
    path: "/api/invitations/{id}/resend",
    access: "admin",
    area: "team",
    summary: "Send a new link, valid for seven days; the former link ends",
    input: { params: z.object({ id }) },
    output: sentInvitation,
    problems: ["invitation_used", "invitation_revoked", "exceeds_own_rights"],
    topics: ["users"],
  }),
  revoke: apiRoute({
    method: "DELETE",
    path: "/api/invitations/{id}",
    access: "admin",
    area: "team",
    summary: "Take an invitation back; its link ends",
    input: { params: z.object({ id }) },
    output: okResponse,
    problems: ["invitation_used"],
    topics: ["users"],
  }),
  lookUp: apiRoute({
    method: "POST",
    path: "/api/invitations/look-up",
    access: "public",
    summary: "What the link of an invitation offers; the token is in the body, because addresses are logged",
    input: { body: z.strictObject({ token }) },
    output: z.object({
      email: z.string(),
      business: z.string().nullable(),
      invitedBy: z.string().nullable(),
      role: z.enum(userRoles),
      roleName: z.string().nullable(),
      minPasswordLength: z.int(),
      language,
      expiresAt: isoInstant,
    }),
    problems: linkProblems,
    topics: [],
  }),
  accept: apiRoute({
    method: "POST",
    path: "/api/invitations/accept",
    access: "public",
    summary: "Open the account of an invitation, once; the session travels in a cookie",
    input: { body: acceptInvitationInput },
    output: currentUser,
    problems: [...linkProblems, "already_exists", "single_sign_on_only"],
    topics: ["users", "account"],
  }),
};

export const team = z.object({
  id,
  name: z.string(),
  memberIds: z.array(id),
  updatedAt: isoInstant,
});
export type Team = z.infer<typeof team>;

export const teamInput = z.strictObject({ name, memberIds: z.array(id).max(1000).default([]) });

export const teamsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/teams",
    access: "admin",
    area: "team",
    summary: "Teams with their members",
    input: {},
    output: z.array(team),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/teams",
    access: "admin",
    area: "team",
    summary: "Add a team",
    input: { body: teamInput },
    output: team,
    problems: ["already_exists"],
    topics: ["users"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/teams/{id}",
    access: "admin",
    area: "team",
    summary: "Rename a team, and set its members",
    input: { params: z.object({ id }), body: teamInput.extend({ updatedAt: expectedVersion }) },
    output: team,
    problems: ["already_exists"],
    topics: ["users"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/teams/{id}",
    access: "admin",
    area: "team",
    summary: "Delete a team; its members stay users, and its conversations keep their owners",
    input: { params: z.object({ id }) },
    output: okResponse,
    topics: ["users"],
  }),
};
