import { sql } from "drizzle-orm";
import type { ExternalTaskMaker, ExternalTaskState } from "#domain/integrations/integration-work.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addWork } from "./integration-work.ts";

export type NewExternalTask = {
  service: string;
  personId: string;
  taskId?: string | null;
  title: string;
  madeBy: ExternalTaskMaker;
  createdBy?: string | null;
  dueAt?: string;
};

/** Adds tasks together with the work that makes them at the vendor. Returns their ids. */
export const addExternalTasks = async (tx: Tx, tasks: readonly NewExternalTask[]): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const rows = tasks.map((task) => ({ ...task, id: newId() }));
  await tx.execute(sql`
    INSERT INTO external_tasks (id, service, person_id, task_id, title, made_by, created_by)
    SELECT id, service, "personId", "taskId", title, "madeBy", "createdBy"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        id uuid, service text, "personId" uuid, "taskId" uuid, title text, "madeBy" text, "createdBy" uuid)`);
  await addWork(
    tx,
    rows.map(({ id, service, personId, dueAt }) => ({
      service,
      kind: "task_create",
      key: id,
      personId,
      payload: { id },
      ...(dueAt === undefined ? {} : { dueAt }),
    })),
  );
  return rows.map(({ id }) => id);
};

export type ExternalTask = {
  id: string;
  service: string;
  personId: string;
  taskId: string | null;
  title: string;
  madeBy: ExternalTaskMaker;
  state: ExternalTaskState;
  externalId: string | null;
  url: string | null;
  error: string | null;
  completedAt: string | null;
  createdAt: string;
};

const columns = sql`id, service, person_id AS "personId", task_id AS "taskId", title, made_by AS "madeBy", state,
  external_id AS "externalId", url, error, completed_at AS "completedAt", created_at AS "createdAt"`;

const toIso = (row: ExternalTask): ExternalTask => ({
  ...row,
  completedAt: row.completedAt && new Date(row.completedAt).toISOString(),
  createdAt: new Date(row.createdAt).toISOString(),
});

export const findExternalTask = async (db: Reader, id: string): Promise<ExternalTask | undefined> => {
  const { rows } = await db.execute<ExternalTask>(
    sql`SELECT ${columns} FROM external_tasks WHERE id = ${id}`,
  );
  return rows[0] && toIso(rows[0]);
};

export const listExternalTasks = async (db: Reader, personId: string): Promise<ExternalTask[]> => {
  const { rows } = await db.execute<ExternalTask>(sql`
    SELECT ${columns} FROM external_tasks WHERE person_id = ${personId} ORDER BY created_at DESC, id DESC LIMIT 50`);
  return rows.map(toIso);
};

/** The task with the vendor's id, locked until the transaction ends. */
export const lockExternalTask = async (
  tx: Tx,
  service: string,
  externalId: string,
): Promise<ExternalTask | undefined> => {
  const { rows } = await tx.execute<ExternalTask>(sql`
    SELECT ${columns} FROM external_tasks WHERE service = ${service} AND external_id = ${externalId} FOR UPDATE`);
  return rows[0] && toIso(rows[0]);
};

const timelineLine = (
  eventType: "external_task_added" | "external_task_done",
  { id, personId, title, service }: Pick<ExternalTask, "id" | "personId" | "title" | "service">,
  label: string,
  url: string | null,
) => ({
  personId,
  eventType,
  source: service,
  title: eventType === "external_task_added" ? `Task added in ${label}` : `Task done in ${label}`,
  description: title,
  metadata: { service: label, url },
  causedBy: id,
});

/** The vendor has the task now. */
export const openExternalTask = async (
  tx: Tx,
  task: ExternalTask,
  label: string,
  { externalId, url }: { externalId: string; url: string | null },
): Promise<void> => {
  await tx.execute(sql`
    UPDATE external_tasks SET state = 'open', external_id = ${externalId}, url = ${url}, error = NULL,
           checked_at = now(), updated_at = now() WHERE id = ${task.id}`);
  await addToTimeline(tx, [timelineLine("external_task_added", task, label, url)], { skipExisting: true });
};

export const failExternalTask = async (tx: Tx, id: string, error: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE external_tasks SET state = 'failed', error = ${error}, updated_at = now() WHERE id = ${id}`);
};

export const completeExternalTask = async (
  tx: Tx,
  task: ExternalTask,
  label: string,
  completedAt: string,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE external_tasks SET state = 'completed', completed_at = ${completedAt}::timestamptz, checked_at = now(),
           updated_at = now() WHERE id = ${task.id}`);
  await addToTimeline(tx, [timelineLine("external_task_done", task, label, task.url)], {
    skipExisting: true,
  });
};

/** The task was opened again: the line that says it was done goes. */
export const reopenExternalTask = async (tx: Tx, { id, personId }: ExternalTask): Promise<void> => {
  await tx.execute(sql`
    UPDATE external_tasks SET state = 'open', completed_at = NULL, checked_at = now(), updated_at = now()
     WHERE id = ${id}`);
  await tx.execute(sql`
    DELETE FROM timeline WHERE person_id = ${personId} AND caused_by = ${id} AND event_type = 'external_task_done'`);
};

export const noteTaskChecked = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`UPDATE external_tasks SET checked_at = now() WHERE id = ${id}`);
};

/** Open tasks that were not asked about for an hour are read again, because a vendor may lose a report. */
export const queueTaskChecks = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    WITH stale AS (
      UPDATE external_tasks SET checked_at = now() WHERE id IN (
        SELECT id FROM external_tasks WHERE state = 'open' AND checked_at < now() - interval '1 hour'
         ORDER BY checked_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING service, person_id, external_id)
    INSERT INTO integration_work (service, kind, person_id, payload)
    SELECT service, 'task_read', person_id, jsonb_build_object('externalId', external_id) FROM stale`);
  return rowCount ?? 0;
};

/** Whether hand-overs become tasks of this vendor. */
export const createsTaskOnHandoff = async (tx: Tx, service: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    SELECT FROM connections WHERE service = ${service} AND settings ->> 'createsOnHandoff' = 'true'`);
  return (rowCount ?? 0) > 0;
};
