import * as z from "zod";
import { tagSchema } from "#domain/person.ts";
import { defineAction } from "#domain/rules/kinds.ts";

export const removeTagAction = defineAction({
  id: "remove_tag",
  fields: z.object({ template: tagSchema }),
  read: ({ template }) => ({ template }),
  compile: ({ template }) => ({ step: "change", change: { kind: "remove_tag", tag: template } }),
});
