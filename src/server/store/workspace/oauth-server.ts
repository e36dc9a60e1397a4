import { sql } from "drizzle-orm";
import type { TokenScope } from "#domain/api-access/token.ts";
import { grantEnd, type OAuthClient, oauthLives } from "#domain/oauth/authorization-request.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { oauthClients, oauthCodes } from "#server/db/schema/oauth-server.ts";

/** Clients that no user has allowed anything yet; more are refused until the oldest are deleted. */
export const maxUnusedClients = 1000;
const unusedClientLife = "1 day";

/** False where too many clients registered without being used. */
export const insertOAuthClient = async (tx: Tx, client: OAuthClient): Promise<boolean> => {
  await tx.execute(sql`
    DELETE FROM oauth_clients WHERE last_used_at IS NULL AND created_at < now() - ${unusedClientLife}::interval`);
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM oauth_clients WHERE last_used_at IS NULL`);
  if ((rows[0]?.count ?? 0) >= maxUnusedClients) return false;
  await tx.insert(oauthClients).values(client);
  return true;
};

export const findOAuthClient = async (db: Reader, id: string): Promise<OAuthClient | undefined> => {
  const { rows } = await db.execute<OAuthClient>(sql`
    SELECT id, name, redirect_uris AS "redirectUris" FROM oauth_clients WHERE id = ${id}`);
  return rows[0];
};

export type NewCode = {
  hash: Buffer;
  userId: string;
  client: OAuthClient;
  redirectUri: string;
  scopes: TokenScope[];
  audience: string;
  challenge: string;
};

export const insertCode = async (tx: Tx, { client, ...code }: NewCode, now: number): Promise<void> => {
  await tx.execute(sql`UPDATE oauth_clients SET last_used_at = now() WHERE id = ${client.id}`);
  await tx.insert(oauthCodes).values({
    ...code,
    clientId: client.id,
    clientName: client.name,
    expiresAt: new Date(now + oauthLives.codeMs),
  });
};

export type StoredCode = {
  userId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  scopes: TokenScope[];
  audience: string;
  challenge: string;
  isExpired: boolean;
  /** Whether it was exchanged, or refused, before. */
  wasUsed: boolean;
  tokenId: string | null;
};

/** The code, which counts as used from now on; undefined where there is none. */
export const takeCode = async (tx: Tx, hash: Buffer): Promise<StoredCode | undefined> => {
  const { rows } = await tx.execute<StoredCode>(sql`
    SELECT user_id AS "userId", client_id AS "clientId", client_name AS "clientName", redirect_uri AS "redirectUri",
           scopes, audience, challenge, expires_at <= now() AS "isExpired", used_at IS NOT NULL AS "wasUsed",
           token_id AS "tokenId"
      FROM oauth_codes WHERE hash = ${hash} FOR UPDATE`);
  await tx.execute(sql`UPDATE oauth_codes SET used_at = coalesce(used_at, now()) WHERE hash = ${hash}`);
  return rows[0];
};

export type TokenHashes = { access: Buffer; refresh: Buffer; ending: string };

/** Stores the grant of a user with its first tokens. Returns its id. */
export const insertGrant = async (
  tx: Tx,
  codeHash: Buffer,
  code: StoredCode & { clientHost: string },
  { access, refresh, ending }: TokenHashes,
  now: number,
): Promise<string> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO api_tokens (user_id, name, hash, ending, scopes, is_for_assistant, expires_at, client_id, client_host,
                            audience, access_expires_at)
    VALUES (${code.userId}, ${code.clientName}, ${access}, ${ending}, ${sql.param(code.scopes)}::text[], true,
            ${new Date(grantEnd(now, now)).toISOString()}, ${code.clientId}, ${code.clientHost},
            ${code.audience}, ${new Date(now + oauthLives.accessMs).toISOString()})
    RETURNING id`);
  const id = rows[0]?.id ?? "";
  await tx.execute(sql`INSERT INTO oauth_refresh_tokens (hash, token_id) VALUES (${refresh}, ${id})`);
  await tx.execute(sql`UPDATE oauth_codes SET token_id = ${id} WHERE hash = ${codeHash}`);
  return id;
};

export type StoredGrant = {
  id: string;
  name: string;
  userId: string;
  clientId: string;
  audience: string;
  scopes: TokenScope[];
  createdAt: number;
  /** Revoked, suspended or ended, or of a user who may no longer sign in. */
  isOver: boolean;
  wasUsed: boolean;
};

/** The grant of a refresh token, locked; undefined where there is none. */
export const lockGrantOfRefresh = async (tx: Tx, hash: Buffer): Promise<StoredGrant | undefined> => {
  const { rows } = await tx.execute<Omit<StoredGrant, "createdAt"> & { createdAt: string }>(sql`
    SELECT t.id, t.name, t.user_id AS "userId", t.client_id AS "clientId", t.audience, t.scopes,
           t.created_at AS "createdAt", r.used_at IS NOT NULL AS "wasUsed",
           t.revoked_at IS NOT NULL OR t.suspended_at IS NOT NULL OR t.expires_at <= now() OR NOT u.active AS "isOver"
      FROM oauth_refresh_tokens r JOIN api_tokens t ON t.id = r.token_id JOIN users u ON u.id = t.user_id
     WHERE r.hash = ${hash} FOR UPDATE OF r, t`);
  return rows[0] && { ...rows[0], createdAt: new Date(rows[0].createdAt).getTime() };
};

/** Replaces both tokens of a grant; its id, and so its limits, approvals and audit entries, stay. */
export const rotateTokens = async (
  tx: Tx,
  { id, createdAt }: StoredGrant,
  usedRefresh: Buffer,
  { access, refresh, ending }: TokenHashes,
  now: number,
): Promise<void> => {
  await tx.execute(sql`UPDATE oauth_refresh_tokens SET used_at = now() WHERE hash = ${usedRefresh}`);
  await tx.execute(sql`INSERT INTO oauth_refresh_tokens (hash, token_id) VALUES (${refresh}, ${id})`);
  await tx.execute(sql`
    UPDATE api_tokens SET hash = ${access}, ending = ${ending},
           access_expires_at = ${new Date(now + oauthLives.accessMs).toISOString()},
           expires_at = ${new Date(grantEnd(createdAt, now)).toISOString()} WHERE id = ${id}`);
};

/** The grant that an access or refresh token of the client belongs to. */
export const findGrantOfToken = async (
  db: Reader,
  hash: Buffer,
): Promise<{ id: string; clientId: string; userId: string } | undefined> => {
  const { rows } = await db.execute<{ id: string; clientId: string; userId: string }>(sql`
    SELECT id, client_id AS "clientId", user_id AS "userId" FROM api_tokens
     WHERE client_id IS NOT NULL
       AND (hash = ${hash} OR id = (SELECT token_id FROM oauth_refresh_tokens WHERE hash = ${hash}))`);
  return rows[0];
};

/** Deletes what has no use any more: codes after a day, and the refresh tokens of grants that are over. */
export const sweepOAuth = async (db: Db): Promise<void> => {
  await db.execute(sql`DELETE FROM oauth_codes WHERE expires_at < now() - interval '1 day'`);
  await db.execute(sql`DELETE FROM mcp_request_states WHERE expires_at < now() - interval '1 day'`);
  await db.execute(sql`
    DELETE FROM oauth_refresh_tokens r USING api_tokens t
     WHERE t.id = r.token_id AND (t.revoked_at < now() - interval '1 day' OR t.expires_at < now() - interval '1 day')`);
};
