import * as z from "zod";
import { alwaysHolds, defineTrigger } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
import { sequenceEnds } from "#domain/rules/sequence-ends.ts";
import type { RuleEvent } from "#domain/rules/snapshot.ts";

/** Fires when the run of another rule ends, which is named by its id; in any way, or in one. */
export const sequenceEndedTrigger = defineTrigger({
  id: "sequence_ended",
  fields: z.object({ value: z.uuid(), end: z.enum(sequenceEnds).nullable() }),
  read: ({ value, end = null }) => ({ value: normaliseWord(value), end }),
  compile: ({ value, end }) => {
    const fires = ({ met }: RuleEvent): boolean =>
      met?.of === "sequence" && met.ruleId === value && (end === null || met.end === end);
    return {
      fires,
      holds: alwaysHolds,
      explain: (_snapshot, event) => {
        if (event === null) return { code: "sequence_end_assumed", end: end ?? "any" };
        const { met } = event;
        if (met?.of !== "sequence") return { code: "sequence_end_none", end: end ?? "any" };
        return {
          code: fires(event) ? "sequence_end_met" : "sequence_end_other",
          ...{ rule: met.name, end: met.end },
        };
      },
    };
  },
});
