import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** A question about the person, which the condition of its row asks; its answers lead to steps of their own. */
export const askAction = defineAction({
  id: "ask",
  fields: z.object({ template: z.string().max(200) }),
  read: ({ template }) => ({ template }),
  compile: () => ({ step: "ask" }),
});
