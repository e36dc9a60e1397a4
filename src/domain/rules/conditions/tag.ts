import * as z from "zod";
import { tagSchema as tagText } from "#domain/person.ts";
import { defineCondition } from "#domain/rules/kinds.ts";
import { equalsIgnoringCase, normaliseWord, readBoolean } from "#domain/rules/read-text.ts";

const has = new Set(["", "has", "tag", "tags", "is", "=", "tiene"]);
const hasNot = new Set(["has_not", "not", "without", "!=", "no tiene", "sin"]);

/** Whether the person has a tag. Also accepts the tag as `field` and yes or no as `value`. */
export const tagCondition = defineCondition({
  id: "tag",
  fields: z.object({ field: z.enum(["has", "has_not"]), value: tagText }),
  read: ({ field, value }) => {
    const word = normaliseWord(field);
    if (has.has(word)) return { field: "has", value: normaliseWord(value) };
    if (hasNot.has(word)) return { field: "has_not", value: normaliseWord(value) };
    const hasTag = readBoolean(value);
    return hasTag === undefined ? { field, value } : { field: hasTag ? "has" : "has_not", value: word };
  },
  compile: ({ field, value }) => {
    const wanted = field === "has";
    const includesTag = (tags: readonly string[]): boolean => {
      for (const tag of tags) if (equalsIgnoringCase(tag, value)) return true;
      return false;
    };
    return {
      holds: ({ person }) => includesTag(person.tags) === wanted,
      explain: ({ person }) => ({
        code: includesTag(person.tags) === wanted ? "tag_met" : "tag_unmet",
        field,
        value,
        tags: person.tags.join(", "),
      }),
    };
  },
});
