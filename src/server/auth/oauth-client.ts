import * as z from "zod";
import { stripInvisible } from "#domain/agent/plain-speech.ts";
import type { OAuthClient } from "#domain/oauth/authorization-request.ts";
import { isRedirectUri } from "./redirect-uri.ts";

/** `document`: the id is the address of a document that describes the client. `registered`: it registered itself here. */
export type ClientIdKind = "document" | "registered";

export const registeredIdPrefix = "faro_client_";

/** Documents of simulated assistants are on this machine. */
export const isSimulatedClient = (clientId: string, sandboxUrl: string | undefined): boolean =>
  sandboxUrl !== undefined && clientId.startsWith(`${sandboxUrl}/assistant/`);

/** Documents other than simulated ones are public pages with a path of their own. */
export const clientIdKind = (clientId: string, sandboxUrl: string | undefined): ClientIdKind | undefined => {
  if (new RegExp(`^${registeredIdPrefix}[\\w-]{20,80}$`).test(clientId)) return "registered";
  const url = clientId.length <= 500 ? URL.parse(clientId) : null;
  // Only the written form is compared, so that one client has one id.
  if (!url || url.href !== clientId || url.hash || url.username || url.password || url.pathname === "/")
    return undefined;
  return url.protocol === "https:" || isSimulatedClient(clientId, sandboxUrl) ? "document" : undefined;
};

const maxNameLength = 80;
const maxRedirects = 10;

const clientName = z
  .string()
  .transform((name) => stripInvisible(name).replaceAll(/\s+/g, " ").trim().slice(0, maxNameLength));

export const clientMetadata = z.object({
  client_name: clientName.optional(),
  redirect_uris: z.array(z.string().refine(isRedirectUri)).min(1).max(maxRedirects),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
});

/** Why a description of a client is not accepted. */
export const clientMetadataFault = (
  metadata: unknown,
): "invalid_redirect_uri" | "invalid_client_metadata" | undefined => {
  const { error } = clientMetadata.safeParse(metadata);
  if (!error) return undefined;
  return error.issues.some(({ path }) => path[0] === "redirect_uris")
    ? "invalid_redirect_uri"
    : "invalid_client_metadata";
};

/** A document describes the client only if it names its own address. */
export const readClientDocument = (document: unknown, clientId: string): OAuthClient | undefined => {
  const parsed = clientMetadata
    .extend({ client_id: z.literal(clientId), client_secret: z.undefined().optional() })
    .safeParse(document);
  if (!parsed.success) return undefined;
  const { client_name: name, redirect_uris: redirectUris } = parsed.data;
  return { id: clientId, name: name || new URL(clientId).host, redirectUris };
};
