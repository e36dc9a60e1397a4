import { type SQL, sql } from "drizzle-orm";
import type { Task } from "#contract/tasks.ts";
import type { TaskMaker } from "#domain/conversations/thread-state.ts";
import type { StepOutcome } from "#domain/sequences/run-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import { isVisible, type RecordReach } from "#server/store/people/visible-people.ts";
import type { TimeCursor } from "./time-cursor.ts";
import { userRefSql } from "./user-name.ts";

const columns = sql`t.id, t.person_id AS "personId", ${personNameSql} AS "personName", t.title, t.due_at AS "dueAt",
  ${userRefSql("u")} AS owner, t.done_at AS "doneAt", t.made_by AS "madeBy", t.created_at AS "createdAt"`;
const source = sql`tasks t JOIN people p ON p.id = t.person_id LEFT JOIN users u ON u.id = t.owner_id`;

const toIso = (value: string | null): string | null =>
  value === null ? null : new Date(value).toISOString();

const toTask = (row: Task): Task => ({
  ...row,
  dueAt: toIso(row.dueAt),
  doneAt: toIso(row.doneAt),
  createdAt: new Date(row.createdAt).toISOString(),
});

type TaskFilter = {
  personId?: string | undefined;
  ownerId?: string | undefined;
  done: "yes" | "no" | "all";
  after?: TimeCursor | undefined;
  /** The part of the people that the reader has. */
  reach?: RecordReach | undefined;
};

export type TaskPage = { tasks: Task[]; next: TimeCursor | null };

/** Open tasks, the next due first; done ones, the newest first. */
export const listTasks = async (
  db: Reader,
  { personId, ownerId, done, after, reach }: TaskFilter,
  limit: number,
): Promise<TaskPage> => {
  const isDone = done === "yes";
  const conditions: SQL[] = [
    ...(reach === undefined ? [] : [isVisible("t.person_id", reach)]),
    ...(personId === undefined ? [] : [sql`t.person_id = ${personId}`]),
    ...(ownerId === undefined ? [] : [sql`t.owner_id = ${ownerId}`]),
    ...(done === "all" ? [] : [isDone ? sql`t.done_at IS NOT NULL` : sql`t.done_at IS NULL`]),
    ...(after === undefined ? [] : [isDone ? olderThan(after) : dueAfter(after)]),
  ];
  const { rows } = await db.execute<Task>(sql`
    SELECT ${columns} FROM ${source}
     WHERE ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)}
     ORDER BY ${isDone ? sql`t.done_at DESC, t.id DESC` : sql`t.due_at, t.id`} LIMIT ${limit + 1}`);
  const tasks = rows.slice(0, limit).map(toTask);
  const last = tasks.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { tasks, next: hasMore ? { at: isDone ? last.doneAt : last.dueAt, id: last.id } : null };
};

/** Tasks without a due time are last. */
const dueAfter = ({ at, id }: TimeCursor): SQL =>
  at === null
    ? sql`t.due_at IS NULL AND t.id > ${id}`
    : sql`((t.due_at, t.id) > (${at}::timestamptz, ${id}::uuid) OR t.due_at IS NULL)`;

const olderThan = ({ at, id }: TimeCursor): SQL =>
  sql`(t.done_at, t.id) < (coalesce(${at}::timestamptz, 'infinity'), ${id}::uuid)`;

export const findTask = async (db: Reader, id: string): Promise<Task | undefined> => {
  const { rows } = await db.execute<Task>(sql`SELECT ${columns} FROM ${source} WHERE t.id = ${id}`);
  return rows[0] && toTask(rows[0]);
};

export type NewTask = {
  id: string;
  personId: string;
  title: string;
  dueAt: string | null;
  ownerId: string | null;
  madeBy: TaskMaker;
  createdBy: string | null;
  /** The run of a sequence that waits until it is done. */
  runId?: string | null;
};

/** Adds tasks with their lines on the timelines. */
export const insertTasks = async (tx: Tx, tasks: NewTask[]): Promise<void> => {
  if (tasks.length === 0) return;
  const holding = tasks.flatMap(({ runId }) => runId ?? []);
  // A run waits for its newest task only.
  if (holding.length > 0)
    await tx.execute(sql`UPDATE tasks SET run_id = NULL WHERE run_id = ANY(${sql.param(holding)}::uuid[])`);
  await tx.execute(sql`
    INSERT INTO tasks (id, person_id, title, due_at, owner_id, made_by, created_by, run_id)
    SELECT id, "personId", title, "dueAt", "ownerId", "madeBy", "createdBy", "runId"
      FROM jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) AS row (
        id uuid, "personId" uuid, title text, "dueAt" timestamptz, "ownerId" uuid, "madeBy" text, "createdBy" uuid, "runId" uuid)`);
  await addToTimeline(
    tx,
    tasks.map((task) => taskLine("task_added", task)),
  );
};

