import { jsonPost } from "#server/connectors/vendor-request.ts";
import { type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { hasCallbackKey } from "./callback-key.ts";
import { callbackKeyFor } from "./digest.ts";
import type { Messenger } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { cloudBody, parseCloudCallback, supportsProvider } from "./whatsapp-cloud.ts";
import { cloudOutcome } from "./whatsapp-error-codes.ts";

const id = "whatsapp-360dialog";

/** Meta's words in other hands. It signs nothing, but sends along any header that was registered with the address. */
export const whatsapp360dialog: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("360dialog"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const { apiKey } = context.settings;
    const call = jsonPost(cloudBody(outgoing));
    const answer = await context.send({
      ...call,
      path: "/messages",
      headers: { ...call.headers, "d360-api-key": apiKey ?? "" },
    });
    return toSendOutcome("360dialog", answer, cloudOutcome, [apiKey]);
  },
  verifyCallback: ({ apiKey }, request) => hasCallbackKey(id, apiKey, request),
  callbackKey: ({ apiKey }) => callbackKeyFor(id, apiKey),
  parseCallback: parseCloudCallback,
};
