import * as z from "zod";
import { role } from "#domain/role.ts";
import { endpoint } from "./endpoint.ts";
import { email, id, instant, password, shortText, version } from "./fields.ts";

export const teamMember = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role,
  active: z.boolean(),
  lastSignInAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type TeamMember = z.infer<typeof teamMember>;

export const newUser = z.strictObject({
  email,
  password,
  firstName: shortText.nullable().default(null),
  lastName: shortText.nullable().default(null),
  role: role.default("viewer"),
});

export const userChange = z.strictObject({
  firstName: shortText.nullable().optional(),
  lastName: shortText.nullable().optional(),
  role: role.optional(),
  active: z.boolean().optional(),
  password: password.optional(),
  updatedAt: version,
});

export const users = {
  list: endpoint({
    method: "GET",
    path: "/api/users",
    access: "admin",
    summary: "The team",
    input: {},
    output: z.array(teamMember),
    topics: ["users"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/users",
    access: "admin",
    summary: "Add a person to the team",
    input: { body: newUser },
    output: teamMember,
    topics: ["users"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/users/{id}",
    access: "admin",
    summary: "Change a person of the team; deactivation or a new password ends their sessions",
    input: { params: z.object({ id }), body: userChange },
    output: teamMember,
    topics: ["users", "account"],
  }),
};
