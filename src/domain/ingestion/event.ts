/** received: stored, not yet read · valid · invalid: parts could not be used · duplicate · dead: could not be used at all. */
export const validationStatuses = ["received", "valid", "invalid", "duplicate", "dead"] as const;
export type ValidationStatus = (typeof validationStatuses)[number];

/** Why an event, or a part of it, could not be used. The interface words it in the reader's language. */
export type EventProblem =
  | { code: "bad_email" | "bad_phone" | "bad_value"; target: string }
  | { code: "mapping_failed"; target: string; detail: string }
  | {
      code:
        | "mapping_slow"
        | "bad_json"
        | "duplicate_keys"
        | "too_deep"
        | "too_wide"
        | "bad_text"
        | "bad_form";
    }
  | { code: "duplicate_of"; eventId: string }
  | { code: "failed"; detail: string };
