import * as z from "zod";
import { deletionKinds, deletionStatuses } from "#domain/deletion.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

export const deletion = z.object({
  id,
  kind: z.enum(deletionKinds),
  status: z.enum(deletionStatuses),
  /** Rows to delete or detach, and those done so far. */
  total: z.int(),
  done: z.int(),
  percent: z.int(),
  createdAt: isoInstant,
  finishedAt: isoInstant.nullable(),
});
export type Deletion = z.infer<typeof deletion>;

/** With status 202, `deletion` is the job that deletes; with 200 it is done. */
export const deleteResponse = z.object({ ok: z.literal(true), deletion: deletion.optional() });

export const deletionsApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/deletions/{id}",
    access: "viewer",
    area: ["people", "endpoints"],
    summary: "The progress of a deletion that runs as a job",
    input: { params: z.object({ id }) },
    output: deletion,
    topics: [],
  }),
};
