import type { Channel } from "#domain/channels/channel.ts";
import { countSegments } from "#domain/messages/segments.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { smtpEmail } from "#server/connectors/messaging/smtp.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { whatsappMeta } from "#server/connectors/messaging/whatsapp-meta.ts";
import type { SendChannel, VendorAnswer } from "#server/demo/happenings.ts";
import type { ReadyMessenger } from "#server/pipeline/deliver/messengers.ts";
import type { IncomingReceipt } from "#server/pipeline/receive/receipts.ts";

export type PlayedCall = {
  message: Readonly<OutgoingMessage>;
  providerId: string;
  answer: Extract<VendorAnswer, { result: "called" }>;
};

/** Of the scripted telephone vendor. */
export const demoAccount = `AC${"0".repeat(32)}`;

/** US dollars for a segment and for a started minute, as the simulator charges. */
const segmentPrice = 0.0079;
export const minutePrice = 0.014;

const refusals: Partial<Record<Channel, Extract<SendOutcome, { kind: "refused" }>>> = {
  sms: {
    kind: "refused",
    code: "21612",
    message: { en: "The number cannot be reached by SMS", es: "El número no recibe SMS" },
  },
  whatsapp: {
    kind: "refused",
    code: "131026",
    message: { en: "The message cannot be delivered", es: "El mensaje no se puede entregar" },
  },
};
const noAnswer: SendOutcome = {
  kind: "unknown",
  code: "timeout",
  message: { en: "Twilio did not answer in time", es: "Twilio no respondió a tiempo" },
};

/** The messenger that sends each channel while no connection is live. Its prices come with the answer. */
const messengerOf = (channel: Channel): Messenger | undefined => {
  const byChannel: Partial<Record<Channel, Messenger>> = {
    sms: twilioSms,
    whatsapp: whatsappMeta,
    call: twilioCall,
    voice_agent: twilioCall,
    email: smtpEmail,
  };
  const messenger = byChannel[channel];
  if (!messenger) return undefined;
  const { fetchPrices: _asked, ...rest } = messenger;
  return rest;
};

/** The telephone vendor does what it is asked to during calls. */
export const scriptedTwilio = {
  settings: { accountSid: demoAccount },
  send: async () => ({ ok: true, status: 201, headers: {}, body: Buffer.from("{}") }),
} as unknown as VendorContext<never>;

/** Vendors that answer as the script says. Nothing leaves the machine, and the simulators are not asked. */
export const createScriptedVendors = () => {
  const answers = new Map<string, VendorAnswer[]>();
  let receipts: IncomingReceipt[] = [];
  let calls: PlayedCall[] = [];

  const report = (
    messenger: string,
    message: Readonly<OutgoingMessage>,
    providerId: string,
    result: "delivered" | "read",
  ) =>
    receipts.push({
      messenger,
      update: {
        kind: "status",
        providerId,
        actionId: message.actionId,
        status: result,
        code: null,
        price: null,
        at: 0,
      },
    });

  const answerTo = (messenger: Messenger, message: Readonly<OutgoingMessage>): SendOutcome => {
    const { channel, to, actionId, text } = message;
    const answer = answers.get(`${channel} ${to}`)?.shift() ?? { result: "delivered" };
    const providerId = `${channel === "call" || channel === "voice_agent" ? "CA" : "SM"}${actionId.replaceAll("-", "")}`;
    if (answer.result === "refused") return refusals[channel] ?? noAnswer;
    if (answer.result === "unknown") return noAnswer;
    if (answer.result === "called") calls.push({ message, providerId, answer });
    else if (answer.result !== "sent") {
      report(messenger.id, message, providerId, "delivered");
      if (answer.result === "read") report(messenger.id, message, providerId, "read");
    }
    const price = channel === "sms" ? countSegments(text).segments * segmentPrice : null;
    return { kind: "accepted", providerId, status: "sent", price };
  };

  return {
    /** The answer to the next message of this channel to this address. */
    expect: ({ channel, to, ...answer }: VendorAnswer & { channel: SendChannel; to: string }) => {
      const key = `${channel} ${to}`;
      answers.set(key, [...(answers.get(key) ?? []), answer]);
    },
    messengersFor: async (channel: Channel): Promise<ReadyMessenger[]> => {
      const messenger = messengerOf(channel);
      return messenger
        ? [
            {
              messenger,
              isSimulated: true,
              perSecond: null,
              send: async (approved) => answerTo(messenger, approved.message),
            },
          ]
        : [];
    },
    /** What vendors report since the last time. */
    takeReports: () => {
      const taken = { receipts, calls };
      receipts = [];
      calls = [];
      return taken;
    },
  };
};
