import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { system } from "#server/audit/entry.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import {
  type AnyOAuthFlow,
  notConnected,
  type OAuthTokens,
  refreshTokens,
  type TokenResult,
} from "#server/connectors/oauth.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { oauthAttempts, oauthGrants } from "#server/db/schema/oauth.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

type Grant = typeof oauthGrants.$inferSelect;
type TokenField = "access_token" | "refresh_token";

/** A token is renewed this long before it expires, so that no request is under way with an expired one. */
const renewBeforeMs = 120_000;
/** Longer than a request to the vendor may take. */
const refreshMs = 60_000;
const attemptMs = 15 * 60_000;

const place = (row: string, field: TokenField) => ({ table: "oauth_grants", row, field });

const sealTokens = (
  keyring: Keyring,
  id: string,
  { accessToken, refreshToken, expiresInMs }: OAuthTokens,
) => ({
  accessToken: seal(keyring, accessToken, place(id, "access_token")),
  // A vendor that sends no new refresh token goes on accepting the old one.
  ...(refreshToken === null ? {} : { refreshToken: seal(keyring, refreshToken, place(id, "refresh_token")) }),
  expiresAt: expiresInMs === null ? null : new Date(Date.now() + expiresInMs),
  refreshingUntil: null,
  revokedAt: null,
  updatedAt: new Date(),
});

export const findGrant = async (db: Reader, service: string): Promise<Grant | undefined> => {
  const [grant] = await db.select().from(oauthGrants).where(eq(oauthGrants.service, service));
  return grant;
};

export const saveGrant = async (
  tx: Tx,
  keyring: Keyring,
  service: string,
  tokens: OAuthTokens,
): Promise<void> => {
  // A new row, because sealed values are bound to its id.
  await deleteGrant(tx, service);
  const id = newId();
  await tx.insert(oauthGrants).values({ id, service, ...sealTokens(keyring, id, tokens) });
};

export const deleteGrant = async (tx: Tx, service: string): Promise<boolean> => {
  const { rowCount } = await tx.delete(oauthGrants).where(eq(oauthGrants.service, service));
  return (rowCount ?? 0) > 0;
};

type OAuthAttempt = {
  service: string;
  stateHash: string;
  verifier: string;
  redirectUri: string;
  userId: string;
};

export const saveAttempt = async (tx: Tx, keyring: Keyring, attempt: OAuthAttempt): Promise<void> => {
  const id = newId();
  const verifier = seal(keyring, attempt.verifier, { table: "oauth_attempts", row: id, field: "verifier" });
  await tx.delete(oauthAttempts).where(lt(oauthAttempts.createdAt, new Date(Date.now() - attemptMs)));
  await tx.insert(oauthAttempts).values({ ...attempt, id, verifier });
};

/** Deletes the attempt, so that its answer counts once; undefined where there is none, or it is too old. */
export const takeAttempt = async (
  tx: Tx,
  keyring: Keyring,
  stateHash: string,
): Promise<OAuthAttempt | undefined> => {
  const [row] = await tx.delete(oauthAttempts).where(eq(oauthAttempts.stateHash, stateHash)).returning();
  if (!row || row.createdAt.getTime() < Date.now() - attemptMs) return undefined;
  const verifier = unseal(keyring, row.verifier, { table: "oauth_attempts", row: row.id, field: "verifier" });
  return { ...row, verifier };
};

type OAuthStore = { db: Db; write: Write; keyring: Keyring };
type OAuthVendor = { id: string; label: string; oauth: AnyOAuthFlow };

