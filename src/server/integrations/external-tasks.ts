import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Language } from "#domain/language.ts";
import { cutText } from "#domain/storable-text.ts";
import type { RemoteTask } from "#server/connectors/work/work-vendor.ts";
import { lockTask, taskLine, updateTask } from "#server/store/conversations/tasks.ts";
import {
  completeExternalTask,
  type ExternalTask,
  failExternalTask,
  findExternalTask,
  lockExternalTask,
  noteTaskChecked,
  openExternalTask,
  reopenExternalTask,
} from "#server/store/integrations/external-tasks.ts";
import { readPersonNames } from "#server/store/people/person-name.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { WriteContext } from "#server/store/write.ts";
import { renderForPerson } from "./post-to-chat.ts";
import { done, type WorkContext, type WorkHandler, workspaceLanguage } from "./work-context.ts";

const createPayload = z.object({ id: z.uuid() });
const readPayload = z.object({ externalId: z.string() });

/** Clocks of the two sides differ. */
const clockSkewMs = 10 * 60_000;
const maxTitleLength = 500;

const describeTask = async (
  context: WorkContext,
  { personId, title, madeBy }: ExternalTask,
): Promise<{ title: string; notes: string }> => {
  const language = await workspaceLanguage(context);
  const names = await readPersonNames(context.database.db, [personId]);
  // Only the text of a rule has placeholders; in the words of a person they would be data.
  const rendered = madeBy === "rule" ? await renderForPerson(context, title, personId, language) : title;
  const link = context.origin === null ? [] : [`${context.origin}/people/${personId}`];
  return {
    title: cutText(rendered || title, maxTitleLength),
    notes: [names.get(personId) ?? "", ...link].join("\n"),
  };
};

/** Makes a task at the vendor, once: after an attempt of unknown outcome it is looked for first. */
export const createExternalTask: WorkHandler = async (work, { vendor, run }, context) => {
  const { tasks, connector } = vendor;
  const task = await findExternalTask(context.database.db, createPayload.parse(work.payload).id);
  if (!tasks || !task || task.state === "open" || task.state === "completed") return done;
  const { title, notes } = await describeTask(context, task);
  const since = new Date(Date.parse(task.createdAt) - clockSkewMs).toISOString();
  const known = work.wasTried
    ? await run(tasks.findTask, { id: task.id, since })
    : { ok: true as const, value: null };
  const result =
    known.ok && known.value === null ? await run(tasks.createTask, { id: task.id, title, notes }) : known;
  if (!result.ok)
    return {
      kind: "failed",
      error: result.error,
      onGivenUp: ({ tx }, reason) => failExternalTask(tx, task.id, reason),
    };
  const made = result.value as RemoteTask;
  return {
    kind: "done",
    change: async ({ tx, touch }) => {
      await tx.execute(sql`UPDATE external_tasks SET title = ${title} WHERE id = ${task.id}`);
      await openExternalTask(tx, { ...task, title }, connector.label, made);
      touch("people", "threads");
    },
  };
};

const completeOwnTask = async (tx: WriteContext["tx"], taskId: string | null): Promise<void> => {
  if (taskId === null) return;
  const own = await lockTask(tx, taskId);
  if (!own || own.doneAt !== null) return;
  await updateTask(tx, taskId, { done: true }, null);
  await addToTimeline(tx, [taskLine("task_done", own)]);
};

const deletedIn: Record<Language, (label: string) => string> = {
  en: (label) => `Deleted in ${label}`,
  es: (label) => `Borrada en ${label}`,
};

const applyState = async (
  { tx, audit, touch }: WriteContext,
  task: ExternalTask,
  label: string,
  remote: RemoteTask | null,
  language: Language,
): Promise<void> => {
  if (remote === null) {
    await failExternalTask(tx, task.id, deletedIn[language](label));
  } else if (remote.completedAt !== null && task.state !== "completed") {
    await completeExternalTask(tx, task, label, remote.completedAt);
    await completeOwnTask(tx, task.taskId);
    audit({
      eventType: "data_change",
      entityType: "task",
      entityId: task.id,
      details: { kind: "external_task_completed", name: label },
      metadata: { personId: task.personId, externalId: task.externalId },
    });
  } else if (remote.completedAt === null && task.state === "completed") {
    await reopenExternalTask(tx, task);
  } else return noteTaskChecked(tx, task.id);
  touch("people", "threads");
};

/** Reads the state of a task. The vendor's answer counts, so late, repeated and unordered reports are harmless. */
export const readExternalTask: WorkHandler = async (work, { vendor, run }, context) => {
  const { tasks, connector } = vendor;
  const { externalId } = readPayload.parse(work.payload);
  if (!tasks) return done;
  const { rowCount } = await context.database.db.execute(sql`
    SELECT FROM external_tasks WHERE service = ${connector.id} AND external_id = ${externalId}`);
  // A task of the same project that is not ours.
  if (!rowCount) return done;
  const result = await run(tasks.readTask, { externalId });
  if (!result.ok) return { kind: "failed", error: result.error };
  const language = await workspaceLanguage(context);
  return {
    kind: "done",
    change: async (change) => {
      const task = await lockExternalTask(change.tx, connector.id, externalId);
      if (task) await applyState(change, task, connector.label, result.value, language);
    },
  };
};
