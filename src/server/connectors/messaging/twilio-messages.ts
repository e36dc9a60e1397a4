import * as z from "zod";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { isSignedByTwilio } from "#server/connectors/twilio-signature.ts";
import { callbackActionId, callbackForm } from "./callback.ts";
import type {
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

const prefix = "whatsapp:";
export const toWhatsappAddress = (number: string): string =>
  number.startsWith(prefix) ? number : `${prefix}${number}`;
const plain = (address: string): string =>
  address.startsWith(prefix) ? address.slice(prefix.length) : address;

export const verifyTwilioCallback: Messenger["verifyCallback"] = ({ authToken }, request) =>
  typeof authToken === "string" && authToken !== "" && isSignedByTwilio(request, [authToken]);

/** Statuses of what we sent, and what people write to us; which of the two channels, their address tells. */
export const parseMessageCallback = (request: VendorCallback): VendorUpdate[] => {
  const field = callbackForm(request);
  const providerId = field("MessageSid") ?? field("SmsSid");
  const said = field("MessageStatus") ?? field("SmsStatus");
  if (!providerId) return [];
  if (said === "received" || (said === undefined && field("From"))) return inbound(field, providerId);
  const status = messageStatus(said ?? "");
  if (!status) return [];
  const code = field("ErrorCode") ?? null;
  return [
    {
      kind: "status",
      providerId,
      actionId: callbackActionId(request),
      status,
      code,
      price: null,
      at: Date.now(),
      ...(status === "failed" ? twilioErrorFlags(Number(code)) : {}),
    },
  ];
};

const inbound = (field: ReturnType<typeof callbackForm>, providerId: string): VendorUpdate[] => {
  const from = field("From");
  if (!from) return [];
  const attached = Number(field("NumMedia") ?? 0) > 0 ? `[${field("MediaContentType0") ?? "media"}]` : "";
  return [
    {
      kind: "message",
      providerId,
      channel: from.startsWith(prefix) ? "whatsapp" : "sms",
      from: plain(from),
      to: plain(field("To") ?? ""),
      text: field("Body") ?? field("ButtonText") ?? attached,
      name: field("ProfileName") ?? null,
      at: Date.now(),
      ...(field("OptOutType")?.toUpperCase() === "STOP" ? { optedOut: true } : {}),
    },
  ];
};

export const emptyTwiml = {
  contentType: "text/xml; charset=utf-8",
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
};

const message = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string().nullish(),
  direction: z.string().nullish(),
  date_created: z.string().nullish(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const page = z.object({ messages: z.array(message), next_page_uri: z.string().nullish() });
type Message = z.infer<typeof message>;

/** Our clock and theirs differ, and theirs counts whole seconds. */
const clockSlackMs = 30_000;
const mostPages = 5;

const found = ({ sid, status, price, price_unit: unit }: Message): LookupResult => ({
  kind: "found",
  providerId: sid,
  status: messageStatus(status) ?? "sent",
  price: parseTwilioPrice(price, unit),
});

const words = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ").trim();
/** Trial accounts put a sentence of Twilio's in front. */
const onTrial = /^sent from your twilio trial account - /i;
const isSame = (body: string | null | undefined, text: string): boolean =>
  words(text) !== "" && words(body ?? "").replace(onTrial, "") === words(text).replace(onTrial, "");

/**
 * Was it made after all? Listed by the recipient alone: what still waits at Twilio has no date of sending, and a
 * search by that date would leave out just what is looked for.
 */
export const lookUpMessage =
  (address: (to: string) => string, strangers: "others" | "perhaps ours") =>
  async (
    context: TwilioContext,
    sent: { to: string; text: string; after: number; providerId: string | null },
  ): Promise<LookupResult> => {
    if (sent.providerId) {
      const one = message.safeParse(await fetchResource(context, `Messages/${sent.providerId}.json`));
      return one.success ? found(one.data) : { kind: "unknown" };
    }
    let path = `Messages.json?${new URLSearchParams({ To: address(sent.to), PageSize: "200" })}`;
    let sawOther = false;
    for (let turn = 0; turn < mostPages; turn++) {
      const read = page.safeParse(await fetchResource(context, path));
      if (!read.success) return { kind: "unknown" };
      const { messages, next_page_uri: next } = read.data;
      const recent = messages.filter(({ date_created: made }) => isSince(made, sent.after));
      const ours = recent.filter(({ direction }) => direction?.startsWith("outbound"));
      const same = ours.find(({ body }) => isSame(body, sent.text));
      if (same) return found(same);
      sawOther ||= ours.length > 0;
      // Newest first: a page that reaches further back than our request is the last of interest.
      if (!next || recent.length < messages.length)
        return sawOther && strangers === "perhaps ours" ? { kind: "unknown" } : { kind: "absent" };
      path = next;
    }
    return { kind: "unknown" };
  };

const isSince = (made: string | null | undefined, after: number): boolean => {
  const time = Date.parse(made ?? "");
  return Number.isNaN(time) || time >= after - clockSlackMs;
};
