import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** From the answer of a call until its socket must be open. */
const openWithinSeconds = 120;

/** Makes the secret part of a socket's address. Only its hash is stored. */
export const createRelaySession = async (tx: Tx, callId: string, providerCallId: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  await tx.execute(sql`
    INSERT INTO relay_sessions (call_id, token_hash, provider_call_id, expires_at)
    VALUES (${callId}, ${hashToken(token)}, ${providerCallId}, now() + make_interval(secs => ${openWithinSeconds}))`);
  return token;
};

export type RelaySession = {
  id: string;
  callId: string;
  providerCallId: string;
  /** The call had a socket before. */
  isReconnection: boolean;
};

/**
 * Opens the session of a token. A token opens one socket; the vendor may use it again only to reconnect, while the
 * agent's part of the call has not ended.
 */
export const openRelaySession = async (tx: Tx, token: string): Promise<RelaySession | undefined> => {
  const { rows } = await tx.execute<RelaySession>(sql`
    UPDATE relay_sessions SET opened_at = now()
      FROM (SELECT s.id, s.opened_at IS NOT NULL AS was_open FROM relay_sessions s JOIN calls c ON c.id = s.call_id
             WHERE s.token_hash = ${hashToken(token)} AND s.ended_at IS NULL AND c.end_reason IS NULL
               AND (s.opened_at IS NOT NULL OR s.expires_at > now()) FOR UPDATE OF s) found
     WHERE relay_sessions.id = found.id
    RETURNING relay_sessions.id, call_id AS "callId", provider_call_id AS "providerCallId",
              found.was_open AS "isReconnection"`);
  return rows[0];
};

/** After this the address opens no socket. */
export const endRelaySessions = async (tx: Tx, callId: string): Promise<void> => {
  await tx.execute(
    sql`UPDATE relay_sessions SET ended_at = now() WHERE call_id = ${callId} AND ended_at IS NULL`,
  );
};
