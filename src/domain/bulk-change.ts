import * as z from "zod";
import { language } from "./language-schema.ts";
import { personStatuses, personTypes, tagSchema } from "./person.ts";

/** A value of a custom field as a form sends it; null removes it. */
const fieldInput = z.union([
  z.string().max(2000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(200),
  z.null(),
]);

/** A change of many people at once. A deletion is the only one that cannot be undone. */
export const bulkChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("status"), status: z.enum(personStatuses) }),
  z.strictObject({ kind: z.literal("type"), type: z.enum(personTypes) }),
  /** Null: people have no owner any more. */
  z.strictObject({ kind: z.literal("owner"), userId: z.uuid().nullable() }),
  z.strictObject({ kind: z.literal("language"), language: language.nullable() }),
  z.strictObject({ kind: z.literal("field"), key: z.string().min(1).max(60), value: fieldInput }),
  z.strictObject({ kind: z.literal("add_tag"), tag: tagSchema }),
  z.strictObject({ kind: z.literal("remove_tag"), tag: tagSchema }),
  z.strictObject({ kind: z.literal("delete") }),
]);
export type BulkChange = z.infer<typeof bulkChange>;
export type ReversibleChange = Exclude<BulkChange, { kind: "delete" }>;

export const maxTagsPerPerson = 50;
