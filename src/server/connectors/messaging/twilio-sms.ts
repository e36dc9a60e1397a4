import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { addressFor } from "./callback.ts";
import type { Messenger, Outgoing, SendOutcome } from "./messenger.ts";
import { rateOf, senderRate } from "./rates.ts";
import { create, senderFor } from "./twilio-api.ts";
import { lookUpMessage, messageStatus, readMessages, silence, verifyTwilio } from "./twilio-messages.ts";
import { twilioPrices } from "./twilio-prices.ts";

const messagingService = /^MG[0-9a-f]{32}$/i;

const send = async (context: TwilioContext, outgoing: Outgoing): Promise<SendOutcome> => {
  const sender = await senderFor(context, outgoing.from);
  if (!sender.ok) return sender.outcome;
  const fields = new URLSearchParams({ To: outgoing.to, Body: outgoing.text });
  fields.set(messagingService.test(sender.from) ? "MessagingServiceSid" : "From", sender.from);
  if (outgoing.callbackUrl) fields.set("StatusCallback", addressFor(outgoing.callbackUrl, outgoing.actionId));
  return create(context, "Messages", fields, messageStatus);
};

export const twilioSms: Messenger = {
  id: "twilio-sms",
  connector: twilio,
  channels: ["sms"],
  perSecond: ({ messagesPerSecond, fromNumber }) => rateOf(messagesPerSecond, senderRate(fromNumber)),
  idempotency: "lookup",
  send,
  lookUp: lookUpMessage((to) => to, "others"),
  prices: twilioPrices("Messages"),
  verify: verifyTwilio,
  read: readMessages,
  answer: () => silence,
};
