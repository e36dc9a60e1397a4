import { countSegments } from "#domain/messages/segments.ts";
import { inSteps } from "#sandbox/notices.ts";
import { inboundForm, type Message } from "./message.ts";
import { optOutTypeOf, ownReplies } from "./opt-outs.ts";
import { type Desk, dispatch } from "./outgoing.ts";
import { newSid } from "./resource.ts";
import { readXml, textOf } from "./xml.ts";

/** Somebody writes to a number of the business. */
export const receiveMessage = async (
  desk: Desk,
  channel: "sms" | "whatsapp",
  { customer, business, text }: { customer: string; business: string; text: string },
): Promise<void> => {
  const { world, line, messages, optOuts } = desk;
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const account = messages.list(`${prefix}${customer}`)[0]?.account ?? line.latest();
  const now = Date.now();
  const message: Message = {
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
  show(desk, channel, message, customer, business, false);
  if (channel === "whatsapp") world.windows.opened(business, customer);

  const type = channel === "sms" ? optOutTypeOf(text) : undefined;
  if (type) {
    optOuts.hear(business, customer, type);
    show(desk, channel, { ...message, sid: newSid("SM"), body: ownReplies[type] }, customer, business, true);
  }
  const url = world.settings.webhooks.twilio;
  if (!url) return;
  const answer = await line.post(
    account,
    url,
    inboundForm(message, world.settings.advancedOptOut ? type : undefined),
  );
  if (!answer || answer.status >= 300) return;
  for (const body of repliesIn(answer.body)) {
    if (channel === "sms" && optOuts.has(business, customer)) continue;
    const { notices } = dispatch(desk, {
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
    await inSteps(notices, world.wait)("ok");
  }
};

const repliesIn = (body: string): string[] => {
  const document = readXml(body);
  if (document?.name !== "Response") return [];
  return document.children
    .flatMap((child) => (typeof child !== "string" && child.name === "Message" ? [textOf(child).trim()] : []))
    .filter((text) => text !== "");
};

const show = (
  { world }: Desk,
  channel: "sms" | "whatsapp",
  message: Message,
  customer: string,
  business: string,
  arrived: boolean,
): void =>
  world.phone.add(
    customer,
    {
      kind: "message",
      id: message.sid,
      at: new Date(message.createdAt).toISOString(),
      channel,
      arrived,
      business,
      subject: null,
      text: message.body,
      status: arrived ? "delivered" : "received",
      code: null,
      segments: null,
      price: null,
      template: null,
      unsubscribe: null,
    },
    `twilio/${channel}`,
  );
