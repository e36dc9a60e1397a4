import { eq, sql } from "drizzle-orm";
import type { Team } from "#contract/team.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { teams } from "#server/db/schema/team.ts";

export const listTeams = async (db: Reader, id: string | null = null): Promise<Team[]> => {
  const { rows } = await db.execute<Team>(sql`
    SELECT t.id, t.name, t.updated_at AS "updatedAt",
           ARRAY(SELECT m.user_id FROM team_members m WHERE m.team_id = t.id ORDER BY m.user_id) AS "memberIds"
      FROM teams t WHERE (${id}::uuid IS NULL OR t.id = ${id}::uuid) ORDER BY lower(t.name), t.id`);
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }));
};

/** The team, whose row stays locked until the transaction ends. */
export const lockTeam = async (tx: Tx, id: string): Promise<Team | undefined> => {
  await tx.execute(sql`SELECT FROM teams WHERE id = ${id} FOR UPDATE`);
  return (await listTeams(tx, id))[0];
};

/** Ids that are no users are left out. */
const setMembers = async (tx: Tx, teamId: string, userIds: readonly string[]): Promise<void> => {
  const ids = sql`${sql.param([...userIds])}::uuid[]`;
  await tx.execute(sql`DELETE FROM team_members WHERE team_id = ${teamId} AND user_id <> ALL (${ids})`);
  await tx.execute(sql`
    INSERT INTO team_members (team_id, user_id) SELECT ${teamId}::uuid, id FROM users WHERE id = ANY (${ids})
    ON CONFLICT DO NOTHING`);
};

type TeamValues = Pick<Team, "name" | "memberIds">;

/** Undefined when the name is taken. */
export const insertTeam = async (tx: Tx, { name, memberIds }: TeamValues): Promise<Team | undefined> => {
  const [row] = await tx.insert(teams).values({ name }).onConflictDoNothing().returning({ id: teams.id });
  if (!row) return undefined;
  await setMembers(tx, row.id, memberIds);
  return (await listTeams(tx, row.id))[0];
};

/** Undefined when the name is taken. */
export const updateTeam = async (
  tx: Tx,
  id: string,
  { name, memberIds }: TeamValues,
): Promise<Team | undefined> => {
  const { rows } = await tx.execute(
    sql`SELECT FROM teams WHERE lower(name) = lower(${name}) AND id <> ${id}`,
  );
  if (rows.length > 0) return undefined;
  await tx.update(teams).set({ name, updatedAt: new Date() }).where(eq(teams.id, id));
  await setMembers(tx, id, memberIds);
  return (await listTeams(tx, id))[0];
};

export const deleteTeam = (tx: Tx, id: string) => tx.delete(teams).where(eq(teams.id, id));

/** Adds the user to those of the teams that exist. */
export const joinTeams = async (tx: Tx, userId: string, teamIds: readonly string[]): Promise<void> => {
  if (teamIds.length === 0) return;
  await tx.execute(sql`
    INSERT INTO team_members (team_id, user_id)
    SELECT id, ${userId}::uuid FROM teams WHERE id = ANY (${sql.param([...teamIds])}::uuid[])
    ON CONFLICT DO NOTHING`);
};