/** The grant, if this process is the one that refreshes it. */
const claimRefresh = async ({ db }: OAuthStore, grant: Grant): Promise<boolean> => {
  const { rowCount } = await db
    .update(oauthGrants)
    .set({ refreshingUntil: sql`now() + make_interval(secs => ${refreshMs / 1000})` })
    .where(
      and(
        eq(oauthGrants.id, grant.id),
        // The grant as it was read: otherwise another process has refreshed it meanwhile.
        eq(oauthGrants.updatedAt, grant.updatedAt),
        or(isNull(oauthGrants.refreshingUntil), lt(oauthGrants.refreshingUntil, sql`now()`)),
      ),
    );
  return rowCount === 1;
};

const recordRefresh = async (
  { write, keyring }: OAuthStore,
  { id: service, label }: OAuthVendor,
  grant: Grant,
  result: TokenResult,
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    const where = eq(oauthGrants.id, grant.id);
    if (result.ok) {
      await tx
        .update(oauthGrants)
        .set(sealTokens(keyring, grant.id, result.value))
        .where(where);
      return;
    }
    if (!result.isRevoked) {
      await tx.update(oauthGrants).set({ refreshingUntil: null }).where(where);
      return;
    }
    await tx
      .update(oauthGrants)
      .set({ accessToken: null, refreshToken: null, refreshingUntil: null, revokedAt: new Date() })
      .where(where);
    audit({
      eventType: "failed_action",
      entityType: "connection",
      entityId: service,
      details: { kind: "access_revoked_by_vendor", name: label },
      status: "failure",
    });
    touch("integrations", "syncs");
  });

const accessExpired = (label: string): OperationResult<never> => ({
  ok: false,
  error: {
    kind: "auth",
    message: {
      en: `The access to ${label} has expired. The next sync renews it`,
      es: `El acceso a ${label} venció. La próxima sincronización lo renueva`,
    },
    mayHaveHappened: false,
  },
});

/** The access token as it is stored, for a test, which changes nothing. */
export const readAccessToken = async (
  { db, keyring }: Pick<OAuthStore, "db" | "keyring">,
  { id, label }: Pick<OAuthVendor, "id" | "label">,
): Promise<OperationResult<string> | undefined> => {
  const grant = await findGrant(db, id);
  if (!grant) return undefined;
  if (grant.accessToken === null) return notConnected(label);
  if (grant.expiresAt !== null && grant.expiresAt.getTime() <= Date.now()) return accessExpired(label);
  return { ok: true, value: unseal(keyring, grant.accessToken, place(grant.id, "access_token")) };
};

/**
 * A valid access token of the vendor, renewed shortly before it expires or after the vendor refused it. One process
 * renews at a time: a refresh token may be valid for a single use.
 */
export const takeAccessToken = async (
  store: OAuthStore,
  vendor: OAuthVendor,
  context: Pick<VendorContext, "send" | "settings">,
  refused: string | undefined,
): Promise<OperationResult<string> | undefined> => {
  const { db, keyring } = store;
  const endsAt = Date.now() + refreshMs;
  for (;;) {
    const grant = await findGrant(db, vendor.id);
    if (!grant) return undefined;
    if (grant.accessToken === null) return notConnected(vendor.label);
    const token = unseal(keyring, grant.accessToken, place(grant.id, "access_token"));
    const isFresh = grant.expiresAt === null || grant.expiresAt.getTime() > Date.now() + renewBeforeMs;
    if (isFresh && token !== refused) return { ok: true, value: token };
    if (grant.refreshToken === null) {
      // Without a refresh token the grant ends with its access token.
      await recordRefresh(store, vendor, grant, { ...notConnected(vendor.label), isRevoked: true });
      return notConnected(vendor.label);
    }
    if (await claimRefresh(store, grant)) {
      const refreshToken = unseal(keyring, grant.refreshToken, place(grant.id, "refresh_token"));
      const result = await refreshTokens(vendor.label, vendor.oauth, context, refreshToken);
      await recordRefresh(store, vendor, grant, result);
      return result.ok ? { ok: true, value: result.value.accessToken } : result;
    }
    if (Date.now() > endsAt) return notConnected(vendor.label);
    await sleep(200);
  }
};
