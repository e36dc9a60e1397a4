import { createHmac } from "node:crypto";
import { stringify } from "node:querystring";
import type { SimulatedCallbackResponse } from "#sandbox/callback-client.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { TwilioAccounts } from "./accounts.ts";

export type CallbackForm = Readonly<Record<string, string>>;

/** `X-Twilio-Signature`: HMAC of the URL, then of each parameter's name and value in order of names. */
export const twilioSignature = (token: string, url: string, form: CallbackForm = {}): string =>
  createHmac("sha1", token)
    .update(
      Object.keys(form)
        .sort()
        .reduce((text, name) => `${text}${name}${form[name]}`, url),
    )
    .digest("base64");

/** Posts signed forms to the servers of Twilio's customers. */
export type TwilioCallbacks = TwilioAccounts & {
  post: (
    account: string,
    url: string,
    form: CallbackForm,
    options?: { forged?: boolean; method?: "GET" | "POST" },
  ) => Promise<SimulatedCallbackResponse | undefined>;
};

export const createTwilioCallbacks = (
  context: SandboxContext,
  accounts: TwilioAccounts,
): TwilioCallbacks => ({
  ...accounts,
  post: (account, url, form, { forged = false, method = "POST" } = {}) => {
    const token = forged ? "not the token" : accounts.tokenFor(account);
    if (method === "GET") {
      const urlWithQuery = withQuery(url, form);
      const headers = { "x-twilio-signature": twilioSignature(token, urlWithQuery) };
      return context.callbacks.post({ vendor: "twilio", url: urlWithQuery, method, headers });
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
