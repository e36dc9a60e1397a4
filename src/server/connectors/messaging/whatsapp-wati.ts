import * as z from "zod";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { bearerAuth, jsonPost, multipartPost } from "#server/connectors/vendor-request.ts";
import { describeFailure, type VendorResponse } from "#server/connectors/vendor-response.ts";
import { basePath, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import {
  callbackJson,
  callbackKeyFor,
  fromUnixSeconds,
  hasCallbackKey,
  parseActionId,
  toE164,
} from "./callback.ts";
import type {
  MessageDeliveryStatus,
  Messenger,
  OutgoingMessage,
  SendOutcome,
  VendorCallback,
  VendorUpdate,
} from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { phoneDigits, supportsProvider } from "./whatsapp-cloud.ts";
import { cloudErrorFlags } from "./whatsapp-error-codes.ts";

const id = "whatsapp-wati";
const label = "WATI";

const buildRequest = async (
  { apiKey, baseUrl }: WhatsappContext["settings"],
  outgoing: OutgoingMessage,
): Promise<VendorRequest> => {
  const { to, text, template, actionId } = outgoing;
  const apiPath = `${basePath(baseUrl)}/api/v1`;
  const [file] = outgoing.files ?? [];
  if (file && !template) {
    return {
      ...multipartPost({}, { ...file, content: await file.read() }, bearerAuth(apiKey)),
      path: `${apiPath}/sendSessionFile/${phoneDigits(to)}?caption=${encodeURIComponent(text.toWellFormed())}`,
    };
  }
  if (!template) {
    return {
      method: "POST",
      path: `${apiPath}/sendSessionMessage/${phoneDigits(to)}?messageText=${encodeURIComponent(text.toWellFormed())}`,
      headers: bearerAuth(apiKey),
    };
  }
  const request = jsonPost({
    template_name: template.name,
    broadcast_name: actionId,
    parameters: template.values.map((value, index) => ({ name: String(index + 1), value })),
  });
  return {
    ...request,
    path: `${apiPath}/sendTemplateMessage?${new URLSearchParams({ whatsappNumber: phoneDigits(to) })}`,
    headers: { ...request.headers, ...bearerAuth(apiKey) },
  };
};

const text = z.string().min(1).optional().catch(undefined);
const sendResponse = z.object({
  result: z.unknown().optional(),
  ok: z.unknown().optional(),
  validWhatsAppNumber: z.unknown().optional(),
  message: z.object({ whatsappMessageId: text, localMessageId: text, id: text }).optional().catch(undefined),
});

const isSuccess = (result: unknown): boolean => result === true || result === "success";
const isFailure = (result: unknown): boolean =>
  result === false || result === "false" || result === "error" || result === "failed";

const saysWindowClosed = /expired|24.?h|session (is )?(closed|ended|not active)|re-?engagement/i;
const saysBadAddress = /(invalid|not a valid|no) (whatsapp|contact|phone|number)|not (on|registered)/i;
const saysLater = /rate limit|too many|limit exceeded/i;

/** WATI reports failures with status 200, too, and only as text. */
const watiOutcome =
  (actionId: string) =>
  (response: VendorResponse): SendOutcome => {
    const { status } = response;
    const { message } = describeFailure(label, response);
    const httpError = { code: `http_${status}`, message };
    const body = sendResponse.safeParse(response.json).data;
    const isRefused = body !== undefined && (isFailure(body.result) || body.ok === false);
    if (body?.validWhatsAppNumber === false)
      return { kind: "refused", ...httpError, code: "invalid_number", badAddress: true };
    if (status < 300 && !isRefused) {
      if (!body || !isSuccess(body.result ?? body.ok)) return { kind: "unknown", ...httpError };
      const ids = body.message;
      // The response to a template has no id, so the action's id is used instead.
      const providerId = ids?.whatsappMessageId ?? ids?.localMessageId ?? ids?.id ?? actionId;
      return { kind: "accepted", providerId, status: "sent", price: null };
    }
    if (status === 401 || status === 403) return { kind: "refused", ...httpError, account: true };
    const error = { ...httpError, code: status < 300 ? "result_false" : httpError.code };
    if (status === 429 || saysLater.test(message.en)) return { kind: "later", ...error, afterMs: null };
    return {
      kind: "refused",
      ...error,
      ...(saysWindowClosed.test(message.en) ? { windowClosed: true } : {}),
      ...(saysBadAddress.test(message.en) ? { badAddress: true } : {}),
    };
  };

const eventSchema = z.object({
  eventType: z.string(),
  owner: z.unknown().optional(),
  id: text,
  whatsappMessageId: text,
  localMessageId: text,
  waId: text,
  senderName: text,
  text: z.string().nullish().catch(undefined),
  type: text,
  timestamp: z.unknown().optional(),
  channelPhoneNumber: text,
  broadcastName: z.unknown().optional(),
  failedCode: z.union([z.string(), z.number()]).nullish().catch(undefined),
});

const statusPatterns: readonly [RegExp, MessageDeliveryStatus][] = [
  [/failed/i, "failed"],
  [/read/i, "read"],
  [/delivered/i, "delivered"],
  [/^(template|session)messagesent|^sentmessage/i, "sent"],
];

const parseCallback = (callback: VendorCallback): VendorUpdate[] =>
  [callbackJson(callback)].flat().flatMap((entry): VendorUpdate[] => {
    const parsed = eventSchema.safeParse(entry);
    return parsed.success ? toUpdates(parsed.data) : [];
  });

const toUpdates = (event: z.infer<typeof eventSchema>): VendorUpdate[] => {
  const providerId = event.whatsappMessageId ?? event.localMessageId ?? event.id;
  if (!providerId) return [];
  const at = fromUnixSeconds(event.timestamp);
  if (event.eventType === "message") {
    if (event.owner === true || !event.waId) return [];
    return [
      {
        kind: "message",
        providerId,
        channel: "whatsapp",
        from: toE164(event.waId),
        to: event.channelPhoneNumber ? toE164(event.channelPhoneNumber) : "",
        text: event.text || `[${event.type ?? "unsupported"}]`,
        name: event.senderName ?? null,
        at,
      },
    ];
  }
  // WATI also delivers a reply as a message event.
  const status = /replied/i.test(event.eventType)
    ? undefined
    : statusPatterns.find(([pattern]) => pattern.test(event.eventType))?.[1];
  if (!status) return [];
  const code = event.failedCode === null || event.failedCode === undefined ? null : String(event.failedCode);
  const actionId = parseActionId(event.broadcastName) ?? parseActionId(event.localMessageId);
  const flags = status === "failed" ? cloudErrorFlags(Number(code ?? Number.NaN)) : {};
  return [{ kind: "status", providerId, actionId, status, code, price: null, at, ...flags }];
};

/** Neither signs callbacks nor sends registered headers, so the callback URL carries the key. */
export const whatsappWati: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("wati"),
  channels: ["whatsapp"],
  files: "upload",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, { message: outgoing }) => {
    const result = await context.send(await buildRequest(context.settings, outgoing));
    return toSendOutcome(label, result, watiOutcome(outgoing.actionId), [context.settings.apiKey]);
  },
  verifyCallback: ({ apiKey }, callback) => hasCallbackKey(id, apiKey, callback),
  callbackKey: ({ apiKey }) => callbackKeyFor(id, apiKey),
  parseCallback,
};
