import { sql } from "drizzle-orm";
import type { ApiTokenView } from "#contract/tokens.ts";
import type { TokenScope } from "#domain/api-access/token.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { apiTokens } from "#server/db/schema/access.ts";

type TokenRow = Omit<ApiTokenView, "user" | "grantedTo"> & {
  userId: string;
  userName: string;
  clientId: string | null;
  clientHost: string | null;
};

const iso = (column: string) =>
  sql.raw(`to_char(t.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Newest first; revoked ones stay listed for a month. */
export const listApiTokens = async (db: Reader, userId: string | null): Promise<ApiTokenView[]> => {
  const { rows } = await db.execute<TokenRow>(sql`
    SELECT t.id, t.name, t.ending, t.scopes, t.addresses, t.is_for_assistant AS "isForAssistant",
           ${iso("expires_at")} AS "expiresAt",
           ${iso("last_used_at")} AS "lastUsedAt", t.last_used_from AS "lastUsedFrom", ${iso("revoked_at")} AS "revokedAt",
           ${iso("suspended_at")} AS "suspendedAt", ${iso("created_at")} AS "createdAt", u.id AS "userId",
           t.client_id AS "clientId", t.client_host AS "clientHost",
           coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) AS "userName"
      FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE (${userId}::uuid IS NULL OR t.user_id = ${userId}::uuid)
       AND (t.revoked_at IS NULL OR t.revoked_at > now() - interval '30 days')
     ORDER BY t.created_at DESC, t.id DESC`);
  return rows.map(({ userId: id, userName, clientId, clientHost: host, ...token }) => ({
    ...token,
    user: { id, name: userName },
    grantedTo: clientId === null || host === null ? null : { clientId, host },
  }));
};

export type NewApiToken = {
  userId: string;
  name: string;
  hash: string;
  ending: string;
  scopes: TokenScope[];
  addresses: string[];
  isForAssistant: boolean;
  expiresAt: Date;
};

export const insertApiToken = async (tx: Tx, { hash, ...token }: NewApiToken): Promise<string> => {
  const [row] = await tx
    .insert(apiTokens)
    .values({ ...token, hash: Buffer.from(hash, "hex") })
    .returning({ id: apiTokens.id });
  return row?.id ?? "";
};

/** Changes a token of the user, or of anyone where no user is given; returns its name. */
const updateApiToken = async (
  tx: Tx,
  id: string,
  userId: string | null,
  change: ReturnType<typeof sql>,
): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    UPDATE api_tokens SET ${change}
     WHERE id = ${id} AND revoked_at IS NULL AND (${userId}::uuid IS NULL OR user_id = ${userId}::uuid) RETURNING name`);
  return rows[0]?.name;
};

/** What a token subscribed ends with it. */
export const revokeApiToken = async (
  tx: Tx,
  id: string,
  userId: string | null,
): Promise<string | undefined> => {
  const name = await updateApiToken(tx, id, userId, sql`revoked_at = now()`);
  if (name !== undefined)
    await tx.execute(sql`
      UPDATE webhook_subscriptions SET deleted_at = now(), updated_at = now()
       WHERE token_id = ${id} AND deleted_at IS NULL`);
  return name;
};

export const resumeApiToken = (tx: Tx, id: string, userId: string | null) =>
  updateApiToken(tx, id, userId, sql`suspended_at = NULL`);

export const suspendApiToken = (tx: Tx, id: string) =>
  updateApiToken(tx, id, null, sql`suspended_at = coalesce(suspended_at, now())`);
