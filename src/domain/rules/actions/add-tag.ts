import * as z from "zod";
import { tagSchema } from "#domain/person.ts";
import { defineAction } from "#domain/rules/kinds.ts";

export const addTagAction = defineAction({
  id: "add_tag",
  fields: z.object({ template: tagSchema }),
  read: ({ template }) => ({ template }),
  compile: ({ template }) => ({ step: "change", change: { kind: "add_tag", tag: template } }),
});
