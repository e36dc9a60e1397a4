import { stringify } from "node:querystring";
import type { CallbackResponse } from "#sandbox/callback-client.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { TwilioAccounts } from "./accounts.ts";
import { type CallbackForm, twilioSignature } from "./signature.ts";

/** How Twilio speaks to its customers' servers: signed forms. */
export type TwilioCallbacks = TwilioAccounts & {
  post: (
    account: string,
    url: string,
    form: CallbackForm,
    how?: { forged?: boolean; method?: "GET" | "POST" },
  ) => Promise<CallbackResponse | undefined>;
};

export const createTwilioCallbacks = (
  context: SandboxContext,
  accounts: TwilioAccounts,
): TwilioCallbacks => ({
  ...accounts,
  post: (account, url, form, { forged = false, method = "POST" } = {}) => {
    const token = forged ? "not the token" : accounts.tokenFor(account);
    if (method === "GET") {
      const asked = withQuery(url, form);
      const headers = { "x-twilio-signature": twilioSignature(token, asked) };
      return context.callbacks.post({ vendor: "twilio", url: asked, method, headers });
    }
    return context.callbacks.post({
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

const withQuery = (url: string, form: CallbackForm): string =>
  `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams(form)}`;
