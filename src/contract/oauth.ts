import * as z from "zod";
import { tokenScopes } from "#domain/api-access/token.ts";
import { apiRoute } from "./api-route.ts";

/** What a program puts into the address with which it opens the page, by the names of OAuth. */
export const authorizationQuery = z.object({
  client_id: z.string().max(500),
  redirect_uri: z.string().max(500),
  response_type: z.string().max(50).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
  scope: z.string().max(1000).optional(),
  resource: z.string().max(500).optional(),
  state: z.string().max(2000).optional(),
});
export type AuthorizationQuery = z.infer<typeof authorizationQuery>;

export const consentPage = z.object({
  client: z.object({
    /** As the program calls itself; unverified. */
    name: z.string(),
    /** The host that describes the program; null where it registered itself and no host vouches for it. */
    host: z.string().nullable(),
  }),
  /** Where the browser goes with the answer. */
  redirectHost: z.string(),
  /** What the user may allow, and what is ticked at first. */
  offered: z.array(z.enum(tokenScopes)),
  ticked: z.array(z.enum(tokenScopes)),
  /** Asked for by the program, of what is offered. */
  asked: z.array(z.enum(tokenScopes)),
  /** Set where the request is wrong; the program is told so at `returnTo`. */
  fault: z.object({ error: z.string(), description: z.string(), returnTo: z.string() }).nullable(),
});
export type ConsentPage = z.infer<typeof consentPage>;

export const oauthApi = {
  status: apiRoute({
    method: "GET",
    path: "/api/oauth/status",
    access: "viewer",
    area: "everyone",
    summary: "Whether AI assistants may sign in, and the address that they are given",
    input: {},
    output: z.object({
      isOn: z.boolean(),
      /** Null where there is no public https address. */
      address: z.string().nullable(),
    }),
    topics: ["settings"],
  }),
  describe: apiRoute({
    method: "GET",
    path: "/api/oauth/authorization",
    access: "viewer",
    area: "everyone",
    summary: "What a program that sent a user here asks for",
    input: { query: authorizationQuery },
    output: consentPage,
    problems: ["oauth_off", "oauth_client_unknown", "oauth_redirect_unknown"],
    topics: [],
  }),
  decide: apiRoute({
    method: "POST",
    path: "/api/oauth/authorization",
    access: "viewer",
    area: "everyone",
    summary: "Allow a program the given scopes, or none; the browser then opens the returned address",
    input: {
      body: z.strictObject({ request: authorizationQuery, scopes: z.array(z.enum(tokenScopes)).max(20) }),
    },
    output: z.object({ redirectTo: z.string() }),
    problems: ["oauth_off", "oauth_client_unknown", "oauth_redirect_unknown"],
    topics: ["tokens"],
  }),
};
