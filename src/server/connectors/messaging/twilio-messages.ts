import * as z from "zod";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { isSignedByTwilio } from "#server/connectors/twilio-signature.ts";
import { type CallbackField, callbackActionId, callbackForm, toE164 } from "./callback.ts";
import type {
  LookupQuery,
  LookupResult,
  MessageDeliveryStatus,
  Messenger,
  VendorCallback,
  VendorUpdate,
} from "./messenger.ts";
import { fetchResource, parseTwilioPrice } from "./twilio-api.ts";
import { twilioErrorFlags } from "./twilio-error-codes.ts";

const statuses: Record<string, MessageDeliveryStatus> = {
  accepted: "sent",
  scheduled: "sent",
  queued: "sent",
  sending: "sent",
  sent: "sent",
  partially_delivered: "sent",
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
};
export const messageStatus = (status: string): MessageDeliveryStatus | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status] : undefined;

const whatsappPrefix = "whatsapp:";
export const toWhatsappAddress = (number: string): string =>
  number.startsWith(whatsappPrefix) ? number : `${whatsappPrefix}${number}`;
/** Short codes and names stay as they are. */
const toPhoneNumber = (address: string): string => {
  const number = address.startsWith(whatsappPrefix) ? address.slice(whatsappPrefix.length) : address;
  return number.startsWith("+") ? toE164(number) : number;
};

export const verifyTwilioCallback: Messenger["verifyCallback"] = ({ authToken }, callback) =>
  typeof authToken === "string" && authToken !== "" && isSignedByTwilio(callback, [authToken]);

/** SMS and WhatsApp have the same callbacks; the address of a message tells the channel. */
export const parseMessageCallback = (callback: VendorCallback): VendorUpdate[] => {
  const field = callbackForm(callback);
  const providerId = field("MessageSid") ?? field("SmsSid");
  const twilioStatus = field("MessageStatus") ?? field("SmsStatus");
  if (!providerId) return [];
  const isInbound = twilioStatus === "received" || (twilioStatus === undefined && field("From"));
  if (isInbound) return parseInbound(field, providerId);
  const status = messageStatus(twilioStatus ?? "");
  if (!status) return [];
  const code = field("ErrorCode") ?? null;
  return [
    {
      kind: "status",
      providerId,
      actionId: callbackActionId(callback),
      status,
      code,
      price: null,
      at: Date.now(),
      ...(status === "failed" ? twilioErrorFlags(Number(code)) : {}),
    },
  ];
};

const parseInbound = (field: CallbackField, providerId: string): VendorUpdate[] => {
  const from = field("From");
  if (!from) return [];
  const attachment = Number(field("NumMedia") ?? 0) > 0 ? `[${field("MediaContentType0") ?? "media"}]` : "";
  return [
    {
      kind: "message",
      providerId,
      channel: from.startsWith(whatsappPrefix) ? "whatsapp" : "sms",
      from: toPhoneNumber(from),
      to: toPhoneNumber(field("To") ?? ""),
      text: field("Body") ?? field("ButtonText") ?? attachment,
      name: field("ProfileName") ?? null,
      at: Date.now(),
      ...(field("OptOutType")?.toUpperCase() === "STOP" ? { optedOut: true } : {}),
    },
  ];
};

/** The response to a message callback: sends no automatic reply. */
export const emptyTwiml = {
  contentType: "text/xml; charset=utf-8",
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
};

const messageSchema = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string().nullish(),
  direction: z.string().nullish(),
  date_created: z.string().nullish(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const messagePage = z.object({ messages: z.array(messageSchema), next_page_uri: z.string().nullish() });
type Message = z.infer<typeof messageSchema>;

/** Twilio's clock may differ from ours and counts whole seconds. */
export const clockToleranceMs = 30_000;
const pageSize = 200;
const maxPages = 5;

const foundMessage = ({ sid, status, price, price_unit: unit }: Message): LookupResult => ({
  kind: "found",
  providerId: sid,
  status: messageStatus(status) ?? "sent",
  price: parseTwilioPrice(price, unit),
});

/** Twilio prepends this to the messages of trial accounts. */
const trialPrefix = /^sent from your twilio trial account - /i;
const normalizeText = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\s+/g, " ").trim().replace(trialPrefix, "");
const isSameText = (body: string | null | undefined, text: string): boolean =>
  text.trim() !== "" && normalizeText(body ?? "") === normalizeText(text);

/**
 * Lists by recipient only: a message that Twilio still queues has no sending date, so a search by date would miss it.
 * `otherTexts`: whether an outbound message with another text rules out ours, or may be ours.
 */
export const lookUpMessage =
  (toAddress: (to: string) => string, otherTexts: "not ours" | "possibly ours") =>
  async (context: TwilioContext, query: LookupQuery): Promise<LookupResult> => {
    if (query.providerId) {
      const parsed = messageSchema.safeParse(
        await fetchResource(context, `Messages/${query.providerId}.json`),
      );
      return parsed.success ? foundMessage(parsed.data) : { kind: "unknown" };
    }
    const parameters = { To: toAddress(query.to), PageSize: String(pageSize) };
    let path = `Messages.json?${new URLSearchParams(parameters)}`;
    let sawOther = false;
    for (let page = 0; page < maxPages; page++) {
      const parsed = messagePage.safeParse(await fetchResource(context, path));
      if (!parsed.success) return { kind: "unknown" };
      const { messages, next_page_uri: next } = parsed.data;
      const recent = messages.filter(({ date_created: created }) => isSince(created, query.after));
      const outbound = recent.filter(({ direction }) => direction?.startsWith("outbound"));
      const match = outbound.find(({ body }) => isSameText(body, query.text));
      if (match) return foundMessage(match);
      sawOther ||= outbound.length > 0;
      // Newest first: a page that contains older messages is the last one of interest.
      if (!next || recent.length < messages.length)
        return sawOther && otherTexts === "possibly ours" ? { kind: "unknown" } : { kind: "absent" };
      path = next;
    }
    return { kind: "unknown" };
  };

const isSince = (created: string | null | undefined, after: number): boolean => {
  const time = Date.parse(created ?? "");
  return Number.isNaN(time) || time >= after - clockToleranceMs;
};
