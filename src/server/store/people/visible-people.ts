import { type SQL, sql } from "drizzle-orm";
import type { RecordKind } from "#contract/record-rules.ts";
import type { RecordScope } from "#domain/access/record-scope.ts";
import type { Reader } from "#server/db/database.ts";

/** The part of the people and conversations that a user works with. */
export type RecordReach = { userId: string; scope: Exclude<RecordScope, "all"> };

const teamsOf = (userId: string): SQL =>
  sql`SELECT m.team_id FROM team_members m WHERE m.user_id = ${userId}::uuid`;

const ownersIn = ({ userId, scope }: RecordReach): SQL =>
  scope === "own"
    ? sql`ARRAY[${userId}::uuid]`
    : sql`ARRAY(SELECT ${userId}::uuid UNION
        SELECT o.user_id FROM team_members o WHERE o.team_id IN (${teamsOf(userId)}))`;

/**
 * The ids of the people in a user's part, as an array. A person belongs to the user who looks after them and to the
 * owner of their conversation, and with it to the teams of both; a conversation of a team belongs to the team. An array
 * is read once for a statement, through the indexes of the owners, however many people there are.
 */
export const visibleIds = (reach: RecordReach): SQL => {
  const owners = ownersIn(reach);
  const ofTeams =
    reach.scope === "own"
      ? sql``
      : sql`UNION SELECT h.person_id FROM threads h WHERE h.team_id = ANY(ARRAY(${teamsOf(reach.userId)}))`;
  return sql`ARRAY(
    SELECT v.id FROM people v WHERE v.assigned_agent_id = ANY(${owners}) AND v.assigned_agent_id IS NOT NULL
    UNION SELECT h.person_id FROM threads h WHERE h.owner_id = ANY(${owners}) ${ofTeams})`;
};

/** Whether the person in a column is in the part; true where there is no limit. */
export const isVisible = (column: string, reach: RecordReach | undefined): SQL =>
  reach === undefined ? sql`true` : sql`${sql.raw(column)} = ANY(${visibleIds(reach)})`;

/** Which of the people are in the part. */
export const findVisible = async (
  db: Reader,
  reach: RecordReach,
  ids: readonly string[],
): Promise<Set<string>> => {
  const owners = ownersIn(reach);
  const isTeams = reach.scope === "own" ? sql`false` : sql`h.team_id = ANY(ARRAY(${teamsOf(reach.userId)}))`;
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT p.id FROM people p LEFT JOIN threads h ON h.person_id = p.id
     WHERE p.id = ANY(${sql.param([...ids])}::uuid[])
       AND (p.assigned_agent_id = ANY(${owners}) OR h.owner_id = ANY(${owners}) OR ${isTeams})`);
  return new Set(rows.map(({ id }) => id));
};

/** Where the person of a record is found. */
const peopleOf: Record<Exclude<RecordKind, "person">, (ids: SQL) => SQL> = {
  task: (ids) => sql`SELECT id, person_id FROM tasks WHERE id = ANY(${ids})`,
  action: (ids) => sql`SELECT id, person_id FROM actions WHERE id = ANY(${ids})`,
  call: (ids) => sql`SELECT id, person_id FROM calls WHERE id = ANY(${ids})`,
  note: (ids) => sql`SELECT id, person_id FROM notes WHERE id = ANY(${ids})`,
  address: (ids) => sql`SELECT id, person_id FROM person_addresses WHERE id = ANY(${ids})`,
  suggestion: (ids) => sql`SELECT id, person_id FROM reply_suggestions WHERE id = ANY(${ids})`,
  file: (ids) => sql`SELECT id, person_id FROM outgoing_files WHERE id = ANY(${ids})
    UNION ALL SELECT f.id, e.person_id FROM event_files f JOIN events e ON e.id = f.event_id WHERE f.id = ANY(${ids})`,
};

/** The people of records; one that does not exist, or belongs to no person, is null. */
export const findPeopleOfRecords = async (
  db: Reader,
  kind: RecordKind,
  ids: readonly string[],
): Promise<(string | null)[]> => {
  if (kind === "person") return [...ids];
  const { rows } = await db.execute<{ id: string; person_id: string | null }>(
    peopleOf[kind](sql`${sql.param([...ids])}::uuid[]`),
  );
  const personOf = new Map(rows.map(({ id, person_id }) => [id, person_id]));
  return ids.map((id) => personOf.get(id) ?? null);
};
