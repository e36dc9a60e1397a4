import type { NoPersonReason } from "./choose-person.ts";

/** received: stored, not yet processed · valid · invalid: parts were unusable · duplicate · dead: unusable as a whole. */
export const validationStatuses = ["received", "valid", "invalid", "duplicate", "dead"] as const;
export type ValidationStatus = (typeof validationStatuses)[number];

/** Why an event, or a part of it, could not be used; the interface translates the code. */
export type EventProblem =
  | { code: "bad_email" | "bad_phone" | "bad_value"; target: string }
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
