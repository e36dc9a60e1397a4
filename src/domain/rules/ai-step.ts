import * as z from "zod";
import { chosenChannels } from "./chosen-channels.ts";

/** What a model is asked for at a step of a sequence. */
export const aiTasks = ["classify", "extract", "draft"] as const;
export type AiTask = (typeof aiTasks)[number];

export const maxAiLabels = 12;
export const maxAiLabelLength = 60;
export const maxAiInstructionLength = 500;

const label = z.string().trim().min(1).max(maxAiLabelLength);

const areDifferent = (labels: readonly string[]): boolean =>
  new Set(labels.map((each) => each.toLowerCase())).size === labels.length;

export const aiPart = z.discriminatedUnion("task", [
  /** One of these labels, or none; later rows ask for it. */
  z.strictObject({
    task: z.literal("classify"),
    labels: z.array(label).min(2).max(maxAiLabels).refine(areDifferent),
  }),
  /** A value for a custom field of the person. */
  z.strictObject({
    task: z.literal("extract"),
    field: z.string().trim().min(1).max(60),
    /** Replaces a value that the person or an operator entered; without it such a value stays. */
    overwrites: z.boolean().optional(),
  }),
  /** An answer that waits for an operator and is never sent by itself. */
  z.strictObject({
    task: z.literal("draft"),
    /** Absent, the channel on which the person wrote last. */
    channel: z.enum(chosenChannels).optional(),
  }),
]);
export type AiPart = z.infer<typeof aiPart>;
