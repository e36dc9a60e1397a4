import { countSegments } from "#domain/messages/segments.ts";
import { runSteps } from "#sandbox/callback-plan.ts";
import { createPhoneMessage } from "#sandbox/phone/phone.ts";
import { inboundForm, type TwilioMessage } from "./message.ts";
import { automaticReplies, findOptOutType } from "./opt-outs.ts";
import { createMessage, type MessagingContext } from "./outbound-message.ts";
import { newSid } from "./rest-api.ts";
import { elementText, parseXml } from "./xml.ts";

/** Handles a customer's message: opt-outs, the webhook, and replies in TwiML. */
export const receiveMessage = async (
  messaging: MessagingContext,
  channel: "sms" | "whatsapp",
  { customer, business, text }: { customer: string; business: string; text: string },
): Promise<void> => {
  const { context, callbacks, messages, optOuts } = messaging;
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const account = messages.list(`${prefix}${customer}`)[0]?.account ?? callbacks.latestSid();
  const now = Date.now();
  const message: TwilioMessage = {
    sid: newSid("SM"),
    account,
    from: `${prefix}${customer}`,
    to: `${prefix}${business}`,
    body: text,
    status: "received",
    direction: "inbound",
    segments: Math.max(1, countSegments(text).segments),
    price: null,
    error: null,
    service: null,
    callback: null,
    createdAt: now,
    sentAt: now,
    updatedAt: now,
  };
  messages.add(message);
  showOnPhone(messaging, channel, message, customer, business, false);
  if (channel === "whatsapp") context.serviceWindows.open(business, customer);

  const optOutType = channel === "sms" ? findOptOutType(text) : undefined;
  if (optOutType) {
    optOuts.apply(business, customer, optOutType);
    showOnPhone(
      messaging,
      channel,
      { ...message, sid: newSid("SM"), body: automaticReplies[optOutType] },
      customer,
      business,
      true,
    );
  }
  const url = context.settings.webhooks.twilio;
  if (!url) return;
  const response = await callbacks.post(
    account,
    url,
    inboundForm(message, context.settings.advancedOptOut ? optOutType : undefined),
  );
  if (!response || response.status >= 300) return;
  for (const body of parseReplies(response.body)) {
    if (channel === "sms" && optOuts.has(business, customer)) continue;
    const { steps } = createMessage(messaging, {
      account,
      to: message.from,
      from: message.to,
      body,
      service: null,
      callback: null,
      direction: "outbound-reply",
      template: null,
      entry: undefined,
    });
    await runSteps(steps, context.wait)("ok");
  }
};

const parseReplies = (body: string): string[] => {
  const document = parseXml(body);
  if (document?.name !== "Response") return [];
  return document.children
    .flatMap((child) =>
      typeof child !== "string" && child.name === "Message" ? [elementText(child).trim()] : [],
    )
    .filter((text) => text !== "");
};

const showOnPhone = (
  { context }: MessagingContext,
  channel: "sms" | "whatsapp",
  message: TwilioMessage,
  customer: string,
  business: string,
  arrived: boolean,
): void =>
  context.phone.add(
    customer,
    createPhoneMessage({
      id: message.sid,
      at: new Date(message.createdAt).toISOString(),
      channel,
      arrived,
      business,
      text: message.body,
      status: arrived ? "delivered" : "received",
    }),
    `twilio/${channel}`,
  );
