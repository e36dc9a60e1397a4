import { mountAccounts } from "../twilio/accounts.ts";
import { mountCalls } from "../twilio/calls.ts";
import { mountContents } from "../twilio/contents.ts";
import { createLine } from "../twilio/line.ts";
import { mountMessages } from "../twilio/messages.ts";
import type { Vendor } from "../vendor.ts";

export const twilio: Vendor = {
  id: "twilio",
  mount: (app, world) => {
    const accounts = mountAccounts(app, world);
    const line = createLine(world, accounts);
    mountMessages(app, world, line);
    mountCalls(app, world, line);
    mountContents(app);
  },
};
