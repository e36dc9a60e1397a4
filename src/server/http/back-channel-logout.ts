import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { ProviderLogout } from "#server/auth/oidc/verify-tokens.ts";
import { endProviderSessions } from "#server/auth/sessions.ts";
import { beginAttempt, providerBuckets, providerLimits } from "#server/auth/sign-in-throttle.ts";
import { type IdentityProvider, readIdentityProvider } from "#server/store/workspace/identity-provider.ts";
import { findUser } from "#server/store/workspace/users.ts";
import { readFormsOnly } from "./form-body.ts";

const formBytes = 32_768;
/** The clock of the provider may be behind ours by this much. */
const toleranceMs = 60_000;

/** The provider ends sessions here when a user signs out there (OpenID Connect Back-Channel Logout 1.0). */
export const mountBackChannelLogout = (server: FastifyInstance, services: ApiServices): void => {
  const { write, oidc, database } = services;

  /** Sessions that began after the token was issued go on, so that a token which is sent again ends nothing new. */
  const endSessions = (
    { issuer, name }: IdentityProvider,
    { subject, sid, issuedAt }: ProviderLogout,
    actor: Actor,
  ): Promise<void> =>
    write(actor, async ({ tx, audit, touch }) => {
      const until = new Date(issuedAt + toleranceMs);
      const ended = await endProviderSessions(tx, { issuer, subject, sid, until });
      for (const [userId, sessions] of Map.groupBy(ended, (id) => id)) {
        const user = await findUser(tx, userId);
        audit({
          eventType: "sign_in",
          entityType: "user",
          entityId: userId,
          details: {
            kind: "provider_ended_sessions",
            email: user?.email ?? "–",
            name,
            count: sessions.length,
          },
        });
      }
      if (ended.length > 0) touch("account", "users");
    });

  server.register(async (scope) => {
    readFormsOnly(scope, formBytes);
    scope.post<{ Body: { logout_token?: string } | undefined }>(
      "/sso/back-channel-logout",
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const provider = await readIdentityProvider(database.db);
        if (!provider?.enabled) return reply.status(404).send({ error: "invalid_request" });
        const actor: Actor = {
          userId: null,
          ip: request.ip,
          userAgent: request.headers["user-agent"] ?? null,
        };
        const buckets = providerBuckets(request.ip, "logout");
        const admission = await beginAttempt(database.db, buckets, false, providerLimits);
        if (!admission.admitted)
          throw new Problem("throttled", { retryAfterSeconds: admission.retryAfterSeconds });
        const read = await oidc.readLogout(provider, request.body?.logout_token ?? "");
        if (read.ok) {
          await admission.succeeded();
          await endSessions(provider, read.logout, actor);
          return reply.send({});
        }
        const { reason, detail } = read;
        await write(actor, async ({ audit }) =>
          audit({
            eventType: "failed_action",
            entityType: "user",
            entityId: "unknown",
            details: { kind: "provider_logout_failed", name: provider.name, reason },
            metadata: detail ? { detail } : {},
            status: "failure",
          }),
        );
        return reply.status(400).send({ error: "invalid_request" });
      },
    );
  });
};
