import { and, eq, sql } from "drizzle-orm";
import { type AssignmentMode, assignmentModes, needsOwner } from "#domain/conversations/assignment.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";
import { applyToThreads, type ThreadResult } from "./threads.ts";

const settingKey = { category: "inbox", key: "assignment" };

export const readAssignmentMode = async (db: Reader): Promise<AssignmentMode> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, settingKey.category), eq(settings.key, settingKey.key)));
  return assignmentModes.find((mode) => mode === row?.value) ?? "none";
};

export const saveAssignmentMode = async (tx: Tx, value: AssignmentMode): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...settingKey, value, description: "Who gets new conversations" })
    .onConflictDoUpdate({
      target: [settings.category, settings.key],
      set: { value, updatedAt: sql`greatest(now(), ${settings.updatedAt} + interval '1 millisecond')` },
    });
};

/** Users who can answer and are here, those with the fewest open conversations first. */
const listPresentUsers = async (tx: Tx): Promise<{ id: string; open: number }[]> => {
  const { rows } = await tx.execute<{ id: string; open: number }>(sql`
    SELECT u.id, (SELECT count(*)::int FROM threads t WHERE t.owner_id = u.id AND t.state = 'open') AS open
      FROM users u WHERE u.active AND u.away_since IS NULL AND ${hasLevelSql("u", ["inbox"], "work")} ORDER BY 2, u.id`);
  return rows;
};

/** Gives conversations that have just opened to the users who are here, where the workspace wants it. */
export const assignNewThreads = async (
  tx: Tx,
  results: readonly ThreadResult[],
  now: number,
): Promise<ThreadResult[]> => {
  const unowned = results.filter(({ before, after }) => needsOwner(before, after));
  if (unowned.length === 0 || (await readAssignmentMode(tx)) === "none") return [...results];
  const users = await listPresentUsers(tx);
  const assigned = unowned.flatMap(({ personId }) => {
    const [next] = users.sort((one, other) => one.open - other.open);
    if (!next) return [];
    next.open += 1;
    return [{ kind: "assign" as const, by: null, ownerId: next.id, personId }];
  });
  const changed = await applyToThreads(tx, assigned, now);
  return results.map((result) => {
    const after = changed.find(({ personId }) => personId === result.personId)?.after;
    return after ? { ...result, after } : result;
  });
};
