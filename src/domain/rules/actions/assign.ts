import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** Gives the person an owner, by the id of the user; without one the person has no owner any more. */
export const assignAction = defineAction({
  id: "assign",
  fields: z.object({ template: z.union([z.literal(""), z.uuid()]) }),
  read: ({ template }) => ({ template: template.trim() }),
  compile: ({ template }) => ({
    step: "change",
    change: { kind: "owner", userId: template === "" ? null : template },
  }),
});
