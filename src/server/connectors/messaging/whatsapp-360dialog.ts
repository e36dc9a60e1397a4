import { jsonPost } from "#server/connectors/vendor-request.ts";
import { type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { callbackKeyFor, hasCallbackKey } from "./callback.ts";
import type { Messenger } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { cloudBody, parseCloudCallback, supportsProvider } from "./whatsapp-cloud.ts";
import { cloudOutcome } from "./whatsapp-error-codes.ts";

const id = "whatsapp-360dialog";

/** Speaks Meta's format. It does not sign callbacks, but can send a header registered with the callback URL. */
export const whatsapp360dialog: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("360dialog"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, { message: outgoing }) => {
    const { apiKey } = context.settings;
    const request = jsonPost(cloudBody(outgoing));
    const result = await context.send({
      ...request,
      path: "/messages",
      headers: { ...request.headers, "d360-api-key": apiKey ?? "" },
    });
    return toSendOutcome("360dialog", result, cloudOutcome, [apiKey]);
  },
  verifyCallback: ({ apiKey }, callback) => hasCallbackKey(id, apiKey, callback),
  callbackKey: ({ apiKey }) => callbackKeyFor(id, apiKey),
  parseCallback: parseCloudCallback,
};
