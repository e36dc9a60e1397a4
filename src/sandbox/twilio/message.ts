import type { CallbackForm } from "./callbacks.ts";
import { formatRfc2822, twilioApiVersion } from "./rest-api.ts";

export type TwilioMessage = {
  sid: string;
  account: string;
  /** WhatsApp numbers have the prefix `whatsapp:`. */
  from: string;
  to: string;
  body: string;
  status: string;
  direction: "inbound" | "outbound-api" | "outbound-reply";
  segments: number;
  mediaCount?: number;
  price: string | null;
  error: { code: number; message: string } | null;
  service: string | null;
  callback: string | null;
  createdAt: number;
  sentAt: number | null;
  updatedAt: number;
};

export const isWhatsapp = ({ to }: Pick<TwilioMessage, "to">): boolean => to.startsWith("whatsapp:");
export const stripChannelPrefix = (address: string): string => address.replace(/^whatsapp:/, "");

export const messageResource = (message: TwilioMessage) => {
  const uri = `/${twilioApiVersion}/Accounts/${message.account}/Messages/${message.sid}`;
  return {
    sid: message.sid,
    account_sid: message.account,
    api_version: twilioApiVersion,
    from: message.from,
    to: message.to,
    body: message.body,
    status: message.status,
    direction: message.direction,
    num_segments: String(message.segments),
    num_media: String(message.mediaCount ?? 0),
    price: message.price,
    price_unit: message.price === null ? null : "USD",
    error_code: message.error?.code ?? null,
    error_message: message.error?.message ?? null,
    messaging_service_sid: message.service,
    date_created: formatRfc2822(message.createdAt),
    date_sent: formatRfc2822(message.sentAt),
    date_updated: formatRfc2822(message.updatedAt),
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
};

export const statusForm = (message: TwilioMessage, status: string = message.status): CallbackForm => ({
  AccountSid: message.account,
  ApiVersion: twilioApiVersion,
  From: message.from,
  To: message.to,
  MessageSid: message.sid,
  SmsSid: message.sid,
  MessageStatus: status,
  SmsStatus: status,
  ...(message.service ? { MessagingServiceSid: message.service } : {}),
  ...(message.error && ["failed", "undelivered"].includes(status)
    ? { ErrorCode: String(message.error.code), ErrorMessage: message.error.message }
    : {}),
  ...(isWhatsapp(message)
    ? {
        ChannelPrefix: "whatsapp",
        ChannelInstallSid: "XE00000000000000000000000000000001",
        ...(status === "delivered" || status === "read" ? { EventType: status.toUpperCase() } : {}),
      }
    : ["delivered", "undelivered"].includes(status)
      ? { RawDlrDoneDate: formatReceiptDate(message.updatedAt) }
      : {}),
});

export const inboundForm = (message: TwilioMessage, optOutType: string | undefined): CallbackForm => ({
  ToCountry: "US",
  ToState: "PR",
  ToCity: "",
  ToZip: "",
  FromCountry: "US",
  FromState: "PR",
  FromCity: "SAN JUAN",
  FromZip: "",
  SmsMessageSid: message.sid,
  SmsSid: message.sid,
  MessageSid: message.sid,
  AccountSid: message.account,
  ApiVersion: twilioApiVersion,
  SmsStatus: "received",
  From: message.from,
  To: message.to,
  Body: message.body,
  NumMedia: "0",
  NumSegments: String(message.segments),
  ...(optOutType ? { OptOutType: optOutType } : {}),
  ...(isWhatsapp(message)
    ? {
        ProfileName: "Cliente",
        WaId: stripChannelPrefix(message.from).slice(1),
        MessageType: "text",
        ChannelMetadata: "{}",
      }
    : {}),
});

const formatReceiptDate = (at: number): string =>
  new Date(at).toISOString().replaceAll(/\D/g, "").slice(2, 12);
