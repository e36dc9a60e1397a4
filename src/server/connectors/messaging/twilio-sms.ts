import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { callbackUrlFor } from "./callback.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { configuredRate, defaultSmsPerSecond } from "./rates.ts";
import { createResource, resolveSender } from "./twilio-api.ts";
import {
  emptyTwiml,
  lookUpMessage,
  messageStatus,
  parseMessageCallback,
  verifyTwilioCallback,
} from "./twilio-messages.ts";
import { fetchTwilioPrices } from "./twilio-prices.ts";

const messagingServiceSid = /^MG[0-9a-f]{32}$/i;

const send = async (context: TwilioContext, { message }: Approved<OutgoingMessage>): Promise<SendOutcome> => {
  const sender = await resolveSender(context, message.from);
  if (!sender.ok) return sender.outcome;
  const fields = new URLSearchParams({ To: message.to });
  if (message.text !== "") fields.set("Body", message.text);
  for (const { url } of message.files ?? []) if (url) fields.append("MediaUrl", url);
  fields.set(messagingServiceSid.test(sender.from) ? "MessagingServiceSid" : "From", sender.from);
  const { callbackUrl, actionId } = message;
  if (callbackUrl) fields.set("StatusCallback", callbackUrlFor(callbackUrl, actionId));
  return createResource(context, "Messages", fields, messageStatus);
};

export const twilioSms: Messenger = {
  id: "twilio-sms",
  connector: twilio,
  channels: ["sms"],
  files: "url",
  perSecond: ({ messagesPerSecond, fromNumber }) =>
    configuredRate(messagesPerSecond, defaultSmsPerSecond(fromNumber)),
  idempotency: "lookup",
  send,
  lookUp: lookUpMessage((to) => to, "not ours"),
  fetchPrices: fetchTwilioPrices("Messages"),
  verifyCallback: verifyTwilioCallback,
  parseCallback: parseMessageCallback,
  respondToCallback: () => emptyTwiml,
};
