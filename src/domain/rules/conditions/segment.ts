import * as z from "zod";
import { defineCondition } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
import type { RuleSnapshot } from "#domain/rules/snapshot.ts";

const isIn = new Set(["", "in", "is", "segment", "=", "en"]);
const isNotIn = new Set(["not_in", "not in", "not", "!=", "no en", "fuera de"]);

/**
 * Whether the person is in a segment, which is named by its id. It is not met for a segment that was deleted or
 * cannot be read, whichever way it asks.
 */
export const segmentCondition = defineCondition({
  id: "segment",
  fields: z.object({ field: z.enum(["in", "not_in"]), value: z.uuid() }),
  read: ({ field, value }) => {
    const word = normaliseWord(field);
    return {
      field: isIn.has(word) ? "in" : isNotIn.has(word) ? "not_in" : field,
      value: normaliseWord(value),
    };
  },
  compile: ({ field, value }) => {
    const isWanted = field === "in";
    const holds = ({ segments }: RuleSnapshot): boolean => segments?.get(value)?.isMember === isWanted;
    return {
      requires: { of: "segment", id: value, isIn: isWanted },
      segmentId: value,
      holds,
      explain: (snapshot) => {
        const segment = snapshot.segments?.get(value);
        if (typeof segment?.isMember !== "boolean")
          return { code: "segment_unreadable", field, value: segment?.name ?? value };
        return { code: holds(snapshot) ? "segment_met" : "segment_unmet", field, value: segment.name };
      },
    };
  },
});
