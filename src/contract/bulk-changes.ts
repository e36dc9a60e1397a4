import * as z from "zod";
import { bulkChange, bulkSelection, bulkStates } from "#domain/bulk-change.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

export const bulkChangeRecord = z.object({
  id,
  change: bulkChange,
  state: z.enum(bulkStates),
  /** The number of people selected; null until they are counted. */
  matched: z.int().nullable(),
  /** How many of them were looked at so far. */
  processed: z.int(),
  changed: z.int(),
  /** How many were restored by an undo; people changed since are left as they are. */
  restored: z.int(),
  mayUndo: z.boolean(),
  createdAt: isoInstant,
  finishedAt: isoInstant.nullable(),
});
export type BulkChangeRecord = z.infer<typeof bulkChangeRecord>;

const byId = { params: z.object({ id }) };

export const bulkChangesApi = {
  start: apiRoute({
    method: "POST",
    path: "/api/people/bulk-changes",
    access: "operator",
    summary: "Change or delete named people, or all that match a filter, in the background",
    input: { body: z.strictObject({ selection: bulkSelection, change: bulkChange }) },
    output: bulkChangeRecord,
    topics: ["people"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/people/bulk-changes/{id}",
    access: "operator",
    summary: "A bulk change and its progress",
    input: byId,
    output: bulkChangeRecord,
    topics: ["people"],
  }),
  undo: apiRoute({
    method: "POST",
    path: "/api/people/bulk-changes/{id}/undo",
    access: "operator",
    summary: "Undo a bulk change of stages or tags, in the background",
    input: byId,
    output: bulkChangeRecord,
    topics: ["people"],
  }),
};
