import * as z from "zod";

/** What a sequence is for; it counts the first time after the start of a run. */
export const sequenceGoal = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("event"),
    type: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ["appointment_booked"] }),
  }),
  z.strictObject({ kind: z.literal("segment"), segmentId: z.uuid() }),
  z.strictObject({ kind: z.literal("converted") }),
]);
export type SequenceGoal = z.infer<typeof sequenceGoal>;

export const defaultGoalDays = 30;
export const maxGoalDays = 365;
export const maxHoldoutPercent = 50;

export const goalOptions = {
  /** Only of sequences. */
  goal: sequenceGoal.nullable().optional(),
  /** How long after the start of a run its goal counts; 30 days where it is absent. */
  goalDays: z.int().min(1).max(maxGoalDays).optional(),
  /** So many of a hundred whom a trigger starts are kept aside, to compare; only with a goal. */
  holdoutPercent: z.int().min(0).max(maxHoldoutPercent).optional(),
};
