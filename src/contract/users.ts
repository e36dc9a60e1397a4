import * as z from "zod";
import { role } from "#domain/role.ts";
import { apiRoute } from "./api-route.ts";
import { emailAddress, expectedVersion, id, isoInstant, password, shortText } from "./fields.ts";

export const teamMember = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role,
  active: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: isoInstant.nullable(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type TeamMember = z.infer<typeof teamMember>;

export const newUserInput = z.strictObject({
  email: emailAddress,
  password,
  firstName: shortText.nullable().default(null),
  lastName: shortText.nullable().default(null),
  role: role.default("viewer"),
});

export const userUpdateInput = z.strictObject({
  firstName: shortText.nullable().optional(),
  lastName: shortText.nullable().optional(),
  role: role.optional(),
  active: z.boolean().optional(),
  password: password.optional(),
  updatedAt: expectedVersion,
});

export const usersApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/users",
    access: "admin",
    summary: "The team",
    input: {},
    output: z.array(teamMember),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/users",
    access: "admin",
    summary: "Add a person to the team",
    input: { body: newUserInput },
    output: teamMember,
    problems: ["already_exists", "throttled"],
    topics: ["users"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/users/{id}",
    access: "admin",
    summary: "Change a person of the team; deactivation or a new password ends their sessions",
    input: { params: z.object({ id }), body: userUpdateInput },
    output: teamMember,
    problems: ["last_admin", "throttled"],
    topics: ["users", "account"],
  }),
  resetSecondFactor: apiRoute({
    method: "POST",
    path: "/api/users/{id}/second-factor/reset",
    access: "admin",
    summary: "Turn off the second factor of a person who lost it; their sessions end",
    input: { params: z.object({ id }) },
    output: teamMember,
    topics: ["users", "account"],
  }),
};
