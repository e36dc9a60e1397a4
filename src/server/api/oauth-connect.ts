import type { SyncView } from "#contract/syncs.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { authorizeUrl, createOAuthSecrets, hashState, hasOAuthClient } from "#server/connectors/oauth.ts";
import { readConnection } from "#server/store/connections/connections.ts";
import { deleteGrant, findGrant, saveAttempt } from "#server/store/connections/oauth-grants.ts";
import { publicOrigin } from "./endpoint-view.ts";
import type { ApiCall } from "./handler.ts";
import { Problem } from "./problem.ts";
import { closedConnectionProblem } from "./vendor-problems.ts";

type OAuthCall = Pick<
  ApiCall<typeof import("#contract/syncs.ts").syncsApi["connect"]>,
  "services" | "actor" | "caller" | "request"
>;

/** The sign-in at the vendor, where the vendor offers one. */
export const presentOAuth = async (
  call: Pick<OAuthCall, "services" | "request">,
  { oauth, id }: AnyConnector,
): Promise<SyncView["oauth"]> => {
  if (!oauth) return null;
  const { db } = call.services.database;
  const grant = await findGrant(db, id);
  const stored = await readConnection(db, id);
  return {
    state: grant === undefined ? "none" : grant.revokedAt === null ? "connected" : "revoked",
    hasClient: Boolean(stored?.settings.clientId) && (stored?.secrets.includes("clientSecret") ?? false),
    redirectUrl: oauthRedirectUrl(call),
    connectedAt: grant?.createdAt.toISOString() ?? null,
  };
};

/** The address to which vendors send an administrator back. */
export const oauthRedirectUrl = ({ services, request }: Pick<OAuthCall, "services" | "request">): string =>
  `${publicOrigin(services, request)}/oauth/callback`;

/** Begins a sign-in at the vendor; returns the page that the browser opens. */
export const beginOAuth = async (call: OAuthCall, connector: AnyConnector): Promise<{ url: string }> => {
  const { services, actor, caller } = call;
  const { oauth, id, label } = connector;
  if (!oauth || !caller) throw new Problem("not_found");
  const opened = await services.vendors.open(connector);
  if (!opened.ok) throw closedConnectionProblem(opened);
  // The simulator's page is on this machine, where a browser elsewhere cannot open it.
  if (opened.mode !== "live" || !hasOAuthClient(opened.settings)) throw new Problem("conflict");
  const secrets = createOAuthSecrets();
  const redirectUri = oauthRedirectUrl(call);
  await services.write(actor, async ({ tx, audit }) => {
    await saveAttempt(tx, services.keyring, {
      service: id,
      stateHash: hashState(secrets.state),
      verifier: secrets.verifier,
      redirectUri,
      userId: caller.user.id,
    });
    audit({
      eventType: "settings_update",
      entityType: "connection",
      entityId: id,
      details: { kind: "connection_begun", name: label },
    });
  });
  const urlOf: Parameters<typeof authorizeUrl>[2] = (page) => services.vendors.urlOf(opened, page);
  return { url: authorizeUrl(oauth, opened.settings, urlOf, secrets, redirectUri) };
};

/** Forgets what the vendor granted. */
export const endOAuth = async (
  { services, actor }: Pick<OAuthCall, "services" | "actor">,
  { id, label, oauth }: AnyConnector,
): Promise<void> => {
  if (!oauth) throw new Problem("not_found");
  await services.write(actor, async ({ tx, audit, touch }) => {
    if (!(await deleteGrant(tx, id))) throw new Problem("conflict");
    audit({
      eventType: "settings_update",
      entityType: "connection",
      entityId: id,
      details: { kind: "disconnected", name: label },
    });
    touch("integrations", "syncs");
  });
};
