import { type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { callbackKeyFor, hasCallbackKey } from "./callback.ts";
import type { Messenger } from "./messenger.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { parseCloudCallback, supportsProvider } from "./whatsapp-cloud.ts";
import { sendCloudMessage } from "./whatsapp-media.ts";

const id = "whatsapp-360dialog";

/** Speaks Meta's format. It does not sign callbacks, but can send a header registered with the callback URL. */
export const whatsapp360dialog: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("360dialog"),
  channels: ["whatsapp"],
  files: "upload",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, { message: outgoing }) => {
    const { apiKey } = context.settings;
    return sendCloudMessage(context, outgoing, {
      label: "360dialog",
      path: (endpoint) => `/${endpoint}`,
      headers: { "d360-api-key": apiKey ?? "" },
      secrets: [apiKey],
    });
  },
  verifyCallback: ({ apiKey }, callback) => hasCallbackKey(id, apiKey, callback),
  callbackKey: ({ apiKey }) => callbackKeyFor(id, apiKey),
  parseCallback: parseCloudCallback,
};
