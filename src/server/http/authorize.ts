import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, RoutePlace } from "#contract/api-route.ts";
import { mayUse } from "#domain/access/areas.ts";
import { refuseToken, tokenRates } from "#domain/api-access/token.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { mustSetUpSecondFactor } from "#server/api/second-factor.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import { readSessionToken } from "#server/auth/cookies.ts";
import { findSession, type UserSession } from "#server/auth/sessions.ts";
import type { RequestLimit } from "./rate-limit.ts";
import type { TokenGuard } from "./token-guard.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set after authentication, for the log line. */
    userId: string | null;
  }
}

/** Finds the session of the request and checks that its user has the required access. */
export const authorizeSession = async (
  place: RoutePlace,
  services: ApiServices,
  request: FastifyRequest,
  beforeSecondFactor = false,
): Promise<UserSession | undefined> => {
  const token = readSessionToken(request.headers, services.secure);
  const { sessionTimeout } = await services.general();
  // Requests that a tab makes by itself do not extend the session.
  const isUserActivity = request.headers["x-faro-background"] === undefined;
  const signedIn = token
    ? await findSession(services.database.pool, token, sessionTimeout * 60_000, isUserActivity)
    : undefined;
  request.userId = signedIn?.user.id ?? null;
  if (place.access === "public") return signedIn;
  if (!signedIn) throw new Problem("unauthenticated");
  if (!mayUse(signedIn.user.permissions, place)) throw new Problem("forbidden");
  if (!beforeSecondFactor && (await mustSetUpSecondFactor(services, signedIn.user)))
    throw new Problem("second_factor_required");
  return signedIn;
};

/** Finds the user for whom the token of a request acts; undefined for a request without one. */
export type TokenAccess = (
  endpoint: ApiRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<UserSession | undefined>;

/** A request with a token is decided by the token alone: its cookies are not read. */
export const createTokenAccess = (guard: TokenGuard, rateLimit: RequestLimit): TokenAccess => {
  const countRequest = async (token: ApiToken, { method }: ApiRoute, reply: FastifyReply): Promise<void> => {
    const kind = method === "GET" ? "read" : "write";
    const perMinute = tokenRates[kind];
    const { remaining, retryAfterSeconds } = await rateLimit(`${token.id} ${kind}`, perMinute);
    reply.headers({ "ratelimit-limit": perMinute, "ratelimit-remaining": remaining, "ratelimit-reset": 60 });
    if (retryAfterSeconds !== undefined) throw new Problem("too_many", { retryAfterSeconds });
  };

  return async (endpoint, request, reply) => {
    const token = await guard.find(request);
    if (!token) return undefined;
    const now = Date.now();
    const { scope } = endpoint;
    // Public calls are those of the sign-in form, which a program has no use for.
    const refusal = token.mayComeFrom(request.ip)
      ? refuseToken(
          token,
          endpoint.access === "public"
            ? { access: "viewer", area: "everyone", scope: undefined }
            : { access: endpoint.access, area: endpoint.area, scope },
          now,
        )
      : "token_wrong_address";
    if (refusal) {
      await guard.countRefusal(token, refusal, now);
      throw new Problem(refusal, scope === undefined ? {} : { details: { scope } });
    }
    await countRequest(token, endpoint, reply);
    await guard.noteUse(token, request, now);
    return { sid: "", token: { id: token.id, name: token.name }, user: token.user };
  };
};
