import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { basePath, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { sameText } from "#server/constant-time.ts";
import { queryParameter } from "./callback.ts";
import { hasCallbackKey } from "./callback-key.ts";
import { callbackKeyFor, isSignedByMeta } from "./digest.ts";
import type { Messenger, VendorCallback } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { cloudBody, parseCloudCallback, phoneDigits, supportsProvider } from "./whatsapp-cloud.ts";
import { cloudOutcome } from "./whatsapp-error-codes.ts";

const id = "whatsapp-meta";

/** When an address is registered, Meta asks it once to show that it is ours. */
const isHandshake = (request: VendorCallback): boolean =>
  request.method === "GET" && queryParameter(request, "hub.mode") === "subscribe";

export const whatsappMeta: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("meta"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const { apiKey, businessNumber, baseUrl, appSecret, verifyToken } = context.settings;
    const call = jsonPost(cloudBody(outgoing));
    const answer = await context.send({
      ...call,
      path: `${basePath(baseUrl)}/${phoneDigits(businessNumber)}/messages`,
      headers: { ...call.headers, ...bearerAuth(apiKey) },
    });
    return toSendOutcome("WhatsApp", answer, cloudOutcome, [apiKey, appSecret, verifyToken]);
  },
  verifyCallback: ({ appSecret, verifyToken, apiKey }, request) => {
    if (isHandshake(request)) {
      const shown = queryParameter(request, "hub.verify_token") ?? "";
      return typeof verifyToken === "string" && verifyToken !== ""
        ? sameText(shown, verifyToken)
        : hasCallbackKey(id, apiKey, request);
    }
    return typeof appSecret === "string" && appSecret !== ""
      ? isSignedByMeta(request.sent, request.headers["x-hub-signature-256"], appSecret)
      : hasCallbackKey(id, apiKey, request);
  },
  callbackKey: ({ appSecret, apiKey }) => (appSecret ? null : callbackKeyFor(id, apiKey)),
  parseCallback: (request) => (request.method === "GET" ? [] : parseCloudCallback(request)),
  respondToCallback: (request) =>
    isHandshake(request)
      ? { contentType: "text/plain; charset=utf-8", body: queryParameter(request, "hub.challenge") ?? "" }
      : undefined,
};
