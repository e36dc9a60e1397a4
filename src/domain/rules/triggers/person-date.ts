import * as z from "zod";
import { dateTriggerKey, defaultTriggerTime } from "#domain/rules/date-trigger.ts";
import { alwaysHolds, defineTrigger } from "#domain/rules/kinds.ts";
import { localClock, maxOffsetDays } from "#domain/rules/step-parts.ts";

/** Fires a number of days before or after a date of the person, which is named by the key of its custom field. */
export const personDateTrigger = defineTrigger({
  id: "person_date",
  fields: z.object({
    value: z.string().min(1).max(60),
    offsetDays: z.int().min(-maxOffsetDays).max(maxOffsetDays),
    at: localClock,
    yearly: z.boolean(),
  }),
  read: ({ value, offsetDays = 0, at = defaultTriggerTime, yearly = false }) => ({
    ...{ value: value.trim(), offsetDays, at, yearly },
  }),
  compile: ({ value: field, offsetDays, at, yearly }) => {
    const trigger = { field, offsetDays, at, yearly };
    const key = dateTriggerKey(trigger);
    return {
      requires: { of: "date", field },
      watches: { of: "date", ...trigger },
      fires: ({ met }) => met?.of === "date" && met.key === key,
      holds: alwaysHolds,
      explain: (_snapshot, event) => {
        if (event === null) return { code: "date_assumed", field, days: offsetDays };
        const { met } = event;
        return met?.of === "date" && met.key === key
          ? { code: "date_arrived", field, days: offsetDays, date: met.date }
          : { code: "date_not_arrived", field, days: offsetDays };
      },
    };
  },
});
