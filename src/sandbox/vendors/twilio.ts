import { mountAccounts } from "#sandbox/twilio/accounts.ts";
import { createTwilioCallbacks } from "#sandbox/twilio/callbacks.ts";
import { mountCalls } from "#sandbox/twilio/calls.ts";
import { mountContents } from "#sandbox/twilio/contents.ts";
import { mountMessages } from "#sandbox/twilio/messages.ts";
import type { Vendor } from "#sandbox/vendor.ts";

export const twilio: Vendor = {
  id: "twilio",
  mount: (app, context) => {
    const accounts = mountAccounts(app, context);
    const callbacks = createTwilioCallbacks(context, accounts);
    mountMessages(app, context, callbacks);
    mountCalls(app, context, callbacks);
    mountContents(app);
  },
};
