import * as z from "zod";
import { type ActionKind, defineAction, type PlannedWork } from "#domain/rules/kinds.ts";
import type { ActionType } from "#domain/rules/rule.ts";

/** The template field holds the text, with the placeholders of messages. */
export const defineWorkAction = <Id extends ActionType>(
  id: Id,
  work: Omit<PlannedWork, "text">,
  maxLength: number,
): ActionKind<Id> =>
  defineAction({
    id,
    fields: z.object({
      template: z
        .string()
        .min(1)
        .max(maxLength)
        .meta({ examples: ["{{full_name}}"] }),
    }),
    read: ({ template }) => ({ template: template.trim() }),
    compile: ({ template }) => ({ ...work, text: template }),
  });
