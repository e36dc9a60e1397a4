import { sql } from "drizzle-orm";
import type { InboxTeam } from "#contract/inbox.ts";
import type { AssignedTeam } from "#domain/conversations/thread.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { isVisible, type RecordReach } from "#server/store/people/visible-people.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";

const mayAnswer = sql`u.active AND ${hasLevelSql("u", ["inbox"], "work")}`;

/** The team, which is not deleted before the transaction ends; undefined where there is none. */
export const findAssignedTeam = async (tx: Tx, id: string): Promise<AssignedTeam | undefined> => {
  const { rows } = await tx.execute<Omit<AssignedTeam, "memberIds">>(
    sql`SELECT id, name FROM teams WHERE id = ${id} FOR KEY SHARE`,
  );
  const [team] = rows;
  if (!team) return undefined;
  const { rows: members } = await tx.execute<{ id: string }>(sql`
    SELECT u.id FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = ${id} AND ${mayAnswer}`);
  return { ...team, memberIds: members.map((member) => member.id) };
};

const maxCounted = 1000;

/** All teams as a user sees them, their own first. Counting stops at 1,000. */
export const listInboxTeams = async (
  db: Reader,
  userId: string,
  reach: RecordReach | undefined,
): Promise<InboxTeam[]> => {
  type Row = Omit<InboxTeam, "open"> & { open: number };
  const { rows } = await db.execute<Row>(sql`
    SELECT t.id, t.name,
           EXISTS (SELECT FROM team_members m WHERE m.team_id = t.id AND m.user_id = ${userId}) AS "isMine",
           (SELECT count(*)::int FROM team_members m JOIN users u ON u.id = m.user_id
             WHERE m.team_id = t.id AND ${mayAnswer}) AS members,
           (SELECT count(*)::int FROM team_members m JOIN users u ON u.id = m.user_id
             WHERE m.team_id = t.id AND ${mayAnswer} AND u.away_since IS NULL) AS here,
           (SELECT count(*)::int FROM (SELECT FROM threads o WHERE o.team_id = t.id AND o.state = 'open'
               AND ${isVisible("o.person_id", reach)} LIMIT ${maxCounted + 1}) counted) AS open
      FROM teams t ORDER BY 3 DESC, lower(t.name), t.id`);
  return rows.map(({ open, ...team }) => ({
    ...team,
    open: { count: Math.min(open, maxCounted), isExact: open <= maxCounted },
  }));
};

export const listTeamsOf = async (db: Reader, userId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT team_id AS id FROM team_members WHERE user_id = ${userId} ORDER BY team_id`,
  );
  return rows.map(({ id }) => id);
};

/** Whether a member of the team who can answer is here. */
export const isTeamHere = async (db: Reader, teamId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT FROM team_members m JOIN users u ON u.id = m.user_id
     WHERE m.team_id = ${teamId} AND ${mayAnswer} AND u.away_since IS NULL LIMIT 1`);
  return rows.length > 0;
};

/**
 * Takes a team off its conversations, with an entry in those that are not closed. Owners stay. Called before the row of
 * the team is locked: a transaction that assigns to the team locks conversations first.
 */
export const releaseTeamThreads = async (tx: Tx, teamId: string, by: string): Promise<number> => {
  await tx.execute(
    sql`SELECT FROM threads WHERE team_id = ${teamId}::uuid ORDER BY person_id FOR NO KEY UPDATE`,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    WITH released AS (
      UPDATE threads SET team_id = NULL, updated_at = now() WHERE team_id = ${teamId}::uuid
      RETURNING person_id, owner_id, state),
    noted AS (
      INSERT INTO timeline (person_id, event_type, source, title, metadata, caused_by)
      SELECT person_id, 'thread_assigned', 'inbox', 'Conversation assigned',
             jsonb_build_object('by', ${by}::uuid, 'from', owner_id, 'to', owner_id,
                                'fromTeam', ${teamId}::uuid, 'toTeam', NULL, 'team', NULL), person_id
        FROM released WHERE state <> 'closed')
    SELECT count(*)::int AS count FROM released`);
  return rows[0]?.count ?? 0;
};
