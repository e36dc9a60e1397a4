import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** Tells the webhooks that ask for steps of sequences; the text is a note for them. */
export const webhookAction = defineAction({
  id: "webhook",
  fields: z.object({ template: z.string().trim().max(500) }),
  read: ({ template }) => ({ template }),
  compile: ({ template }) => ({ step: "webhook", note: template }),
});
