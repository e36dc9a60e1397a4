import * as z from "zod";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { describeFailure, type VendorResponse } from "#server/connectors/vendor-response.ts";
import { basePath, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { callbackJson, fromUnixSeconds, parseActionId, toE164 } from "./callback.ts";
import { hasCallbackKey } from "./callback-key.ts";
import { callbackKeyFor } from "./digest.ts";
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

const callOf = (
  { apiKey, baseUrl }: WhatsappContext["settings"],
  outgoing: OutgoingMessage,
): VendorRequest => {
  const { to, text, template, actionId } = outgoing;
  const base = `${basePath(baseUrl)}/api/v1`;
  if (!template) {
    return {
      method: "POST",
      path: `${base}/sendSessionMessage/${phoneDigits(to)}?messageText=${encodeURIComponent(text.toWellFormed())}`,
      headers: bearerAuth(apiKey),
    };
  }
  const call = jsonPost({
    template_name: template.name,
    broadcast_name: actionId,
    parameters: template.values.map((value, place) => ({ name: String(place + 1), value })),
  });
  return {
    ...call,
    path: `${base}/sendTemplateMessage?${new URLSearchParams({ whatsappNumber: phoneDigits(to) })}`,
    headers: { ...call.headers, ...bearerAuth(apiKey) },
  };
};

const text = z.string().min(1).optional().catch(undefined);
const said = z.object({
  result: z.unknown().optional(),
  ok: z.unknown().optional(),
  validWhatsAppNumber: z.unknown().optional(),
  message: z.object({ whatsappMessageId: text, localMessageId: text, id: text }).optional().catch(undefined),
});

const isYes = (result: unknown): boolean => result === true || result === "success";
const isNo = (result: unknown): boolean =>
  result === false || result === "false" || result === "error" || result === "failed";

const saysWindow = /expired|24.?h|session (is )?(closed|ended|not active)|re-?engagement/i;
const saysAddress = /(invalid|not a valid|no) (whatsapp|contact|phone|number)|not (on|registered)/i;
const saysLater = /rate limit|too many|limit exceeded/i;

/** A failure comes with status 200 too, and in words only. */
const judge =
  (actionId: string) =>
  (response: VendorResponse): SendOutcome => {
    const { status } = response;
    const { message } = describeFailure(label, response);
    const told = { code: `http_${status}`, message };
    const read = said.safeParse(response.json);
    const answer = read.success ? read.data : undefined;
    const isRefused = answer !== undefined && (isNo(answer.result) || answer.ok === false);
    if (answer?.validWhatsAppNumber === false)
      return { kind: "refused", ...told, code: "invalid_number", badAddress: true };
    if (status < 300 && !isRefused) {
      if (!answer || !isYes(answer.result ?? answer.ok)) return { kind: "unknown", ...told };
      const ids = answer.message;
      // Of templates it tells no id; the action's own then stands for it.
      const providerId = ids?.whatsappMessageId ?? ids?.localMessageId ?? ids?.id ?? actionId;
      return { kind: "accepted", providerId, status: "sent", price: null };
    }
    if (status === 401 || status === 403) return { kind: "refused", ...told, account: true };
    const refused = { ...told, code: status < 300 ? "result_false" : told.code };
    if (status === 429 || saysLater.test(message.en)) return { kind: "later", ...refused, afterMs: null };
    return {
      kind: "refused",
      ...refused,
      ...(saysWindow.test(message.en) ? { windowClosed: true } : {}),
      ...(saysAddress.test(message.en) ? { badAddress: true } : {}),
    };
  };

const event = z.object({
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

const states: readonly [RegExp, MessageDeliveryStatus][] = [
  [/failed/i, "failed"],
  [/read/i, "read"],
  [/delivered/i, "delivered"],
  [/^(template|session)messagesent|^sentmessage/i, "sent"],
];

const read = (request: VendorCallback): VendorUpdate[] =>
  [callbackJson(request)].flat().flatMap((one): VendorUpdate[] => {
    const parsed = event.safeParse(one);
    return parsed.success ? readEvent(parsed.data) : [];
  });

const readEvent = (told: z.infer<typeof event>): VendorUpdate[] => {
  const providerId = told.whatsappMessageId ?? told.localMessageId ?? told.id;
  if (!providerId) return [];
  const at = fromUnixSeconds(told.timestamp);
  if (told.eventType === "message") {
    if (told.owner === true || !told.waId) return [];
    return [
      {
        kind: "message",
        providerId,
        channel: "whatsapp",
        from: toE164(told.waId),
        to: told.channelPhoneNumber ? toE164(told.channelPhoneNumber) : "",
        text: told.text || `[${told.type ?? "unsupported"}]`,
        name: told.senderName ?? null,
        at,
      },
    ];
  }
  // Replies to what we sent come once more as messages of their own.
  const status = /replied/i.test(told.eventType)
    ? undefined
    : states.find(([pattern]) => pattern.test(told.eventType))?.[1];
  if (!status) return [];
  const code = told.failedCode === null || told.failedCode === undefined ? null : String(told.failedCode);
  const actionId = parseActionId(told.broadcastName) ?? parseActionId(told.localMessageId);
  const flags = status === "failed" ? cloudErrorFlags(Number(code ?? Number.NaN)) : {};
  return [{ kind: "status", providerId, actionId, status, code, price: null, at, ...flags }];
};

/** It signs nothing, and sends no header of ours: its address carries the key. */
export const whatsappWati: Messenger = {
  id,
  connector: whatsapp,
  supports: supportsProvider("wati"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const answer = await context.send(callOf(context.settings, outgoing));
    return toSendOutcome(label, answer, judge(outgoing.actionId), [context.settings.apiKey]);
  },
  verifyCallback: ({ apiKey }, request) => hasCallbackKey(id, apiKey, request),
  callbackKey: ({ apiKey }) => callbackKeyFor(id, apiKey),
  parseCallback: read,
};
