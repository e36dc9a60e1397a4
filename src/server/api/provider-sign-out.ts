import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { readSessionToken } from "#server/auth/cookies.ts";
import { unsealForSession } from "#server/auth/session-secret.ts";
import type { SessionProvider } from "#server/db/schema/access.ts";
import type { ApiServices } from "./handler.ts";
import { ssoSignOutUri } from "./single-sign-on.ts";

/** Nobody waits longer for a provider that is away when signing out. */
const maxWaitMs = 2000;
/** Longer addresses are cut by some servers; the provider then asks whom to sign out. */
const maxHintLength = 4000;

/** The page of the provider that ends its session, too (RP-Initiated Logout 1.0); null where it has none. */
export const providerSignOutUrl = async (
  services: ApiServices,
  request: FastifyRequest,
  { issuer, sealedIdToken }: SessionProvider,
): Promise<string | null> => {
  const provider = await services.identityProvider();
  if (!provider?.enabled || provider.issuer !== issuer) return null;
  const discovered = await Promise.race([
    services.oidc.discover(issuer),
    sleep(maxWaitMs, undefined, { ref: false }),
  ]);
  const page = discovered?.ok ? discovered.metadata.end_session_endpoint : undefined;
  if (page === undefined) return null;
  const token = readSessionToken(request.headers, services.secure);
  const hint = token && sealedIdToken ? unsealForSession(token, sealedIdToken) : undefined;
  const url = new URL(page);
  if (hint !== undefined && hint.length <= maxHintLength) url.searchParams.set("id_token_hint", hint);
  url.searchParams.set("client_id", provider.clientId);
  url.searchParams.set("post_logout_redirect_uri", ssoSignOutUri(services, request));
  return url.href;
};
