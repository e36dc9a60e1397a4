import * as z from "zod";
import { type ChosenChannel, chosenChannels } from "#domain/rules/chosen-channels.ts";
import { defineAction } from "#domain/rules/kinds.ts";
import { stepWords } from "#domain/rules/step-parts.ts";
import { planMessage } from "./message.ts";

/** A message on the channel that the person prefers, or the next one that may be used; each may have words of its own. */
export const preferredChannelAction = defineAction({
  id: "preferred_channel",
  fields: z.object({ template: z.string().min(1).max(1600), words: stepWords }),
  read: ({ template, words = {} }) => ({ template: template.trim(), words }),
  compile: ({ template, words }) => {
    const plan = (channel: ChosenChannel) => planMessage(channel, words[channel]?.trim() || template);
    return { ...plan("sms"), alternatives: chosenChannels.map(plan) };
  },
});
