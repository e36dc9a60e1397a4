import type * as z from "zod";
import type { consentFlags, personStatuses, personTypes } from "#domain/person.ts";

/** Each 0 to 100. */
export type Scores = { intent: number; propensity: number; churn: number };

/** All that a rule may look at. Instants are milliseconds since 1970. */
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
  /** Null for somebody who was never scored. */
  scores: Scores | null;
  /** As they were before what happened last. */
  previousScores: Scores | null;
  now: number;
  zones: {
    /** Wherever the person may be, by what is known of them; empty when nothing is. */
    recipient: readonly string[];
    workspace: string;
  };
};

/**
 * What a rule is asked about. An event that arrives usually moves the scores too: both are told at once, so that a
 * rule with a trigger on either fires once for it.
 */
export type RuleEvent = {
  kind: "scores" | "event";
  before: Scores | null;
  after: Scores | null;
  /** Of an event; null when it has no type, and for scores that moved by themselves. */
  eventType: string | null;
};

export const eventReceived = (
  { previousScores, scores }: Pick<RuleSnapshot, "previousScores" | "scores">,
  eventType: string | null,
): RuleEvent => ({ kind: "event", before: previousScores, after: scores, eventType });

export const scoresChanged = ({
  previousScores,
  scores,
}: Pick<RuleSnapshot, "previousScores" | "scores">): RuleEvent => ({
  kind: "scores",
  before: previousScores,
  after: scores,
  eventType: null,
});
