import { type SQL, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";

/** Requests to start a broadcast that wait, as `a`. Only those without a person are looked at. */
export const isOpenStartRequest = (broadcastId: SQL): SQL => sql`a.person_id IS NULL AND a.state = 'pending'
  AND a.expires_at > now() AND a.content #>> '{broadcast,id}' = ${broadcastId}::text
  AND a.content #>> '{broadcast,verb}' = 'start'`;

/** Ends requests to start a broadcast that is not the one they asked for any more; whether there were any. */
export const endStartRequests = async (tx: Tx, broadcastId: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE approvals SET state = 'failed', failure = 'broadcast_changed', decided_at = now()
     WHERE id IN (SELECT a.id FROM approvals a WHERE ${isOpenStartRequest(sql`${broadcastId}`)} ORDER BY a.id FOR UPDATE)`);
  return (rowCount ?? 0) > 0;
};

const mayWork = sql`u.active AND ${hasLevelSql("u", ["rules"], "work")} AND ${hasLevelSql("u", ["people"], "view")}`;
/** Roles with a part of the records have no part in broadcasts. */
const hasAllRecords = sql`NOT EXISTS (
  SELECT FROM own_roles r, jsonb_each_text(r.scopes) scope WHERE r.id = u.role_id AND scope.value <> 'all')`;

/** Users who may approve what is done with broadcasts and rules, except this one. */
export const listRuleDeciders = async (db: Reader, exceptUserId: string | null): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT u.id FROM users u
     WHERE ${mayWork} AND ${hasAllRecords} AND ${hasLevelSql("u", ["approvals"], "work")}
       AND u.id IS DISTINCT FROM ${exceptUserId}::uuid ORDER BY u.id`);
  return rows.map(({ id }) => id);
};

/** Whether a user may still start broadcasts. */
export const mayStartBroadcasts = async (db: Reader, userId: string): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`SELECT FROM users u WHERE u.id = ${userId} AND ${mayWork} AND ${hasAllRecords}`,
  );
  return rows.length > 0;
};
