import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { callbackUrlFor } from "./callback.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { configuredRate, defaultWhatsappPerSecond } from "./rates.ts";
import { createResource, resolveSender } from "./twilio-api.ts";
import {
  emptyTwiml,
  lookUpMessage,
  messageStatus,
  parseMessageCallback,
  toWhatsappAddress,
  verifyTwilioCallback,
} from "./twilio-messages.ts";
import { fetchTwilioPrices } from "./twilio-prices.ts";

/** Twilio identifies an approved template by its content id. */
const contentSid = /^HX[0-9a-f]{32}$/i;

const send = async (
  context: TwilioContext,
  { message: outgoing }: Approved<OutgoingMessage>,
): Promise<SendOutcome> => {
  const { template, callbackUrl, actionId } = outgoing;
  if (template && !contentSid.test(template.name)) {
    const message = {
      en: `Twilio knows approved templates by an id such as HX…, not as ${template.name}`,
      es: `Twilio identifica las plantillas aprobadas con un id como HX…, no como ${template.name}`,
    };
    return { kind: "refused", code: "template_unknown", message, account: true };
  }
  const sender = await resolveSender(context, outgoing.from);
  if (!sender.ok) return sender.outcome;
  const fields = new URLSearchParams({
    To: toWhatsappAddress(outgoing.to),
    From: toWhatsappAddress(sender.from),
  });
  if (template) {
    const values = Object.fromEntries(template.values.map((value, index) => [String(index + 1), value]));
    fields.set("ContentSid", template.name);
    fields.set("ContentVariables", JSON.stringify(values));
  } else if (outgoing.text !== "") fields.set("Body", outgoing.text);
  for (const { url } of outgoing.files ?? []) if (url) fields.append("MediaUrl", url);
  if (callbackUrl) fields.set("StatusCallback", callbackUrlFor(callbackUrl, actionId));
  return createResource(context, "Messages", fields, messageStatus);
};

export const twilioWhatsapp: Messenger = {
  id: "twilio-whatsapp",
  connector: twilio,
  channels: ["whatsapp"],
  files: "url",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultWhatsappPerSecond),
  idempotency: "lookup",
  send,
  // Twilio composes the text of a template, so a message with another text may be ours.
  lookUp: lookUpMessage(toWhatsappAddress, "possibly ours"),
  fetchPrices: fetchTwilioPrices("Messages"),
  verifyCallback: verifyTwilioCallback,
  parseCallback: parseMessageCallback,
  respondToCallback: () => emptyTwiml,
};
