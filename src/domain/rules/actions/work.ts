import * as z from "zod";
import { type ActionKind, defineAction, type PlannedWork } from "#domain/rules/kinds.ts";
import type { ActionType } from "#domain/rules/rule.ts";

/** The template field holds the text, with the placeholders of messages. */
const defineWorkAction = <Id extends ActionType>(
  id: Id,
  service: PlannedWork["service"],
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
    compile: ({ template }) => ({ service, text: template }),
  });

export const slackAction = defineWorkAction("slack", "slack", 2000);
export const telegramAction = defineWorkAction("telegram", "telegram", 2000);
export const zapierAction = defineWorkAction("zapier", "zapier", 500);
export const makeAction = defineWorkAction("make", "make", 500);
export const n8nAction = defineWorkAction("n8n", "n8n", 500);
export const asanaTaskAction = defineWorkAction("asana_task", "asana", 500);
