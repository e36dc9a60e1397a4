import * as z from "zod";
import type { Channel } from "#domain/channels/channel.ts";
import { type ActionKind, defineAction, type PlannedMessage } from "#domain/rules/kinds.ts";
import type { ActionType } from "#domain/rules/rule.ts";

const templateName = /^[a-z0-9][a-z0-9_-]{0,79}$/i;

/** What cannot be the name of a template is the text of the message. */
export const planMessage = (channel: Channel, template: string): PlannedMessage =>
  templateName.test(template)
    ? { channel, template: template.toLowerCase(), is: "name" }
    : { channel, template, is: "text" };

/** The template field holds a template's name or the text of the message. */
export const defineMessageAction = <Id extends ActionType & Channel>(
  id: Id,
  maxLength: number,
): ActionKind<Id> =>
  defineAction({
    id,
    fields: z.object({
      template: z
        .string()
        .min(1)
        .max(maxLength)
        .meta({ examples: ["high_intent", "welcome"] }),
    }),
    read: ({ template }) => ({ template: template.trim() }),
    compile: ({ template }) => planMessage(id, template),
  });
