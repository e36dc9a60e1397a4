import * as z from "zod";
import { personStatuses } from "#domain/person.ts";
import { defineCondition } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";

const is = new Set(["", "is", "status", "stage", "=", "es", "etapa"]);
const isNot = new Set(["is_not", "not", "!=", "no es"]);

/** The stage of the person. */
export const statusCondition = defineCondition({
  id: "status",
  fields: z.object({ field: z.enum(["is", "is_not"]), value: z.enum(personStatuses) }),
  read: ({ field, value }) => {
    const word = normaliseWord(field);
    return { field: is.has(word) ? "is" : isNot.has(word) ? "is_not" : field, value: normaliseWord(value) };
  },
  compile: ({ field, value }) => {
    const wanted = field === "is";
    return {
      requires: { of: "status", status: value, is: wanted },
      holds: ({ person }) => (person.status === value) === wanted,
      explain: ({ person }) => ({
        code: (person.status === value) === wanted ? "status_met" : "status_unmet",
        field,
        value,
        status: person.status,
      }),
    };
  },
});
