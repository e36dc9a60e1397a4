import { sql } from "drizzle-orm";
import { hashChatCode } from "#server/connectors/work/chat-link-report.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";

export type ChatUser = { externalId: string; userId: string; linkedAt: string | null };

export const listChatUsers = async (db: Reader, service: string): Promise<ChatUser[]> => {
  const { rows } = await db.execute<Omit<ChatUser, "linkedAt"> & { linkedAt: string | Date | null }>(sql`
    SELECT external_id AS "externalId", user_id AS "userId", linked_at AS "linkedAt" FROM chat_users WHERE service = ${service}`);
  return rows.map(({ linkedAt, ...row }) => ({
    ...row,
    linkedAt: linkedAt === null ? null : new Date(linkedAt).toISOString(),
  }));
};

/** Replaces an earlier code of the user, which then counts no more. */
export const saveChatCode = async (
  tx: Tx,
  { service, userId, code, expiresAt }: { service: string; userId: string; code: string; expiresAt: Date },
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO chat_link_codes (service, user_id, code_hash, expires_at)
    VALUES (${service}, ${userId}, ${hashChatCode(code)}, ${expiresAt.toISOString()}::timestamptz)
    ON CONFLICT (service, user_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`);
};

/**
 * Links the account to the user whose code it sent, and uses the code up. An account belongs to one user and a user has
 * one account of a chat, so earlier links of both end.
 */
export const linkChatUser = async (
  tx: Tx,
  {
    service,
    externalId,
    codeHash,
    now,
  }: { service: string; externalId: string; codeHash: Buffer; now: Date },
): Promise<{ id: string; name: string } | undefined> => {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    WITH used AS (
      DELETE FROM chat_link_codes WHERE service = ${service} AND code_hash = ${codeHash} RETURNING user_id, expires_at)
    SELECT u.id, ${userNameSql("u")} AS name FROM used JOIN users u ON u.id = used.user_id
     WHERE u.active AND used.expires_at > ${now.toISOString()}::timestamptz`);
  const [user] = rows;
  if (!user) return undefined;
  await tx.execute(sql`
    DELETE FROM chat_users WHERE service = ${service} AND (external_id = ${externalId} OR user_id = ${user.id})`);
  await tx.execute(sql`
    INSERT INTO chat_users (service, external_id, user_id, linked_at)
    VALUES (${service}, ${externalId}, ${user.id}, ${now.toISOString()}::timestamptz)`);
  return user;
};

/** Returns whether there was a link. A code that the user has not sent yet counts no more. */
export const unlinkChatUser = async (tx: Tx, service: string, userId: string): Promise<boolean> => {
  await tx.execute(sql`DELETE FROM chat_link_codes WHERE service = ${service} AND user_id = ${userId}`);
  const { rowCount } = await tx.execute(
    sql`DELETE FROM chat_users WHERE service = ${service} AND user_id = ${userId}`,
  );
  return (rowCount ?? 0) > 0;
};
