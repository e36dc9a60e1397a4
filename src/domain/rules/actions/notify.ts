import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** A notification for the owner of the person's conversation, or for the team where nobody owns it. */
export const notifyAction = defineAction({
  id: "notify",
  fields: z.object({ template: z.string().trim().min(1).max(200) }),
  read: ({ template }) => ({ template }),
  compile: ({ template }) => ({ step: "notify", text: template }),
});
