import type { NoPersonReason } from "./choose-person.ts";

/** received: stored, not yet processed · valid · invalid: parts were unusable · duplicate · dead: unusable as a whole. */
export const validationStatuses = ["received", "valid", "invalid", "duplicate", "dead"] as const;
export type ValidationStatus = (typeof validationStatuses)[number];

/** A text that messages could quote holds what no sender may put there. */
export const leftOutCodes = ["holds_link", "holds_markup", "holds_number"] as const;
export type LeftOutCode = (typeof leftOutCodes)[number];

/** Why an event, or a part of it, could not be used; the interface translates the code. */
export type EventProblem =
  | { code: "bad_email" | "bad_phone" | "bad_value"; target: string }
  | { code: LeftOutCode; target: string }
  | { code: "mapping_failed" | "mapping_forbidden"; target: string; detail: string }
  | {
      code:
        | "mapping_slow"
        | "bad_json"
        | "duplicate_keys"
        | "too_deep"
        | "too_wide"
        | "bad_text"
        | "bad_form"
        | "no_person";
    }
  | { code: `no_person_${NoPersonReason}` }
  | { code: "no_items" | "too_many_items"; detail: string }
  | { code: "duplicate_of"; eventId: string }
  | { code: "failed"; detail: string };

/** The event was understood, and says nothing about a customer. */
const notes: ReadonlySet<EventProblem["code"]> = new Set(["no_person_developer_tool", "no_person_own_side"]);
export const isNote = ({ code }: EventProblem): boolean => notes.has(code);

/** Values of the person that were left out, for the timeline; the event itself keeps what was sent. */
export const leftOutValues = (
  problems: readonly EventProblem[],
): { leftOut?: { code: LeftOutCode; target: string }[] } => {
  const leftOut = leftOutCodes.flatMap((code) =>
    problems.flatMap((problem) =>
      problem.code === code ? [{ code, target: problem.target.replace(/^person\./, "") }] : [],
    ),
  );
  return leftOut.length > 0 ? { leftOut } : {};
};
