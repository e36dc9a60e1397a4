import * as z from "zod";
import { defaultRepeatHours, maxRepeatHours } from "#domain/compliance/defaults.ts";
import { sequenceEnds } from "./sequence-ends.ts";
import { goalOptions } from "./sequence-goal.ts";
import {
  localClock,
  maxOffsetDays,
  maxStopHappenings,
  stepParts,
  stopEvents,
  stopHappening,
} from "./step-parts.ts";

export const triggerTypes = [
  "intent_score",
  "propensity_score",
  "churn_risk",
  "event",
  "signal",
  "segment_entered",
  "segment_left",
  "person_date",
  "sequence_ended",
] as const;
export const operators = [">=", "<=", "=", "!="] as const;
export const conditionTypes = ["consent", "time_window", "tag", "status", "score", "segment"] as const;
export const actionTypes = [
  "sms",
  "whatsapp",
  "call",
  "voice_agent",
  "email",
  "preferred_channel",
  "slack",
  "telegram",
  "asana_task",
  "zapier",
  "make",
  "n8n",
  "webhook",
  "add_tag",
  "remove_tag",
  "set_stage",
  "set_field",
  "assign",
  "add_task",
  "notify",
  "start_rule",
  "stop_rule",
  "ask",
  "ai",
] as const;

const text = z.string().trim().max(2000);

export const ruleTrigger = z
  .strictObject({
    type: z.enum(triggerTypes),
    operator: z.enum(operators),
    value: text,
    /** Dates only: so many days after it, or before it where negative; on the day itself where it is absent. */
    offsetDays: z.int().min(-maxOffsetDays).max(maxOffsetDays).optional(),
    /** Dates only: the person's local time; 9:00 where it is absent. */
    at: localClock.optional(),
    /** Dates only: every year on the same day, as for birthdays. */
    yearly: z.boolean().optional(),
    /** Ends of sequences only; any of them where it is absent. */
    end: z.enum(sequenceEnds).optional(),
  })
  .meta({ examples: [{ type: "intent_score", operator: ">=", value: "75" }] });
/** What a rule does outside its hours: it does not fire, or it fires and waits until they begin. */
export const outsideHours = ["drop", "wait"] as const;

export const ruleCondition = z.strictObject({
  type: z.enum(conditionTypes),
  field: text,
  value: text,
  /** Time windows only; `drop` where it is absent. */
  otherwise: z.enum(outsideHours).optional(),
});
export const ruleAction = z
  .strictObject({ type: z.enum(actionTypes), template: text, ...stepParts })
  .meta({ examples: [{ type: "sms", template: "high_intent" }] });

export type RuleTrigger = z.infer<typeof ruleTrigger>;
export type RuleCondition = z.infer<typeof ruleCondition>;
export type RuleAction = z.infer<typeof ruleAction>;

export type Operator = (typeof operators)[number];
export type TriggerType = (typeof triggerTypes)[number];
export type ConditionType = (typeof conditionTypes)[number];
export type ActionType = (typeof actionTypes)[number];

export const defaultTrigger: RuleTrigger = { type: "intent_score", operator: ">=", value: "75" };
export const defaultCondition: RuleCondition = { type: "consent", field: "sms", value: "true" };
export const defaultAction: RuleAction = { type: "sms", template: "high_intent" };

/** The defaults: act at once, every time the rule fires, with the same words once a day. */
export const ruleOptions = z.strictObject({
  /** Wait before acting; the gate is evaluated when the action is due. */
  delayMinutes: z.int().min(0).max(43_200).default(0),
  /** Drop delayed actions once the person replies. */
  stopOnReply: z.boolean().default(false),
  /** Fire at most once in this many days for one person; null is no limit. */
  reentryDays: z.int().min(1).max(3650).nullable().default(null),
  /** Do not fire for a person who was sent this many messages today; null is no limit. */
  frequencyCapPerDay: z.int().min(1).max(100).nullable().default(null),
  /** Send the same words to one person at most once in this many hours; null is no limit. */
  repeatHours: z.int().min(1).max(maxRepeatHours).nullable().default(defaultRepeatHours),
  /** What ends a run of a sequence; absent, everything that can. */
  stopWhen: z.array(z.enum(stopEvents)).max(stopEvents.length).optional(),
  /** What ends a run besides these: events of some types, and segments that the person enters or leaves. */
  stopOn: z.array(stopHappening).max(maxStopHappenings).optional(),
  ...goalOptions,
});
export type RuleOptions = z.infer<typeof ruleOptions>;
export const defaultOptions: RuleOptions = ruleOptions.parse({});

export const ruleInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: text.nullable().default(null),
  enabled: z.boolean().default(true),
  triggers: z.array(ruleTrigger).min(1).max(50),
  conditions: z.array(ruleCondition).min(1).max(50),
  actions: z.array(ruleAction).min(1).max(50),
  options: ruleOptions.optional(),
});
export type RuleInput = z.infer<typeof ruleInput>;

/** A whole percentage; 0 without executions. */
export const successPercent = (executions: number, successes: number): number =>
  executions === 0 ? 0 : Math.round((successes / executions) * 100);
