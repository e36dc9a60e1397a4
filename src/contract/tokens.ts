import * as z from "zod";
import { tokenScopes } from "#domain/api-access/token.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, userRef } from "./fields.ts";

export const apiToken = z.object({
  id,
  name: z.string(),
  /** The last four characters. */
  ending: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  addresses: z.array(z.string()),
  /** Held by an AI assistant: it may use the MCP server only, where an operator approves what reaches a person. */
  isForAssistant: z.boolean(),
  /** The user for whom it acts. */
  user: userRef,
  /** The program to which its user granted it by signing in; null for a token made by hand. Its name is its own claim. */
  grantedTo: z.object({ clientId: z.string(), host: z.string() }).nullable(),
  expiresAt: isoInstant,
  lastUsedAt: isoInstant.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: isoInstant.nullable(),
  suspendedAt: isoInstant.nullable(),
  createdAt: isoInstant,
});
export type ApiTokenView = z.infer<typeof apiToken>;

export const newTokenInput = z.strictObject({
  name: shortText.min(1),
  scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
  /** 90 days from now where it is left out; at most a year. */
  expiresAt: isoInstant.optional(),
  /** Addresses and ranges, such as 203.0.113.7 or 10.0.0.0/8; empty allows all. */
  addresses: z.array(z.string().trim().max(50)).max(20).default([]),
  isForAssistant: z.boolean().default(false),
});

const byId = { params: z.object({ id }) };

export const tokensApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/tokens",
    access: "viewer",
    area: "everyone",
    summary: "One's own tokens and what one granted to assistants; those of all for an administrator",
    input: {},
    output: z.object({ tokens: z.array(apiToken) }),
    topics: ["tokens"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/tokens",
    access: "viewer",
    area: "everyone",
    summary: "Make a token with which a program acts for oneself. It is shown once",
    input: { body: newTokenInput },
    output: apiToken.extend({ token: z.string() }),
    topics: ["tokens"],
  }),
  resume: apiRoute({
    method: "POST",
    path: "/api/tokens/{id}/resume",
    access: "viewer",
    area: "everyone",
    summary: "Allow a token again that was suspended after many refused calls",
    input: byId,
    output: okResponse,
    topics: ["tokens"],
  }),
  revoke: apiRoute({
    method: "DELETE",
    path: "/api/tokens/{id}",
    access: "viewer",
    area: "everyone",
    summary: "End a token at once",
    input: byId,
    output: okResponse,
    topics: ["tokens"],
  }),
};
