import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import { bulkChange } from "#domain/bulk-change.ts";
import { batchKinds, batchStates, rowVerdicts, undoResults } from "#domain/people/batch.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";

/** An import, bulk change, merge or deletion with its progress. */
export const batch = z.object({
  id,
  kind: z.enum(batchKinds),
  state: z.enum(batchStates),
  name: z.string().nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  /** The number of rows; null until they are counted. */
  total: z.int().nullable(),
  /** How many were looked at in the present state. */
  processed: z.int(),
  /** Rows by verdict. */
  counts: z.partialRecord(z.enum(rowVerdicts), z.int()),
  /** Rows by the result of an undo. */
  undone: z.partialRecord(z.enum(undoResults), z.int()),
  /** Of a bulk change. */
  change: bulkChange.nullable(),
  /** Of a merge, the first of them: who was kept and who was merged into them. A name is null once it was erased. */
  merges: z.array(z.object({ kept: z.string().nullable(), merged: z.string().nullable() })),
  /** Why it failed. */
  problem: reasonSchema.nullable(),
  mayUndo: z.boolean(),
  /** When its rows are deleted, after which it cannot be undone; null while it runs. */
  undoUntil: isoInstant.nullable(),
  createdAt: isoInstant,
  startedAt: isoInstant.nullable(),
  finishedAt: isoInstant.nullable(),
  undoneAt: isoInstant.nullable(),
});
export type Batch = z.infer<typeof batch>;

export const batchRow = z.object({
  line: z.int(),
  /** The cells of the file; null for other batches. */
  raw: z.array(z.string()).nullable(),
  verdict: z.enum(rowVerdicts).nullable(),
  personId: id.nullable(),
  name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  problems: z.array(reasonSchema),
  undo: z.enum(undoResults).nullable(),
  undoReason: reasonSchema.nullable(),
});
export type BatchRow = z.infer<typeof batchRow>;

const byId = { params: z.object({ id }) };

export const batchSelection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(10_000) }),
  z.strictObject({ audience, search: z.string().trim().max(200).optional() }),
]);

export type BatchSelection = z.infer<typeof batchSelection>;

const bulkBody = z.strictObject({ selection: batchSelection, change: bulkChange });

export const batchesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/batches",
    access: "viewer",
    area: "people",
    summary: "Imports, bulk changes, merges and deletions, newest first",
    input: {
      query: z.strictObject({
        kind: filterChoice(batchKinds),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    },
    output: z.object({ batches: z.array(batch), nextCursor: z.string().nullable() }),
    topics: ["batches"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/batches/{id}",
    access: "viewer",
    area: "people",
    summary: "A batch and its progress",
    input: byId,
    output: batch,
    topics: ["batches"],
  }),
  rows: apiRoute({
    method: "GET",
    path: "/api/batches/{id}/rows",
    access: "operator",
    area: "people",
    summary: "Rows of a batch, by verdict, problem or result of the undo",
    input: {
      ...byId,
      query: z.strictObject({
        verdict: filterChoice(rowVerdicts),
        problem: z.string().max(80).optional(),
        /** `left`: what an undo has not taken back. */
        undo: filterChoice([...undoResults, "left"]),
        after: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      }),
    },
    output: z.object({ rows: z.array(batchRow), nextAfter: z.int().nullable() }),
    topics: ["batches"],
  }),
  start: apiRoute({
    method: "POST",
    path: "/api/batches",
    access: "operator",
    area: "people",
    summary: "Change or delete named people, or all that match a filter, in the background",
    input: { body: bulkBody },
    output: batch,
    topics: ["batches", "people"],
  }),
  preview: apiRoute({
    method: "POST",
    path: "/api/batches/preview",
    access: "operator",
    area: "people",
    summary:
      "How many people a change would be for, and for how many it makes a difference; nothing is changed",
    input: { body: bulkBody },
    output: z.object({ matched: z.int(), changing: z.int() }),
    topics: ["people"],
  }),
  undo: apiRoute({
    method: "POST",
    path: "/api/batches/{id}/undo",
    access: "operator",
    area: "people",
    summary:
      "Take a batch back: what was changed since is kept and listed; nothing that was sent is taken back",
    input: byId,
    output: batch,
    problems: ["conflict"],
    topics: ["batches", "people"],
  }),
  undoPreview: apiRoute({
    method: "GET",
    path: "/api/batches/{id}/undo-preview",
    access: "operator",
    area: "people",
    summary: "What an undo would reverse and what it would keep; nothing is changed",
    input: byId,
    output: z.object({
      /** People. */
      removed: z.int(),
      restored: z.int(),
      kept: z.int(),
      /** Why some are kept, with their number. */
      reasons: z.array(z.object({ reason: reasonSchema, count: z.int() })),
      /** Scaled up from a part of a large batch. */
      isEstimate: z.boolean(),
    }),
    topics: ["batches", "people"],
  }),
  pause: apiRoute({
    method: "POST",
    path: "/api/batches/{id}/pause",
    access: "operator",
    area: "people",
    summary: "Pause a batch after its present page, or let it go on",
    input: { ...byId, body: z.strictObject({ paused: z.boolean() }) },
    output: batch,
    topics: ["batches"],
  }),
  cancel: apiRoute({
    method: "POST",
    path: "/api/batches/{id}/cancel",
    access: "operator",
    area: "people",
    summary: "End a batch: what was done stays and can be undone",
    input: byId,
    output: batch,
    topics: ["batches"],
  }),
};
