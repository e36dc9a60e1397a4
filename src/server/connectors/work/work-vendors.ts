import { asanaTasks } from "./asana-tasks.ts";
import { facebookLeads } from "./facebook-leads.ts";
import { linkedinLeads } from "./linkedin-leads.ts";
import { slackChat } from "./slack-chat.ts";
import { telegramChat } from "./telegram-chat.ts";
import type { WorkVendor } from "./work-vendor.ts";

/** Vendors of leads, chats and tasks. To add one: its file, and a line here. */
export const workVendors: readonly WorkVendor[] = [
  facebookLeads,
  linkedinLeads,
  slackChat,
  telegramChat,
  asanaTasks,
];

export const findWorkVendor = (service: string): WorkVendor | undefined =>
  workVendors.find(({ connector }) => connector.id === service);
