import type * as z from "zod";
import type { consentFlags, personStatuses, personTypes } from "#domain/person.ts";
import type { MessageSignals } from "#domain/reading/signals-of-reading.ts";
import type { MetTrigger } from "./met-trigger.ts";

/** Each 0 to 100. */
export type Scores = { intent: number; propensity: number; churn: number };

/** Whether a person is in a segment; null where the segment cannot be read. */
export type SegmentMembership = { name: string; isMember: boolean | null };

/** Everything a rule may evaluate. Instants are milliseconds since 1970. */
export type RuleSnapshot = {
  person: {
    id: string;
    type: (typeof personTypes)[number];
    status: (typeof personStatuses)[number];
    tags: readonly string[];
    consents: z.infer<typeof consentFlags>;
    optedOut: boolean;
    createdAt: number;
  };
  /** Null for a person of whom not enough is known. */
  scores: Scores | null;
  /** Before the last event. */
  previousScores: Scores | null;
  now: number;
  zones: {
    /** Every zone where the person may be; empty if none is known. */
    recipient: readonly string[];
    workspace: string;
  };
  /** By the ids of the segments that the rules ask for; a deleted one is absent. */
  segments?: ReadonlyMap<string, SegmentMembership>;
};

/**
 * What a rule reacts to. An event usually changes the scores too; both are one `RuleEvent`, so that a rule with
 * triggers on both fires once.
 */
export type RuleEvent = {
  kind: "scores" | "event" | "met";
  before: Scores | null;
  after: Scores | null;
  /** Null for an event without a type, and for scores that changed without an event. */
  eventType: string | null;
  /** What the person wrote with the event; null without a text. */
  signals: MessageSignals | null;
  /** What came true that is no event; null for events and scores. */
  met: MetTrigger | null;
};

export const eventReceived = (
  { previousScores, scores }: Pick<RuleSnapshot, "previousScores" | "scores">,
  eventType: string | null,
  signals: MessageSignals | null = null,
): RuleEvent => ({ kind: "event", before: previousScores, after: scores, eventType, signals, met: null });

export const scoresChanged = (
  { previousScores, scores }: Pick<RuleSnapshot, "previousScores" | "scores">,
  signals: MessageSignals | null = null,
): RuleEvent => ({
  kind: "scores",
  before: previousScores,
  after: scores,
  eventType: null,
  signals,
  met: null,
});

export const triggerMet = (
  { previousScores, scores }: Pick<RuleSnapshot, "previousScores" | "scores">,
  met: MetTrigger,
): RuleEvent => ({
  kind: "met",
  before: previousScores,
  after: scores,
  eventType: null,
  signals: null,
  met,
});