export const taskLine = (
  eventType: "task_added" | "task_done",
  { id, personId, title }: Pick<Task, "id" | "personId" | "title">,
): TimelineRow => ({
  personId,
  eventType,
  source: "task",
  title: eventType === "task_done" ? "Completed a task" : "Added a task",
  description: title,
  metadata: { taskId: id },
  causedBy: id,
});

/** A task that is open again was not done: the line that says so goes. */
export const deleteDoneLine = async (
  tx: Tx,
  { id, personId }: Pick<Task, "id" | "personId">,
): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM timeline WHERE person_id = ${personId} AND caused_by = ${id} AND event_type = 'task_done'`);
};

/** Locks the task until the transaction ends. */
export const lockTask = async (tx: Tx, id: string): Promise<Task | undefined> => {
  await tx.execute(sql`SELECT 1 FROM tasks WHERE id = ${id} FOR UPDATE`);
  return findTask(tx, id);
};

export type TaskChange = {
  title?: string | undefined;
  dueAt?: string | null | undefined;
  ownerId?: string | null | undefined;
  done?: boolean | undefined;
};

/** A new due time, a new owner or reopening the task lets it remind again. */
export const updateTask = async (
  tx: Tx,
  id: string,
  { title, dueAt, ownerId, done }: TaskChange,
  userId: string | null,
): Promise<void> => {
  const remindsAgain = dueAt !== undefined || ownerId !== undefined || done === false;
  const changes: SQL[] = [
    ...(title === undefined ? [] : [sql`title = ${title}`]),
    ...(dueAt === undefined ? [] : [sql`due_at = ${dueAt}::timestamptz`]),
    ...(ownerId === undefined ? [] : [sql`owner_id = ${ownerId}::uuid`]),
    ...(done === undefined
      ? []
      : [
          sql`done_at = ${done ? sql`coalesce(done_at, now())` : sql`NULL`}`,
          sql`done_by = ${done ? sql`coalesce(done_by, ${userId}::uuid)` : sql`NULL`}`,
        ]),
    ...(remindsAgain ? [sql`reminded_at = NULL`] : []),
    sql`updated_at = now()`,
  ];
  await tx.execute(sql`UPDATE tasks SET ${sql.join(changes, sql`, `)} WHERE id = ${id}`);
};

/** The run that waits for the task goes on. */
export const releaseRun = async (tx: Tx, taskId: string, result: "done" | "removed"): Promise<void> => {
  const outcome: Omit<StepOutcome, "stepId"> =
    result === "done" ? { result: "done", why: [] } : { result: "left_out", why: [{ code: "task_removed" }] };
  await tx.execute(sql`
    UPDATE sequence_runs r SET due_at = now(),
           outcome = ${JSON.stringify(outcome)}::jsonb || jsonb_build_object('stepId', r.step_id)
     WHERE r.id = (SELECT run_id FROM tasks WHERE id = ${taskId}) AND r.state = 'acting'`);
};

export const deleteTask = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM tasks WHERE id = ${id}`);
};

export type DueTask = { id: string; personId: string; person: string; title: string; ownerId: string | null };

/** Marks open tasks whose time has come as reminded; each is returned once. */
export const takeDueTasks = async (tx: Tx, limit: number): Promise<DueTask[]> => {
  const { rows } = await tx.execute<DueTask>(sql`
    WITH due AS (
      SELECT id FROM tasks WHERE done_at IS NULL AND reminded_at IS NULL AND due_at <= now()
       ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    reminded AS (
      UPDATE tasks SET reminded_at = now() FROM due WHERE tasks.id = due.id
      RETURNING tasks.id, tasks.person_id, tasks.title, tasks.owner_id)
    SELECT r.id, r.person_id AS "personId", ${personNameSql} AS person, r.title,
           CASE WHEN u.active THEN r.owner_id END AS "ownerId"
      FROM reminded r JOIN people p ON p.id = r.person_id LEFT JOIN users u ON u.id = r.owner_id`);
  return rows;
};
