import { sql } from "drizzle-orm";
import { type HandoffWish, handoffTitle } from "#domain/conversations/handoff-titles.ts";
import { instantAtLocalTime } from "#domain/day.ts";
import type { Tx } from "#server/db/database.ts";
import { addExternalTasks, createsTaskOnHandoff } from "#server/store/integrations/external-tasks.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { insertTasks } from "./tasks.ts";

/**
 * A task for what the agent handed over, once for its id: that of the call for a person who asked for a human, else
 * that of the request. It belongs to the owner of the conversation.
 */
export const addHandoffTask = async (
  tx: Tx,
  {
    id,
    personId,
    wanted = "",
    ...wish
  }: HandoffWish & {
    id: string;
    personId: string;
    /** A local date, with or without a time, at which the task is due. */
    wanted?: string;
  },
): Promise<void> => {
  const { rows } = await tx.execute<{ ownerId: string | null }>(sql`
    SELECT u.id AS "ownerId" FROM people p LEFT JOIN threads t ON t.person_id = p.id
      LEFT JOIN users u ON u.id = t.owner_id AND u.active
     WHERE p.id = ${personId} AND NOT EXISTS (SELECT FROM tasks WHERE id = ${id})`);
  const [found] = rows;
  if (!found) return;
  const { locale, timezone } = await readGeneralSettings(tx);
  const title = handoffTitle(wish, locale.startsWith("es") ? "es" : "en");
  await insertTasks(tx, [
    {
      id,
      personId,
      title,
      dueAt: dueTime(wanted, timezone),
      ownerId: found.ownerId,
      madeBy: "handoff",
      createdBy: null,
    },
  ]);
  if (await createsTaskOnHandoff(tx, "asana"))
    await addExternalTasks(tx, [{ service: "asana", personId, taskId: id, title, madeBy: "handoff" }]);
};

const localTime = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/;

/** A day without a time is due when it begins for the office. */
const dueTime = (wanted: string, timezone: string): string | null => {
  const found = localTime.exec(wanted);
  if (!found) return null;
  const local = Date.parse(`${found[1]}T${found[2] ?? "09:00"}:00Z`);
  return Number.isNaN(local) ? null : new Date(instantAtLocalTime(local, timezone)).toISOString();
};

/** The person took the request back. */
export const closeHandoffTask = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE tasks SET done_at = now(), updated_at = now() WHERE id = ${id} AND made_by = 'handoff' AND done_at IS NULL`);
};
