import { stringify } from "node:querystring";
import type { CallbackAnswer } from "#sandbox/callbacks.ts";
import type { World } from "#sandbox/world.ts";
import type { Accounts } from "./accounts.ts";
import { type Form, twilioSignature } from "./signature.ts";

/** How Twilio speaks to its customers' servers: signed forms. */
export type Line = Accounts & {
  post: (
    account: string,
    url: string,
    form: Form,
    how?: { forged?: boolean; method?: "GET" | "POST" },
  ) => Promise<CallbackAnswer | undefined>;
};

export const createLine = (world: World, accounts: Accounts): Line => ({
  ...accounts,
  post: (account, url, form, { forged = false, method = "POST" } = {}) => {
    const token = forged ? "not the token" : accounts.tokenOf(account);
    if (method === "GET") {
      const asked = withQuery(url, form);
      const headers = { "x-twilio-signature": twilioSignature(token, asked) };
      return world.callbacks.post({ vendor: "twilio", url: asked, method, headers });
    }
    return world.callbacks.post({
      vendor: "twilio",
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
        "user-agent": "TwilioProxy/1.1",
        "x-twilio-signature": twilioSignature(token, url, form),
      },
      body: stringify(form),
    });
  },
});

const withQuery = (url: string, form: Form): string =>
  `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams(form)}`;
