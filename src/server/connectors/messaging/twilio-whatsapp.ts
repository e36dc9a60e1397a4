import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { addressFor } from "./callback.ts";
import type { Messenger, Outgoing, SendOutcome } from "./messenger.ts";
import { rateOf, whatsappRate } from "./rates.ts";
import { create, senderFor } from "./twilio-api.ts";
import {
  lookUpMessage,
  messageStatus,
  onWhatsapp,
  readMessages,
  silence,
  verifyTwilio,
} from "./twilio-messages.ts";
import { twilioPrices } from "./twilio-prices.ts";

/** An approved template goes by the id of its content; its places are numbered from one. */
const contentSid = /^HX[0-9a-f]{32}$/i;

const send = async (context: TwilioContext, outgoing: Outgoing): Promise<SendOutcome> => {
  const { template } = outgoing;
  if (template && !contentSid.test(template.name)) {
    const message = {
      en: `Twilio knows approved templates by an id such as HX…, not as ${template.name}`,
      es: `Twilio identifica las plantillas aprobadas con un id como HX…, no como ${template.name}`,
    };
    return { kind: "refused", code: "template_unknown", message, account: true };
  }
  const sender = await senderFor(context, outgoing.from);
  if (!sender.ok) return sender.outcome;
  const fields = new URLSearchParams({ To: onWhatsapp(outgoing.to), From: onWhatsapp(sender.from) });
  if (template) {
    const values = Object.fromEntries(template.values.map((value, place) => [String(place + 1), value]));
    fields.set("ContentSid", template.name);
    fields.set("ContentVariables", JSON.stringify(values));
  } else fields.set("Body", outgoing.text);
  if (outgoing.callbackUrl) fields.set("StatusCallback", addressFor(outgoing.callbackUrl, outgoing.actionId));
  return create(context, "Messages", fields, messageStatus);
};

export const twilioWhatsapp: Messenger = {
  id: "twilio-whatsapp",
  connector: twilio,
  channels: ["whatsapp"],
  perSecond: ({ messagesPerSecond }) => rateOf(messagesPerSecond, whatsappRate),
  idempotency: "lookup",
  send,
  // The words of a template are the vendor's: another text may be ours all the same.
  lookUp: lookUpMessage(onWhatsapp, "perhaps ours"),
  prices: twilioPrices("Messages"),
  verify: verifyTwilio,
  read: readMessages,
  answer: () => silence,
};
