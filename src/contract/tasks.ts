import * as z from "zod";
import { taskMakers } from "#domain/conversations/thread-state.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, userRef } from "./fields.ts";

export const task = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  title: z.string(),
  dueAt: isoInstant.nullable(),
  owner: userRef.nullable(),
  doneAt: isoInstant.nullable(),
  madeBy: z.enum(taskMakers),
  createdAt: isoInstant,
});
export type Task = z.infer<typeof task>;

const byId = { params: z.object({ id }) };

export const tasksApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/tasks",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    list: true,
    summary: "Tasks, the next due first",
    input: {
      query: z.strictObject({
        personId: id.optional(),
        /** `me` or the id of a user. */
        owner: z.string().max(40).optional(),
        done: z.enum(["yes", "no", "all"]).default("no"),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ tasks: z.array(task), nextCursor: z.string().nullable() }),
    topics: ["threads"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/tasks",
    access: "operator",
    area: ["people", "inbox"],
    scope: "people:write",
    summary: "Add a task for a person",
    input: {
      body: z.strictObject({
        personId: id,
        title: shortText.min(1),
        dueAt: isoInstant.nullable().default(null),
        ownerId: id.nullable().default(null),
      }),
    },
    output: task,
    topics: ["threads", "people"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/tasks/{id}",
    access: "operator",
    area: ["people", "inbox"],
    scope: "people:write",
    summary: "Change a task, or mark it as done or not done",
    input: {
      ...byId,
      body: z.strictObject({
        title: shortText.min(1).optional(),
        dueAt: isoInstant.nullable().optional(),
        ownerId: id.nullable().optional(),
        done: z.boolean().optional(),
      }),
    },
    output: task,
    topics: ["threads", "people"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/tasks/{id}",
    access: "operator",
    area: ["people", "inbox"],
    summary: "Delete a task",
    input: byId,
    output: okResponse,
    topics: ["threads", "people"],
  }),
};
