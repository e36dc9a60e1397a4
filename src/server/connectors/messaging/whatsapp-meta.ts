import { bearer, json } from "#server/connectors/probe.ts";
import { below, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { given } from "./callback.ts";
import { hasKey } from "./callback-key.ts";
import { isSignedBody, keyFor } from "./digest.ts";
import type { CallbackRequest, Messenger } from "./messenger.ts";
import { outcomeOf } from "./outcome.ts";
import { rateOf, whatsappRate } from "./rates.ts";
import { cloudBody, digitsOf, readCloud, suitsDialect } from "./whatsapp-cloud.ts";
import { judgeCloud } from "./whatsapp-codes.ts";

const id = "whatsapp-meta";

/** When an address is registered, Meta asks it once to show that it is ours. */
const isHandshake = (request: CallbackRequest): boolean =>
  request.method === "GET" && given(request, "hub.mode") === "subscribe";

export const whatsappMeta: Messenger = {
  id,
  connector: whatsapp,
  suits: suitsDialect("meta"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => rateOf(messagesPerSecond, whatsappRate),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const { apiKey, businessNumber, baseUrl, appSecret, verifyToken } = context.settings;
    const call = json(cloudBody(outgoing));
    const answer = await context.send({
      ...call,
      path: `${below(baseUrl)}/${digitsOf(businessNumber)}/messages`,
      headers: { ...call.headers, ...bearer(apiKey) },
    });
    return outcomeOf("WhatsApp", answer, judgeCloud, [apiKey, appSecret, verifyToken]);
  },
  verify: ({ appSecret, verifyToken, apiKey }, request) => {
    if (isHandshake(request)) {
      const shown = given(request, "hub.verify_token") ?? "";
      return typeof verifyToken === "string" && verifyToken !== ""
        ? timingSafeEqualText(shown, verifyToken)
        : hasKey(id, apiKey, request);
    }
    return typeof appSecret === "string" && appSecret !== ""
      ? isSignedBody(request.sent, request.headers["x-hub-signature-256"], appSecret)
      : hasKey(id, apiKey, request);
  },
  callbackKey: ({ appSecret, apiKey }) => (appSecret ? null : keyFor(id, apiKey)),
  read: (request) => (request.method === "GET" ? [] : readCloud(request)),
  answer: (request) =>
    isHandshake(request)
      ? { contentType: "text/plain; charset=utf-8", body: given(request, "hub.challenge") ?? "" }
      : undefined,
};
