import * as z from "zod";
import { defineTrigger, type TriggerKind } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
import type { TriggerType } from "#domain/rules/rule.ts";
import type { RuleSnapshot } from "#domain/rules/snapshot.ts";

/** Fires when a person enters or leaves a segment, which is named by its id. */
export const defineSegmentTrigger = <Id extends TriggerType>(
  id: Id,
  is: "entered" | "left",
): TriggerKind<Id> =>
  defineTrigger({
    id,
    fields: z.object({ value: z.uuid() }),
    read: ({ value }) => ({ value: normaliseWord(value) }),
    compile: ({ value }) => {
      const isIn = is === "entered";
      const field = isIn ? "in" : "not_in";
      const holds = ({ segments }: RuleSnapshot): boolean => segments?.get(value)?.isMember === isIn;
      return {
        requires: { of: "segment", id: value, isIn },
        watches: { of: "segment", id: value },
        segmentId: value,
        fires: ({ met }) => met?.of === "segment" && met.id === value && met.is === is,
        holds,
        explain: (snapshot, event) => {
          const segment = snapshot.segments?.get(value);
          const name = segment?.name ?? value;
          if (event !== null) {
            const { met } = event;
            const isMet = met?.of === "segment" && met.id === value && met.is === is;
            return { code: isMet ? `segment_${is}` : `segment_not_${is}`, value: name };
          }
          if (typeof segment?.isMember !== "boolean")
            return { code: "segment_unreadable", field, value: name };
          return { code: holds(snapshot) ? "segment_met" : "segment_unmet", field, value: name };
        },
      };
    },
  });
