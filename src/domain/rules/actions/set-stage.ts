import * as z from "zod";
import { personStatuses } from "#domain/person.ts";
import { defineAction } from "#domain/rules/kinds.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";

export const setStageAction = defineAction({
  id: "set_stage",
  fields: z.object({ template: z.enum(personStatuses) }),
  read: ({ template }) => ({ template: normaliseWord(template) }),
  compile: ({ template }) => ({ step: "change", change: { kind: "status", status: template } }),
});
