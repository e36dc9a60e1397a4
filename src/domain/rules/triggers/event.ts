import * as z from "zod";
import { alwaysHolds, defineTrigger } from "#domain/rules/kinds.ts";
import { equalsIgnoringCase, normaliseWord } from "#domain/rules/read-text.ts";

/** Fires on an event of this type or, with `!=`, of any other. Ignores case. */
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
      holds: alwaysHolds,
      explain: (_snapshot, event) => {
        const row = { operator, value };
        if (event === null) return { code: "event_assumed", ...row };
        if (event.kind !== "event") return { code: "event_none", ...row };
        const got = event.eventType;
        const isWanted = (got !== null && equalsIgnoringCase(got, value)) === wanted;
        return { code: isWanted ? "event_arrived" : "event_other", ...row, got };
      },
    };
  },
});
