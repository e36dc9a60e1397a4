import * as z from "zod";
import { personStatuses, personTypes, tagSchema } from "./person.ts";

/** A change of many people at once. A deletion is the only one that cannot be undone. */
export const bulkChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("status"), status: z.enum(personStatuses) }),
  z.strictObject({ kind: z.literal("add_tag"), tag: tagSchema }),
  z.strictObject({ kind: z.literal("remove_tag"), tag: tagSchema }),
  z.strictObject({ kind: z.literal("delete") }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

export const peopleFilter = z.strictObject({
  search: z.string().trim().max(200).optional(),
  type: z.enum(personTypes).optional(),
  status: z.enum(personStatuses).optional(),
  tag: tagSchema.optional(),
});
export type PeopleFilterInput = z.infer<typeof peopleFilter>;

/** The people of a bulk change: named ones, or all that match a filter. */
export const bulkSelection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(10_000) }),
  z.strictObject({ filter: peopleFilter }),
]);
export type BulkSelection = z.infer<typeof bulkSelection>;

/** `failed`: the job or its undo ended before all people were looked at, and is not tried again. */
export const bulkStates = ["running", "done", "undoing", "undone", "failed"] as const;
export type BulkState = (typeof bulkStates)[number];

/** Whether a worker still changes people for it. */
export const isBulkActive = (state: BulkState): boolean => state === "running" || state === "undoing";

export const mayUndo = ({ state, change }: { state: BulkState; change: BulkChange }): boolean =>
  (state === "done" || state === "failed") && change.kind !== "delete";
