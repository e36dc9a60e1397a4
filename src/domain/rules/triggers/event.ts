import * as z from "zod";
import { defineTrigger } from "#domain/rules/kinds.ts";
import { equalsIgnoringCase, normaliseWord } from "#domain/rules/read-text.ts";

/** Fires when an event arrives whose type is this one, or, with `!=`, any other. Case does not matter. */
export const eventTrigger = defineTrigger({
  id: "event",
  fields: z.object({
    operator: z.enum(["=", "!="]),
    value: z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ["form_submitted", "quote_requested"] }),
  }),
  read: ({ operator, value }) => ({ operator, value: normaliseWord(value) }),
  compile: ({ operator, value }) => {
    const wanted = operator === "=";
    return {
      fires: ({ kind, eventType }) =>
        kind === "event" && (eventType !== null && equalsIgnoringCase(eventType, value)) === wanted,
      holds: () => true,
      explain: (_snapshot, happening) => {
        const row = { operator, value };
        if (happening === null) return { code: "event_assumed", ...row };
        if (happening.kind !== "event") return { code: "event_none", ...row };
        const got = happening.eventType;
        const arrived = (got !== null && equalsIgnoringCase(got, value)) === wanted;
        return { code: arrived ? "event_arrived" : "event_other", ...row, got };
      },
    };
  },
});
