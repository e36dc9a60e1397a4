import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { ruleInput } from "#domain/rules/rule.ts";
import { maxSpreadHours } from "./pace.ts";

/** `scheduled`: confirmed, and begins at its time. */
export const broadcastStates = [
  "draft",
  "checking",
  "checked",
  "scheduled",
  "sending",
  "paused",
  "done",
  "cancelled",
] as const;
export type BroadcastState = (typeof broadcastStates)[number];

/** States in which its words and people may be changed. */
export const editableStates: readonly BroadcastState[] = ["draft", "checking", "checked"];
/** States in which messages of it may be on their way. */
export const startedStates: readonly BroadcastState[] = ["sending", "paused"];

export const broadcastRulings = ["send", "wait", "stop"] as const;
export type BroadcastRuling = (typeof broadcastRulings)[number];

/** What became of a person's last message, in the order in which it is shown. */
export const messageFates = [
  "delivered",
  "sent",
  "on_the_way",
  "waiting",
  "failed",
  "unknown",
  "not_sent",
] as const;
export type MessageFate = (typeof messageFates)[number];

/** Filters of the list: states, or those that still ask for attention. */
export const broadcastListStates = [...broadcastStates, "open"] as const;
export const openStates: readonly BroadcastState[] = [
  "draft",
  "checking",
  "checked",
  "scheduled",
  "sending",
  "paused",
];

export const broadcastPurposes = ["marketing", "service"] as const;
export type BroadcastPurpose = (typeof broadcastPurposes)[number];

/** People who can be left out with one click. */
export const broadcastLeaveOuts = ["in_sequence", "written_today", "open_conversation"] as const;
export type BroadcastLeaveOut = (typeof broadcastLeaveOuts)[number];

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const broadcastWhen = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("now") }),
  /** One moment for all. */
  z.strictObject({ kind: z.literal("at"), at: z.iso.datetime({ offset: true }) }),
  /** The next time at which it is this hour where each person is. */
  z.strictObject({ kind: z.literal("local"), time: clock }),
]);
export type BroadcastWhen = z.infer<typeof broadcastWhen>;

export const maxPerMinute = 100_000;
export const maxHoldoutPercent = 50;

export const broadcastInput = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    audience,
    /** Of the people above, those who do not get it. */
    except: audience.nullable().default(null),
    purpose: z.enum(broadcastPurposes).default("marketing"),
    /** What each person gets: one message, or the steps of a sequence. */
    actions: ruleInput.shape.actions,
    when: broadcastWhen.default({ kind: "now" }),
    /** How many people may begin in a minute; null is no limit. */
    perMinute: z.int().min(1).max(maxPerMinute).nullable().default(null),
    /** Within how many hours all of them begin, instead of a pace. */
    spreadHours: z.int().min(1).max(maxSpreadHours).nullable().default(null),
    /** This part of the people gets nothing, to know what it is worth. */
    holdoutPercent: z.int().min(0).max(maxHoldoutPercent).default(0),
    leaveOut: z.array(z.enum(broadcastLeaveOuts)).max(broadcastLeaveOuts.length).default([]),
    /** Begins with a part of the people, looks, and pauses by itself. */
    guard: z.boolean().default(true),
  })
  .meta({
    examples: [
      {
        name: "Office closed on Friday",
        audience: { everybody: true },
        purpose: "service",
        actions: [{ type: "sms", template: "We are closed on Friday." }],
      },
    ],
  });
export type BroadcastInput = z.infer<typeof broadcastInput>;

/** Above this number of people the sender types it. */
export const typedConfirmationFrom = 1000;

/** A check says nothing certain about the day after. */
export const checkGoodForMs = 24 * 60 * 60 * 1000;

/** The steps as they run: at each person's local hour, the first one waits for it. */
export const broadcastSteps = ({ actions, when }: Pick<BroadcastInput, "actions" | "when">): RuleAction[] =>
  actions.map((action, index) =>
    index === 0 && when.kind === "local" ? { ...action, wait: { until: when.time } } : action,
  );
