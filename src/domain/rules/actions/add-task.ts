import * as z from "zod";
import { defineAction } from "#domain/rules/kinds.ts";

/** A task for the owner of the person's conversation. */
export const addTaskAction = defineAction({
  id: "add_task",
  fields: z.object({ template: z.string().trim().min(1).max(200) }),
  read: ({ template }) => ({ template }),
  compile: ({ template }) => ({ step: "task", title: template }),
});
