import * as z from "zod";
import { userRoles } from "#domain/access/areas.ts";
import { startStages } from "#domain/first-steps/first-steps.ts";
import { language } from "#domain/language-schema.ts";
import { apiRoute } from "./api-route.ts";
import {
  areaPermissions,
  emailAddress,
  id,
  okResponse,
  password,
  recordScopesSchema,
  shortText,
} from "./fields.ts";
import { secondFactorCode } from "./second-factor.ts";

export const currentUser = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(userRoles),
  /** The name of a role of the workspace's own. */
  roleName: z.string().nullable(),
  /** What the user may do; the server decides each call by it. */
  permissions: areaPermissions,
  /** Whose people and conversations the user has. */
  scopes: recordScopesSchema,
  language: language.nullable(),
  /** Its own, or one that the identity provider asked for at this sign-in. */
  hasSecondFactor: z.boolean(),
  /** False for a user who signs in with the identity provider only. */
  hasPassword: z.boolean(),
  /** Until then everything else is rejected with `second_factor_required`. */
  mustSetUpSecondFactor: z.boolean(),
  /** Whether the first sign-in asks for names, and whether the page Start is offered. */
  startStage: z.enum(startStages),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const authApi = {
  user: apiRoute({
    method: "GET",
    path: "/api/auth/user",
    access: "viewer",
    area: "everyone",
    beforeSecondFactor: true,
    summary: "The signed-in person",
    input: {},
    output: currentUser,
    topics: ["account", "settings"],
  }),
  login: apiRoute({
    method: "POST",
    path: "/api/auth/login",
    access: "public",
    summary:
      "Sign in with e-mail and password, and with a code when the answer is second_factor_needed; the session travels in a cookie",
    input: {
      body: z.strictObject({
        email: emailAddress,
        password: z.string().min(1).max(256),
        code: secondFactorCode.optional(),
      }),
    },
    output: currentUser,
    problems: ["wrong_credentials", "second_factor_needed", "wrong_code", "throttled", "single_sign_on_only"],
    topics: [],
  }),
  methods: apiRoute({
    method: "GET",
    path: "/api/auth/methods",
    access: "public",
    summary: "With what users sign in: their password, an identity provider, or both",
    input: {},
    output: z.object({
      /** Sign-in with it begins at /sso/start. */
      provider: z.object({ name: z.string() }).nullable(),
      /** False where only single sign-on is allowed; administrators may then still use the password. */
      password: z.boolean(),
    }),
    topics: [],
  }),
  providerCode: apiRoute({
    method: "POST",
    path: "/api/auth/provider-code",
    access: "public",
    summary: "End a sign-in with the identity provider with the code of one's own authenticator app",
    input: { body: z.strictObject({ code: secondFactorCode }) },
    output: currentUser,
    problems: ["wrong_code", "throttled", "sign_in_overdue"],
    topics: [],
  }),
  logout: apiRoute({
    method: "POST",
    path: "/api/auth/logout",
    access: "public",
    summary: "End the session of this browser",
    input: {},
    /** The page of the identity provider that ends its session, too. */
    output: okResponse.extend({ url: z.string().nullable() }),
    topics: [],
  }),
};

export const accountApi = {
  update: apiRoute({
    method: "PUT",
    path: "/api/account",
    access: "viewer",
    area: "everyone",
    beforeSecondFactor: true,
    summary: "Change one's own name or language",
    input: {
      body: z.strictObject({
        firstName: shortText.nullable().optional(),
        lastName: shortText.nullable().optional(),
        language: language.optional(),
      }),
    },
    output: currentUser,
    topics: ["account", "users"],
  }),
  password: apiRoute({
    method: "POST",
    path: "/api/account/password",
    access: "viewer",
    area: "everyone",
    summary:
      "Change one's own password; every other session of this person ends, and every token except those that are kept",
    input: {
      body: z.strictObject({
        currentPassword: z.string().min(1).max(256),
        newPassword: password,
        /** Tokens of one's own, made by hand or granted to an assistant, that go on. */
        keptTokens: z.array(id).max(200).default([]),
      }),
    },
    output: okResponse.extend({ endedTokens: z.int() }),
    problems: ["wrong_password", "throttled"],
    topics: ["account", "tokens"],
  }),
};
