import * as z from "zod";
import { hasSignal, messageSignals } from "#domain/reading/signals-of-reading.ts";
import { alwaysHolds, defineTrigger } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";

/** Fires when a message of the person has this signal or, with `!=`, lacks it. */
export const signalTrigger = defineTrigger({
  id: "signal",
  fields: z.object({ operator: z.enum(["=", "!="]), value: z.enum(messageSignals) }),
  read: ({ operator, value }) => ({ operator, value: normaliseWord(value) }),
  compile: ({ operator, value }) => {
    const wanted = operator === "=";
    return {
      fires: ({ signals }) => signals !== null && hasSignal(signals, value) === wanted,
      holds: alwaysHolds,
      explain: (_snapshot, event) => {
        const row = { operator, value };
        if (event === null) return { code: "signal_assumed", ...row };
        if (event.signals === null) return { code: "signal_none", ...row };
        const isWanted = hasSignal(event.signals, value) === wanted;
        return {
          code: isWanted ? "signal_read" : "signal_other",
          ...row,
          intent: event.signals.intent,
          quote: event.signals.quotes[value] ?? null,
        };
      },
    };
  },
});
