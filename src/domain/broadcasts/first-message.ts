import type { RuleAction } from "#domain/rules/rule.ts";
import { messageTypes } from "#domain/sequences/compile-sequence.ts";
import type { BroadcastInput } from "./broadcast.ts";

export type BroadcastProblem =
  | "condition_before_message"
  | "wait_at_local_hour"
  | "time_too_far"
  | "two_paces"
  | "wait_around_date"
  | "wait_for_event"
  | "channel_of_each";

/** Kinds of steps that a broadcast does not have: the check asks the gate for one channel. */
export const typesOfSequencesOnly: readonly RuleAction["type"][] = ["preferred_channel"];

/** How many rows have no condition: those up to the first message. */
export const rowsBeforeConditions = (actions: readonly Pick<RuleAction, "type">[]): number =>
  actions.findIndex(({ type }) => messageTypes.includes(type)) + 1;

const maxAheadMs = 366 * 24 * 60 * 60 * 1000;

/** What would make a check say more than it knows: the first message goes to all of the people, at a known time. */
export const firstMessageIssues = (
  {
    actions,
    when,
    perMinute,
    spreadHours,
  }: Pick<BroadcastInput, "actions" | "when" | "perMinute" | "spreadHours">,
  /** How far ahead it begins; milliseconds. */
  aheadMs: number,
): { path: string; problem: BroadcastProblem }[] => {
  const before = actions
    .slice(0, rowsBeforeConditions(actions))
    .flatMap(({ type, onlyIf }, index) =>
      type === "ask" || onlyIf !== undefined
        ? [{ path: `actions.${index}.onlyIf`, problem: "condition_before_message" as const }]
        : [],
    );
  const wait =
    when.kind === "local" && actions[0]?.wait !== undefined
      ? [{ path: "actions.0.wait", problem: "wait_at_local_hour" as const }]
      : [];
  const time = aheadMs > maxAheadMs ? [{ path: "when.at", problem: "time_too_far" as const }] : [];
  // Stored definitions may be older than the hours.
  const pace =
    perMinute !== null && spreadHours != null ? [{ path: "spreadHours", problem: "two_paces" as const }] : [];
  // The check knows when a step comes, and dates differ.
  const around = actions.flatMap(({ wait: own }, index) =>
    own?.around === undefined
      ? []
      : [{ path: `actions.${index}.wait`, problem: "wait_around_date" as const }],
  );
  const events = actions.flatMap(({ wait: own }, index) =>
    own?.event === undefined ? [] : [{ path: `actions.${index}.wait`, problem: "wait_for_event" as const }],
  );
  const chosen = actions.flatMap(({ type }, index) =>
    typesOfSequencesOnly.includes(type)
      ? [{ path: `actions.${index}.template`, problem: "channel_of_each" as const }]
      : [],
  );
  return [...before, ...wait, ...around, ...events, ...chosen, ...time, ...pace];
};
