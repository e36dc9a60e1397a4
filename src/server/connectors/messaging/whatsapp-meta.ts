import { bearerAuth } from "#server/connectors/vendor-request.ts";
import { basePath, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { callbackKeyFor, hasCallbackKey, isSignedByMeta, queryParameter } from "./callback.ts";
import type { Messenger, VendorCallback } from "./messenger.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { parseCloudCallback, phoneDigits, supportsProvider } from "./whatsapp-cloud.ts";
import { sendCloudMessage } from "./whatsapp-media.ts";
import { parseTemplateUpdates, submitMetaTemplate } from "./whatsapp-template-review.ts";

const id = "whatsapp-meta";

/** Meta verifies a callback URL once, when it is registered. */
const isHandshake = (callback: VendorCallback): boolean =>
  callback.method === "GET" && queryParameter(callback, "hub.mode") === "subscribe";

export const whatsappMeta: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("meta"),
  channels: ["whatsapp"],
  files: "upload",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, { message: outgoing }) => {
    const { apiKey, businessNumber, baseUrl, appSecret, verifyToken } = context.settings;
    return sendCloudMessage(context, outgoing, {
      label: "WhatsApp",
      path: (endpoint) => `${basePath(baseUrl)}/${phoneDigits(businessNumber)}/${endpoint}`,
      headers: bearerAuth(apiKey),
      secrets: [apiKey, appSecret, verifyToken],
    });
  },
  submitTemplate: submitMetaTemplate,
  verifyCallback: ({ appSecret, verifyToken, apiKey }, callback) => {
    if (isHandshake(callback)) {
      const receivedToken = queryParameter(callback, "hub.verify_token") ?? "";
      return typeof verifyToken === "string" && verifyToken !== ""
        ? timingSafeEqualText(receivedToken, verifyToken)
        : hasCallbackKey(id, apiKey, callback);
    }
    return typeof appSecret === "string" && appSecret !== ""
      ? isSignedByMeta(callback.rawBody, callback.headers["x-hub-signature-256"], appSecret)
      : hasCallbackKey(id, apiKey, callback);
  },
  callbackKey: ({ appSecret, apiKey }) => (appSecret ? null : callbackKeyFor(id, apiKey)),
  parseCallback: (callback) =>
    callback.method === "GET" ? [] : [...parseCloudCallback(callback), ...parseTemplateUpdates(callback)],
  respondToCallback: (callback) =>
    isHandshake(callback)
      ? { contentType: "text/plain; charset=utf-8", body: queryParameter(callback, "hub.challenge") ?? "" }
      : undefined,
};
