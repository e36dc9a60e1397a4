import * as z from "zod";
import { userRoles } from "#domain/access/areas.ts";
import { apiRoute } from "./api-route.ts";
import { auditLogEntry } from "./compliance.ts";
import { emailAddress, expectedVersion, id, isoInstant, password, shortText } from "./fields.ts";
import { roleChoice } from "./team.ts";

export const teamMember = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(userRoles),
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  teams: z.array(z.object({ id, name: z.string() })),
  active: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Signs in with an account of the identity provider. */
  isLinked: z.boolean(),
  lastSignInAt: isoInstant.nullable(),
  /** The newest request or change of the user. */
  lastActiveAt: isoInstant.nullable(),
  /** False for a user with rights that the caller does not have. */
  mayChange: z.boolean(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type TeamMember = z.infer<typeof teamMember>;

export const newUserInput = z.strictObject({
  email: emailAddress,
  password,
  firstName: shortText.nullable().default(null),
  lastName: shortText.nullable().default(null),
  role: roleChoice.default("viewer"),
});

export const userUpdateInput = z.strictObject({
  firstName: shortText.nullable().optional(),
  lastName: shortText.nullable().optional(),
  role: roleChoice.optional(),
  active: z.boolean().optional(),
  password: password.optional(),
  updatedAt: expectedVersion,
});

/** Who gets the open conversations and tasks of a user who is deactivated; a team shares them evenly. */
export const handOver = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("unassigned") }),
  z.strictObject({ to: z.literal("user"), id }),
  z.strictObject({ to: z.literal("team"), id }),
]);
export type HandOver = z.infer<typeof handOver>;

export const usersApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/users",
    access: "admin",
    area: "team",
    summary: "The team",
    input: {},
    output: z.array(teamMember),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/users",
    access: "admin",
    area: "team",
    summary: "Add a person to the team",
    input: { body: newUserInput },
    output: teamMember,
    problems: ["already_exists", "throttled", "exceeds_own_rights"],
    topics: ["users"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/users/{id}",
    access: "admin",
    area: "team",
    summary: "Change a person of the team; deactivation or a new password ends their sessions",
    input: { params: z.object({ id }), body: userUpdateInput },
    output: teamMember,
    problems: ["last_admin", "throttled", "exceeds_own_rights"],
    topics: ["users", "account"],
  }),
  deactivate: apiRoute({
    method: "POST",
    path: "/api/users/{id}/deactivate",
    access: "admin",
    area: "team",
    summary: "Deactivate a user: sessions and tokens end at once, and open work is handed over",
    input: { params: z.object({ id }), body: z.strictObject({ handOver }) },
    output: z.object({ user: teamMember, conversations: z.int(), tasks: z.int(), tokens: z.int() }),
    problems: ["last_admin", "exceeds_own_rights", "no_recipient"],
    topics: ["users", "account", "tokens", "threads"],
  }),
  reactivate: apiRoute({
    method: "POST",
    path: "/api/users/{id}/reactivate",
    access: "admin",
    area: "team",
    summary: "Let a deactivated user sign in again; ended sessions and tokens stay ended",
    input: { params: z.object({ id }) },
    output: teamMember,
    problems: ["exceeds_own_rights"],
    topics: ["users", "account"],
  }),
  activity: apiRoute({
    method: "GET",
    path: "/api/users/{id}/activity",
    access: "admin",
    area: "team",
    summary: "What a user has open, and to those who may read the audit log their newest entries in it",
    input: { params: z.object({ id }) },
    output: z.object({
      lastSignInAt: isoInstant.nullable(),
      lastActiveAt: isoInstant.nullable(),
      openConversations: z.int(),
      openTasks: z.int(),
      sessions: z.int(),
      tokens: z.int(),
      entries: z.array(auditLogEntry),
    }),
    topics: ["users", "audit", "threads"],
  }),
  unlink: apiRoute({
    method: "POST",
    path: "/api/users/{id}/unlink",
    access: "admin",
    area: "team",
    summary: "Unlink a user from their account of the identity provider; their sessions end",
    input: { params: z.object({ id }) },
    output: teamMember,
    problems: ["exceeds_own_rights"],
    topics: ["users", "account"],
  }),
  resetSecondFactor: apiRoute({
    method: "POST",
    path: "/api/users/{id}/second-factor/reset",
    access: "admin",
    area: "team",
    summary:
      "Turn off the second factor of a person who lost it; their sessions, tokens and the access of assistants end",
    input: { params: z.object({ id }) },
    output: teamMember,
    topics: ["users", "account"],
  }),
};
