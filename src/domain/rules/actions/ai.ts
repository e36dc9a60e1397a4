import * as z from "zod";
import { aiPart, maxAiInstructionLength } from "#domain/rules/ai-step.ts";
import { defineAction } from "#domain/rules/kinds.ts";

/** Asks a model about the person; its text is what to look for, or what a draft should say. */
export const aiAction = defineAction({
  id: "ai",
  fields: z.object({ template: z.string().max(maxAiInstructionLength), ai: aiPart }),
  read: ({ template, ai }) => ({ template: template.trim(), ai }),
  compile: ({ template, ai }) => ({ step: "ai", instruction: template, ai }),
});
