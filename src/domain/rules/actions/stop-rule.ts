import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** Ends the run of another rule for the person. */
export const stopRuleAction = defineAction({
  id: "stop_rule",
  fields: z.object({ template: z.uuid() }),
  read: ({ template }) => ({ template: template.trim() }),
  compile: ({ template }) => ({ step: "stop", ruleId: template }),
});
