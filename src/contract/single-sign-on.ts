import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { expectedVersion, isoInstant, okResponse } from "./fields.ts";
import { roleChoice } from "./team.ts";

const wellKnown = "/.well-known/openid-configuration";

/** The issuer as the provider writes it; the address of its description is taken, too. */
const issuerUrl = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (text.endsWith(wellKnown) ? text.slice(0, -wellKnown.length) : text))
  // Without user, query and fragment, so that it is the text that the provider writes.
  .pipe(z.url({ protocol: /^https?$/, hostname: /./ }).regex(/^https?:\/\/[^\s@?#\\]+$/));

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u);

export const maxGroupRoles = 200;

export const singleSignOnInput = z.strictObject({
  /** As the sign-in page names it. */
  name: z.string().trim().min(1).max(40),
  enabled: z.boolean(),
  issuer: issuerUrl,
  clientId: z.string().trim().min(1).max(300),
  /** Left out, the stored one stays; a new issuer needs it again. */
  clientSecret: z.string().trim().min(1).max(1000).optional(),
  /** Beside openid, email and profile, separated by spaces. */
  scopes: z
    .string()
    .trim()
    .max(300)
    .regex(/^[\x21\x23-\x5B\x5D-\x7E ]*$/),
  /** Of e-mail addresses; empty allows all. */
  domains: z.array(domain).max(100),
  groupClaim: z.string().trim().min(1).max(200),
  /** The first group that a user has decides. */
  groupRoles: z
    .array(z.strictObject({ group: z.string().trim().min(1).max(300), role: roleChoice }))
    .max(maxGroupRoles),
  /** Of users in none of the groups; null refuses them. */
  defaultRole: roleChoice.nullable(),
  /** Users are added at their first sign-in. */
  createsUsers: z.boolean(),
  /** An existing user is linked by a verified e-mail address. */
  linksUsers: z.boolean(),
  /** Addresses are taken for verified where the provider does not say whether they are. */
  trustsEmails: z.boolean(),
  /** The provider always asks for a second factor. */
  statesSecondFactor: z.boolean(),
  /** Nobody signs in with a password, except administrators with a second factor. */
  onlySingleSignOn: z.boolean(),
  updatedAt: expectedVersion,
});
export type SingleSignOnInput = z.infer<typeof singleSignOnInput>;

/** The role of a group may be one that the caller cannot give. */
export const singleSignOnSettings = singleSignOnInput.omit({ clientSecret: true, updatedAt: true }).extend({
  issuer: z.string(),
  /** The last characters of the secret; empty for a short one. */
  clientSecret: z.string(),
  domains: z.array(z.string()),
  scopes: z.string(),
  updatedAt: isoInstant,
});
export type SingleSignOnSettings = z.infer<typeof singleSignOnSettings>;

const singleSignOn = z.object({
  settings: singleSignOnSettings.nullable(),
  /** To be entered at the provider. */
  redirectUri: z.string(),
  signOutUri: z.string(),
  backChannelLogoutUri: z.string(),
  /** Where administrators sign in with a password while only single sign-on is allowed. */
  passwordLink: z.string(),
  /** Active administrators with a password and a second factor. */
  localAdmins: z.int(),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

export const providerCheckSteps = ["discovery", "keys", "client", "redirect"] as const;
const providerCheckStep = z.object({
  step: z.enum(providerCheckSteps),
  /** `unclear`: the provider did not let it be seen. */
  state: z.enum(["ok", "failed", "unclear"]),
  message: z.string(),
});
export type ProviderCheckStep = z.infer<typeof providerCheckStep>;

export const singleSignOnApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/single-sign-on",
    access: "admin",
    area: "team",
    summary: "The identity provider with which users sign in, and the addresses to enter there",
    input: {},
    output: singleSignOn,
    topics: ["settings", "users"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/single-sign-on",
    access: "admin",
    area: "team",
    summary: "Save the identity provider; only administrators may, because it can make any user one",
    input: { body: singleSignOnInput },
    output: singleSignOn,
    problems: ["secret_required", "exceeds_own_rights", "no_local_admin"],
    topics: ["settings", "users"],
  }),
  test: apiRoute({
    method: "POST",
    path: "/api/single-sign-on/test",
    access: "admin",
    area: "team",
    summary: "Test discovery, key set, client and redirect URI of an identity provider before it is saved",
    input: {
      body: singleSignOnInput.pick({ issuer: true, clientId: true, clientSecret: true, scopes: true }),
    },
    output: z.object({ steps: z.array(providerCheckStep) }),
    problems: ["secret_required", "exceeds_own_rights"],
    perMinute: 20,
    topics: [],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/single-sign-on",
    access: "admin",
    area: "team",
    summary: "Forget the identity provider; users without a password can no longer sign in",
    input: {},
    output: okResponse,
    problems: ["exceeds_own_rights"],
    topics: ["settings", "users"],
  }),
};
