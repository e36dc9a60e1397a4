import * as z from "zod";
import { aiPart, maxAiLabelLength } from "./ai-step.ts";

/** What a row of a sequence has besides its action. A rule without any of it acts at once, with all its rows. */

export const waitUnits = ["minutes", "hours", "days", "workdays"] as const;
export type WaitUnit = (typeof waitUnits)[number];
export const stepDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type StepDay = (typeof stepDays)[number];

const maxWaitDays = 90;
/** The longest wait in each unit. */
export const maxWaits: Record<WaitUnit, number> = {
  minutes: maxWaitDays * 24 * 60,
  hours: maxWaitDays * 24,
  days: maxWaitDays,
  workdays: 60,
};

export const localClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const eventDatePrefix = "event.";
const eventField = /^event\.[a-z0-9_]{1,50}$/i;
/** Whether a wait is around a field of the event that started the run, such as event.appointment_date. */
export const isEventDate = (around: string): boolean => eventField.test(around);

const eventType = z.string().trim().min(1).max(200);

/** How many days before or after a date of the person a step may come. */
export const maxOffsetDays = 365;

/**
 * Counted from when the step before was done: a time, or the next local time on one of these days. Or around a date of
 * the person: so many days before or after it, at the local time.
 */
export const stepWait = z
  .strictObject({
    for: z.int().min(1).max(maxWaits.minutes).optional(),
    unit: z.enum(waitUnits).optional(),
    /** The recipient's local time; after the time above where both are given. */
    until: localClock.optional(),
    days: z.array(z.enum(stepDays)).min(1).max(7).optional(),
    /** Until an event of this type arrives, and at most for the time above. */
    event: eventType.optional(),
    /** The key of a custom field with a date, or `event.` and the field of the event that started the run. */
    around: z.string().max(60).optional(),
    /** Negative for days before it. */
    offsetDays: z.int().min(-maxOffsetDays).max(maxOffsetDays).optional(),
  })
  .refine((wait) => (wait.for === undefined) === (wait.unit === undefined), { path: ["unit"] })
  .refine(({ for: length, unit }) => length === undefined || unit === undefined || length <= maxWaits[unit], {
    path: ["for"],
  })
  .refine((wait) => wait.for !== undefined || wait.until !== undefined, { path: ["for"] })
  .refine(({ days, until }) => days === undefined || until !== undefined, { path: ["days"] })
  .refine(
    ({ around, for: length, days, until }) =>
      around === undefined || (length === undefined && days === undefined && until !== undefined),
    { path: ["around"] },
  )
  .refine(
    ({ event, for: length, until, days }) =>
      event === undefined || (length !== undefined && until === undefined && days === undefined),
    { path: ["event"] },
  )
  .refine(({ around, offsetDays }) => offsetDays === undefined || around !== undefined, {
    path: ["offsetDays"],
  });
export type StepWait = z.infer<typeof stepWait>;

export const stepTests = [
  "unanswered",
  "answered",
  "in_segment",
  "not_in_segment",
  "happened",
  "not_happened",
  "labelled",
  "not_labelled",
] as const;
export type StepTest = (typeof stepTests)[number];
export const testElses = ["skip", "end"] as const;

/** Asked when the step is due. Of a question it is what is asked; `else` then says nothing. */
export const stepCondition = z
  .strictObject({
    is: z.enum(stepTests),
    segmentId: z.uuid().optional(),
    /** The type of an event that arrived since the run began, or did not. */
    event: eventType.optional(),
    /** The AI step that chose a label, and the label. */
    step: z.string().max(16).optional(),
    label: z.string().trim().max(maxAiLabelLength).optional(),
    else: z.enum(testElses).optional(),
  })
  .refine(({ is, segmentId }) => (segmentId !== undefined) === is.endsWith("in_segment"), {
    path: ["segmentId"],
  })
  .refine(({ is, event }) => (event !== undefined) === is.endsWith("happened"), { path: ["event"] })
  .refine(({ is, step }) => (step !== undefined) === is.endsWith("labelled"), { path: ["step"] })
  .refine(({ is, label }) => (label !== undefined) === is.endsWith("labelled"), { path: ["label"] });
export type StepCondition = z.infer<typeof stepCondition>;

export const stopEffects = ["next", "end"] as const;
export const stepAnswers = ["yes", "no"] as const;
export type StepAnswer = (typeof stepAnswers)[number];

export const defaultGoodForHours = 72;
const maxGoodForHours = 30 * 24;
/** Questions inside of questions. */
export const maxQuestionDepth = 2;

/** Words for one channel instead of the row's own: the name of a template, or a text. */
export const stepWords = z.strictObject({
  sms: z.string().trim().max(1600).optional(),
  whatsapp: z.string().trim().max(2000).optional(),
  email: z.string().trim().max(2000).optional(),
});

export const stepParts = {
  /** Given by the server; it stays the same when the row is edited or moved. */
  id: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/)
    .optional(),
  wait: stepWait.optional(),
  onlyIf: stepCondition.optional(),
  /** What follows where the gate stops the message, or it cannot be sent. */
  ifStopped: z.enum(stopEffects).optional(),
  /** Of a task: the run goes on once it is done, or after the hours below. */
  holds: z.boolean().optional(),
  /** A message that could not leave, or a model that did not answer, within this time is skipped. */
  goodForHours: z.int().min(1).max(maxGoodForHours).optional(),
  /** Instead of the row's own words: each run gets one of them, by its share. An empty text sends nothing. */
  variants: z
    .array(z.strictObject({ template: z.string().trim().max(2000), share: z.int().min(1).max(100) }))
    .min(2)
    .max(5)
    .refine((variants) => variants.reduce((sum, { share }) => sum + share, 0) === 100)
    .optional(),
  /** Of a message to the preferred channel. */
  words: stepWords.optional(),
  /** What a model is asked for. */
  ai: aiPart.optional(),
  /** The question whose answer leads here. */
  within: z.strictObject({ step: z.string().max(16), answer: z.enum(stepAnswers) }).optional(),
};

/** What ends a run besides an opt-out, which always does. */
export const stopEvents = ["answered", "converted", "colleague_wrote"] as const;
export type StopEvent = (typeof stopEvents)[number];

/** What happens to a person that a run may end at, besides the above: an event, such as a booking, or a segment. */
export const stopHappening = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("event"), type: eventType }),
  z.strictObject({ kind: z.literal("segment"), segmentId: z.uuid(), is: z.enum(["entered", "left"]) }),
]);
export type StopHappening = z.infer<typeof stopHappening>;
export const maxStopHappenings = 10;
