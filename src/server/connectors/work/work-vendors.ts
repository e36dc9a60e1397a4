import { asanaTasks } from "./asana-tasks.ts";
import { makeHooks, n8nHooks, zapierHooks } from "./automation-hooks.ts";
import { facebookLeads } from "./facebook-leads.ts";
import { slackChat } from "./slack-chat.ts";
import { telegramChat } from "./telegram-chat.ts";
import type { WorkVendor } from "./work-vendor.ts";

/** Vendors of leads, chats, tasks and workflows. To add one: its file, and a line here. */
export const workVendors: readonly WorkVendor[] = [
  facebookLeads,
  slackChat,
  telegramChat,
  asanaTasks,
  zapierHooks,
  makeHooks,
  n8nHooks,
];

export const findWorkVendor = (service: string): WorkVendor | undefined =>
  workVendors.find(({ connector }) => connector.id === service);
