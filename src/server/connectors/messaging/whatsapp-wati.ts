import * as z from "zod";
import type { VendorCall } from "#server/connectors/connector.ts";
import { bearer, json } from "#server/connectors/probe.ts";
import { type Reply, refusalOf } from "#server/connectors/reply.ts";
import { below, type WhatsappContext, whatsapp } from "#server/connectors/whatsapp.ts";
import { asActionId, asPhone, jsonOf, momentOf } from "./callback.ts";
import { hasKey } from "./callback-key.ts";
import { keyFor } from "./digest.ts";
import type {
  CallbackRequest,
  DeliveryStatus,
  Incoming,
  Messenger,
  Outgoing,
  SendOutcome,
} from "./messenger.ts";
import { outcomeOf } from "./outcome.ts";
import { rateOf, whatsappRate } from "./rates.ts";
import { digitsOf, suitsDialect } from "./whatsapp-cloud.ts";
import { cloudFlags } from "./whatsapp-codes.ts";

const id = "whatsapp-wati";
const label = "WATI";

const callOf = ({ apiKey, baseUrl }: WhatsappContext["settings"], outgoing: Outgoing): VendorCall => {
  const { to, text, template, actionId } = outgoing;
  const base = `${below(baseUrl)}/api/v1`;
  if (!template) {
    return {
      method: "POST",
      path: `${base}/sendSessionMessage/${digitsOf(to)}?messageText=${encodeURIComponent(text.toWellFormed())}`,
      headers: bearer(apiKey),
    };
  }
  const call = json({
    template_name: template.name,
    broadcast_name: actionId,
    parameters: template.values.map((value, place) => ({ name: String(place + 1), value })),
  });
  return {
    ...call,
    path: `${base}/sendTemplateMessage?${new URLSearchParams({ whatsappNumber: digitsOf(to) })}`,
    headers: { ...call.headers, ...bearer(apiKey) },
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
  (reply: Reply): SendOutcome => {
    const { status } = reply;
    const { message } = refusalOf(label, reply);
    const told = { code: `http_${status}`, message };
    const read = said.safeParse(reply.json);
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

const states: readonly [RegExp, DeliveryStatus][] = [
  [/failed/i, "failed"],
  [/read/i, "read"],
  [/delivered/i, "delivered"],
  [/^(template|session)messagesent|^sentmessage/i, "sent"],
];

const read = (request: CallbackRequest): Incoming[] =>
  [jsonOf(request)].flat().flatMap((one): Incoming[] => {
    const parsed = event.safeParse(one);
    return parsed.success ? readEvent(parsed.data) : [];
  });

const readEvent = (told: z.infer<typeof event>): Incoming[] => {
  const providerId = told.whatsappMessageId ?? told.localMessageId ?? told.id;
  if (!providerId) return [];
  const at = momentOf(told.timestamp);
  if (told.eventType === "message") {
    if (told.owner === true || !told.waId) return [];
    return [
      {
        kind: "message",
        providerId,
        channel: "whatsapp",
        from: asPhone(told.waId),
        to: told.channelPhoneNumber ? asPhone(told.channelPhoneNumber) : "",
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
  const actionId = asActionId(told.broadcastName) ?? asActionId(told.localMessageId);
  const flags = status === "failed" ? cloudFlags(Number(code ?? Number.NaN)) : {};
  return [{ kind: "status", providerId, actionId, status, code, price: null, at, ...flags }];
};

/** It signs nothing, and sends no header of ours: its address carries the key. */
export const whatsappWati: Messenger = {
  id,
  connector: whatsapp,
  suits: suitsDialect("wati"),
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => rateOf(messagesPerSecond, whatsappRate),
  idempotency: "none",
  send: async (context: WhatsappContext, outgoing) => {
    const answer = await context.send(callOf(context.settings, outgoing));
    return outcomeOf(label, answer, judge(outgoing.actionId), [context.settings.apiKey]);
  },
  verify: ({ apiKey }, request) => hasKey(id, apiKey, request),
  callbackKey: ({ apiKey }) => keyFor(id, apiKey),
  read,
};
