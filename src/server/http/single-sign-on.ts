import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { safeReturnPath, withParameter } from "#domain/access/return-path.ts";
import type { SignInFailure } from "#domain/access/sign-in-failure.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { setSessionCookies } from "#server/api/open-session.ts";
import { recordProviderFailure, signInWithAccount } from "#server/api/provider-sign-in.ts";
import { ssoRedirectUri } from "#server/api/single-sign-on.ts";
import type { Actor } from "#server/audit/entry.ts";
import { cookieName, deviceCookie, formatCookie, readCookie, readDeviceMark } from "#server/auth/cookies.ts";
import type { OidcAttempt, OidcProvider } from "#server/auth/oidc/oidc-client.ts";
import { refusal, refusalOfFault, shownErrorCode } from "#server/auth/oidc/request-tokens.ts";
import {
  attemptCookie,
  attemptMs,
  openCookie,
  pendingCookie,
  pendingMs,
  randomText,
  sealCookie,
} from "#server/auth/oidc/sealed-cookie.ts";
import {
  addressGroup,
  beginAttempt,
  providerBuckets,
  providerLimits,
} from "#server/auth/sign-in-throttle.ts";
import {
  type IdentityProvider,
  openClientSecret,
  readIdentityProvider,
} from "#server/store/workspace/identity-provider.ts";
import { authorizeSession } from "./authorize.ts";
import { mountBackChannelLogout } from "./back-channel-logout.ts";
import type { RequestLimit } from "./rate-limit.ts";

/** A whole office may sign in at once from one address. */
const startsPerMinute = 300;

const storedAttempt = z.object({
  issuer: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  next: z.string(),
  startedAt: z.number(),
});

/** A parameter that is given twice is refused. */
const answerQuery = z.object({
  state: z.string().min(20).max(200),
  code: z.string().min(1).max(4000).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
});

type Failure = { reason: SignInFailure; email?: string | null; detail?: string | null };

const actorOf = ({ ip, headers }: FastifyRequest): Actor => ({
  userId: null,
  ip,
  userAgent: headers["user-agent"] ?? null,
});

const toOidcProvider = (
  { keyring }: Pick<ApiServices, "keyring">,
  provider: IdentityProvider,
): OidcProvider => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: openClientSecret(keyring, provider),
  scopes: provider.scopes,
  groupClaim: provider.groupClaim,
  usesGroups: provider.groupRoles.length > 0,
});

