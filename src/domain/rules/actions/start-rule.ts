import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** Starts another rule for the person, whatever its triggers and conditions. */
export const startRuleAction = defineAction({
  id: "start_rule",
  fields: z.object({ template: z.uuid() }),
  read: ({ template }) => ({ template: template.trim() }),
  compile: ({ template }) => ({ step: "start", ruleId: template }),
});
