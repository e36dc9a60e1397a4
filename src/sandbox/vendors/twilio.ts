import { mountAccounts } from "#sandbox/twilio/accounts.ts";
import { mountCalls } from "#sandbox/twilio/calls.ts";
import { mountContents } from "#sandbox/twilio/contents.ts";
import { createLine } from "#sandbox/twilio/line.ts";
import { mountMessages } from "#sandbox/twilio/messages.ts";
import type { Vendor } from "#sandbox/vendor.ts";

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