/** Sign-in with the identity provider: the pages through which the browser passes, and the end of its sessions. */
export const mountSingleSignOn = (
  server: FastifyInstance,
  services: ApiServices,
  rateLimit: RequestLimit,
): void => {
  const { database, keyring, oidc, secure, log } = services;

  const setCookie = (reply: FastifyReply, name: string, value: string, ms: number) =>
    reply.header("set-cookie", formatCookie(cookieName(name, secure), value, secure, ms / 1000));
  const open = (reply: FastifyReply, path: string) =>
    reply.header("cache-control", "no-store").redirect(safeReturnPath(path));

  /** Shows why on the page from which the sign-in began. */
  const fail = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: IdentityProvider | undefined,
    { next, ...failure }: Failure & { next: string },
  ): Promise<FastifyReply> => {
    const { reason, detail } = failure;
    if (provider && reason !== "throttled")
      await recordProviderFailure(services, actorOf(request), provider, failure);
    log.warn({ reason, detail }, "a sign-in with the identity provider failed");
    return open(reply, withParameter(next, "sign-in", reason));
  };

  /** Counted like other failures, so that nobody fills the audit log while the provider is away. */
  const failToStart: typeof fail = async (request, reply, provider, failure) => {
    const admission = await beginAttempt(
      database.db,
      providerBuckets(request.ip, "sign-in"),
      false,
      providerLimits,
    );
    return fail(request, reply, provider, admission.admitted ? failure : { ...failure, reason: "throttled" });
  };

  server.get<{ Querystring: { next?: unknown } }>(
    "/sso/start",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const next = safeReturnPath(request.query.next);
      const { retryAfterSeconds } = await rateLimit(addressGroup(request.ip), startsPerMinute);
      if (retryAfterSeconds !== undefined)
        return fail(request, reply, undefined, { reason: "throttled", next });
      // Not the cached one, whose secret a rotation of the master key may have sealed anew.
      const provider = await readIdentityProvider(database.db);
      if (!provider?.enabled) return failToStart(request, reply, provider, { reason: "off", next });
      const discovered = await oidc.discover(provider.issuer);
      if (!discovered.ok)
        return failToStart(request, reply, provider, { ...refusalOfFault(discovered.fault), next });
      const attempt: OidcAttempt = {
        state: randomText(),
        nonce: randomText(),
        verifier: randomText(),
        redirectUri: ssoRedirectUri(services, request),
      };
      const { state, ...kept } = attempt;
      const stored: z.infer<typeof storedAttempt> = {
        ...kept,
        issuer: provider.issuer,
        next,
        startedAt: Date.now(),
      };
      setCookie(reply, attemptCookie, sealCookie(keyring, attemptCookie, state, stored), attemptMs);
      const url = oidc.authorizationUrl(discovered.metadata, toOidcProvider(services, provider), attempt);
      return reply.header("cache-control", "no-store").redirect(url);
    },
  );

  /** The attempt that this browser began and whose answer this is. */
  const takeAttempt = (request: FastifyRequest, state: string, provider: IdentityProvider) => {
    const sealed = readCookie(request.headers, cookieName(attemptCookie, secure));
    const attempt = openCookie(keyring, attemptCookie, state, sealed, storedAttempt);
    const isCurrent = attempt && attempt.startedAt > Date.now() - attemptMs;
    return isCurrent && attempt.issuer === provider.issuer ? attempt : undefined;
  };

  const finish = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // An attempt has one answer.
    setCookie(reply, attemptCookie, "", 0);
    // Read anew: a provider that was just switched off signs nobody in.
    const provider = await readIdentityProvider(database.db);
    if (!provider?.enabled) return fail(request, reply, provider, { reason: "off", next: "/" });
    const query = answerQuery.safeParse(request.query);
    const admission = await beginAttempt(
      database.db,
      providerBuckets(request.ip, "sign-in"),
      false,
      providerLimits,
    );
    if (!admission.admitted) return fail(request, reply, provider, { reason: "throttled", next: "/" });
    const attempt = query.success ? takeAttempt(request, query.data.state, provider) : undefined;
    if (!query.success || !attempt)
      return fail(request, reply, provider, { reason: "attempt_unknown", next: "/" });
    const { next } = attempt;
    const { state, code, iss, error } = query.data;
    if (error !== undefined || code === undefined) {
      const isCancelled = error === "access_denied";
      // Who only goes back is no attacker.
      if (isCancelled) await admission.succeeded();
      const detail = shownErrorCode(error);
      return fail(request, reply, provider, {
        ...refusal(isCancelled ? "cancelled" : "provider_refused", detail),
        next,
      });
    }
    const finished = await oidc.finish(
      toOidcProvider(services, provider),
      { ...attempt, state },
      { code, iss },
    );
    if (!finished.ok) return fail(request, reply, provider, { ...finished, next });
    const caller = await authorizeSession({ access: "public" }, services, request);
    const end = await signInWithAccount(
      { services, provider, actor: actorOf(request), request, caller },
      finished.account,
    );
    // Who is refused by now has proven an account, and guesses nothing.
    await admission.succeeded();
    if (end.kind === "refused") return fail(request, reply, provider, { ...end, next });
    if (end.kind === "code_needed") {
      const { subject, sid } = finished.account;
      const pending = { ...end, issuer: provider.issuer, subject, sid, startedAt: Date.now() };
      setCookie(reply, pendingCookie, sealCookie(keyring, pendingCookie, "", pending), pendingMs);
      return open(reply, withParameter(next, "sign-in", "code"));
    }
    const { token, email } = end;
    const mark = readCookie(request.headers, cookieName(deviceCookie, secure));
    setSessionCookies(reply, services, { token, email, device: readDeviceMark(keyring, mark, email) });
    return open(reply, next);
  };

  server.get("/sso/callback", { exposeHeadRoute: false }, finish);
  mountBackChannelLogout(server, services);
};
