import type { tasksApi } from "#contract/tasks.ts";
import type { AuditVerb } from "#domain/audit/audit-details.ts";
import { newId } from "#server/db/id.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import {
  deleteDoneLine,
  deleteTask,
  findTask,
  insertTasks,
  listTasks,
  lockTask,
  releaseRun,
  taskLine,
  updateTask,
} from "#server/store/conversations/tasks.ts";
import { writeTimeCursor } from "#server/store/conversations/time-cursor.ts";
import { mayOwnWork } from "#server/store/conversations/user-name.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { WriteContext } from "#server/store/write.ts";
import { type Asking, invalidField, parseCursor } from "./field-problems.ts";
import type { ApiCall, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

const rejectUnknownOwner = async (
  tx: WriteContext["tx"],
  asking: Asking,
  ownerId: string | null | undefined,
): Promise<void> => {
  if (ownerId && !(await mayOwnWork(tx, ownerId))) throw invalidField(asking, "ownerId", "invalid");
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const toOwnerId = (
  call: Pick<ApiCall<(typeof tasksApi)["list"]>, "caller" | "request">,
  owner: string | undefined,
) => {
  if (owner === undefined || owner === "me") return owner && call.caller.user.id;
  if (!uuid.test(owner)) throw invalidField(call, "owner", "id");
  return owner;
};

const changeVerb = (done: boolean | undefined): AuditVerb => {
  if (done === undefined) return "changed";
  return done ? "completed" : "reopened";
};

export const taskHandlers: Handlers["tasks"] = {
  list: async ({ input: { query }, services: { database }, ...call }) => {
    const { personId, done, limit } = query;
    const reach = reachOf(call.caller, ["people", "inbox"]);
    const filter = { personId, done, reach, ownerId: toOwnerId(call, query.owner) };
    const after = parseCursor(call, query.cursor);
    const { tasks, next } = await listTasks(database.db, { ...filter, after }, limit);
    return { tasks, nextCursor: next && writeTimeCursor(next) };
  },

  create: async ({ input: { body }, actor, services: { write }, ...call }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const [person] = await findRecipients(tx, [body.personId]);
      if (!person) throw invalidField(call, "personId", "invalid");
      await rejectUnknownOwner(tx, call, body.ownerId);
      const id = newId();
      await insertTasks(tx, [{ ...body, id, madeBy: "user", createdBy: call.caller.user.id }]);
      audit({
        eventType: "data_change",
        entityType: "task",
        entityId: id,
        details: { kind: "thing", verb: "added", thing: "task" },
        metadata: { personId: body.personId, ownerId: body.ownerId },
      });
      touch("threads", "people");
      const task = await findTask(tx, id);
      if (!task) throw new Problem("internal");
      return task;
    }),

  update: async ({ input: { params, body }, actor, services: { write }, ...call }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTask(tx, params.id);
      if (!before) throw new Problem("not_found");
      await rejectUnknownOwner(tx, call, body.ownerId);
      await updateTask(tx, params.id, body, call.caller.user.id);
      const after = await findTask(tx, params.id);
      if (!after) throw new Problem("not_found");
      const isDoneNow = before.doneAt === null && after.doneAt !== null;
      if (isDoneNow) {
        await addToTimeline(tx, [taskLine("task_done", after)]);
        await releaseRun(tx, params.id, "done");
      }
      if (before.doneAt !== null && after.doneAt === null) await deleteDoneLine(tx, after);
      audit({
        eventType: "data_change",
        entityType: "task",
        entityId: params.id,
        details: { kind: "thing", verb: changeVerb(body.done), thing: "task" },
        metadata: { personId: after.personId },
      });
      touch("threads", "people", "rule-runs");
      return after;
    }),

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const task = await lockTask(tx, params.id);
      if (!task) throw new Problem("not_found");
      await releaseRun(tx, params.id, "removed");
      await deleteTask(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "task",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "task" },
        metadata: { personId: task.personId },
      });
      touch("threads", "people", "rule-runs");
    });
    return { ok: true };
  },
};
