import { and, eq, inArray, sql } from "drizzle-orm";
import {
  type AssignmentSetting,
  type AvailableUser,
  assignmentModes,
  chooseOwners,
  needsOwner,
} from "#domain/conversations/assignment.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";
import { findAssignedTeam } from "./inbox-teams.ts";
import { applyToThreads, type ThreadHappening, type ThreadResult } from "./threads.ts";

const category = "inbox";
const modeKey = "assignment";
const teamKey = "assignment_team";

export const readAssignment = async (db: Reader): Promise<AssignmentSetting> => {
  const rows = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, category), inArray(settings.key, [modeKey, teamKey])));
  const storedValue = (key: string): unknown => rows.find((row) => row.key === key)?.value;
  const teamId = storedValue(teamKey);
  return {
    mode: assignmentModes.find((mode) => mode === storedValue(modeKey)) ?? "none",
    teamId: typeof teamId === "string" ? teamId : null,
  };
};

export const saveAssignment = async (tx: Tx, { mode, teamId }: AssignmentSetting): Promise<void> => {
  await tx
    .insert(settings)
    .values({ category, key: modeKey, value: mode, description: "Who gets new conversations" })
    .onConflictDoUpdate({
      target: [settings.category, settings.key],
      set: { value: mode, updatedAt: sql`greatest(now(), ${settings.updatedAt} + interval '1 millisecond')` },
    });
  await tx.delete(settings).where(and(eq(settings.category, category), eq(settings.key, teamKey)));
  if (teamId === null) return;
  await tx
    .insert(settings)
    .values({ category, key: teamKey, value: teamId, description: "The team of new conversations" });
};

/** Users who can answer and are here. */
const listAvailableUsers = async (tx: Tx): Promise<AvailableUser[]> => {
  const { rows } = await tx.execute<AvailableUser>(sql`
    SELECT u.id, (SELECT count(*)::int FROM threads t WHERE t.owner_id = u.id AND t.state = 'open') AS open,
           ARRAY(SELECT m.team_id FROM team_members m WHERE m.user_id = u.id) AS "teamIds"
      FROM users u WHERE u.active AND u.away_since IS NULL AND ${hasLevelSql("u", ["inbox"], "work")} ORDER BY u.id`);
  return rows;
};

/**
 * Gives conversations that have just opened to the workspace's team and to users who are here, where the workspace
 * wants it. A conversation that has a team goes to members of that team only.
 */
export const assignNewThreads = async (
  tx: Tx,
  results: readonly ThreadResult[],
  now: number,
): Promise<ThreadResult[]> => {
  const unowned = results.filter(({ before, after }) => needsOwner(before, after));
  if (unowned.length === 0) return [...results];
  const { mode, teamId } = await readAssignment(tx);
  const needsTeam = unowned.some(({ after }) => after?.teamId === null);
  const team = teamId !== null && needsTeam ? await findAssignedTeam(tx, teamId) : undefined;
  const users = mode === "fewest_open" ? await listAvailableUsers(tx) : [];
  const teamIds = unowned.map(({ after }) => after?.teamId ?? team?.id ?? null);
  const owners = chooseOwners(teamIds, users);
  const assigned = unowned.map(({ personId, after }, index): ThreadHappening => {
    const ownerId = owners[index] ?? null;
    return {
      kind: "assign",
      by: null,
      personId,
      ...(ownerId === null ? {} : { ownerId }),
      ...(team && after?.teamId === null ? { team } : {}),
    };
  });
  const changed = await applyToThreads(
    tx,
    assigned.filter((happening) => "ownerId" in happening || "team" in happening),
    now,
  );
  const afters = new Map(changed.map(({ personId, after }) => [personId, after]));
  return results.map((result) => {
    const after = afters.get(result.personId);
    return after ? { ...result, after } : result;
  });
};
