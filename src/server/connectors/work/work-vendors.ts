import type { PollKind } from "#domain/integrations/integration-work.ts";
import { asanaTasks } from "./asana-tasks.ts";
import { makeHooks, n8nHooks, zapierHooks } from "./automation-hooks.ts";
import { facebookLeads } from "./facebook-leads.ts";
import { linkedinLeads } from "./linkedin-leads.ts";
import { slackChat } from "./slack-chat.ts";
import { telegramChat } from "./telegram-chat.ts";
import type { WorkVendor } from "./work-vendor.ts";
import { xMessages } from "./x-messages.ts";

/** Vendors of leads, chats, tasks and workflows. To add one: its file, and a line here. */
export const workVendors: readonly WorkVendor[] = [
  facebookLeads,
  linkedinLeads,
  xMessages,
  slackChat,
  telegramChat,
  asanaTasks,
  zapierHooks,
  makeHooks,
  n8nHooks,
];

/** What is asked for now and then, where reports may be missed or do not exist. */
export const pollKindOf = ({ leads, messages }: WorkVendor): PollKind | undefined => {
  if (leads?.listLeads) return "lead_poll";
  return messages ? "message_poll" : undefined;
};

export const findWorkVendor = (service: string): WorkVendor | undefined =>
  workVendors.find(({ connector }) => connector.id === service);
