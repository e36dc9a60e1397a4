import type { FastifyInstance } from "fastify";
import { hasLevel } from "#domain/access/areas.ts";
import type { ApiServices } from "#server/api/handler.ts";
import type { Actor } from "#server/audit/entry.ts";
import { findConnector } from "#server/connectors/connectors.ts";
import { exchangeCode, hashState } from "#server/connectors/oauth.ts";
import { findWorkVendor, pollKindOf } from "#server/connectors/work/work-vendors.ts";
import { saveGrant, takeAttempt } from "#server/store/connections/oauth-grants.ts";
import { retryWork } from "#server/store/integrations/integration-work.ts";
import { queuePoll } from "#server/store/integrations/poll-cursors.ts";
import { authorizeSession } from "./authorize.ts";

type OAuthAnswer = { Querystring: { state?: string; code?: string; error?: string } };
type OAuthEnd = { service: string | undefined; outcome: "connected" | "refused" | "failed" };

/** Where vendors send an administrator back after they agreed or refused. */
export const mountOAuthCallback = (server: FastifyInstance, services: ApiServices): void => {
  const { write, keyring, vendors, log } = services;

  const finish = async (
    { state = "", code, error }: OAuthAnswer["Querystring"],
    actor: Actor,
  ): Promise<OAuthEnd> => {
    const attempt = await write(actor, ({ tx }) => takeAttempt(tx, keyring, hashState(String(state))));
    // Another user's browser must not finish it: it would connect the account of whoever sent them here.
    if (!attempt || attempt.userId !== actor.userId) return { service: undefined, outcome: "failed" };
    const { service, verifier, redirectUri } = attempt;
    if (error || !code) return { service, outcome: "refused" };
    const connector = findConnector(service);
    const opened = connector && (await vendors.open(connector));
    if (!connector?.oauth || !opened?.ok) return { service, outcome: "failed" };
    const { oauth, label } = connector;
    const tokens = await vendors.use(
      opened,
      "sync",
      (context) => exchangeCode(label, oauth, context, { code: String(code), verifier, redirectUri }),
      actor,
    );
    if (!tokens.ok) {
      log.warn({ service, kind: tokens.error.kind }, "the sign-in at a vendor failed");
      return { service, outcome: "failed" };
    }
    await write(actor, async ({ tx, audit, touch }) => {
      await saveGrant(tx, keyring, service, tokens.value);
      await retryWork(tx, service);
      const vendor = findWorkVendor(service);
      const poll = vendor && pollKindOf(vendor);
      if (poll) await queuePoll(tx, service, poll);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: service,
        details: { kind: "connected", name: label },
      });
      touch("integrations", "syncs", "integration-work");
    });
    return { service, outcome: "connected" };
  };

  server.get<OAuthAnswer>("/oauth/callback", { exposeHeadRoute: false }, async (request, reply) => {
    const session = await authorizeSession({ access: "public" }, services, request);
    if (!session || !hasLevel(session.user.permissions, "integrations", "manage")) return reply.redirect("/");
    const { service, outcome } = await finish(request.query, {
      userId: session.user.id,
      ip: request.ip,
      userAgent: request.headers["user-agent"] ?? null,
    });
    const query = new URLSearchParams({
      tab: "integrations",
      oauth: outcome,
      ...(service ? { sync: service } : {}),
    });
    return reply.redirect(`/settings?${query}`);
  });
};
