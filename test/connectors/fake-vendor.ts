import type { VendorContext, VendorRequest } from "#server/connectors/connector.ts";
import type { Messenger, OutgoingMessage, VendorCallback } from "#server/connectors/messaging/messenger.ts";
import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";

export const sampleActionId = "01990000-0000-7000-8000-000000000001";

export const outgoingMessage = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  actionId: sampleActionId,
  channel: "sms",
  to: "+17875550199",
  from: "+17875550100",
  subject: null,
  text: "Hola Ana, ¿hablamos mañana?",
  template: null,
  language: "es",
  callbackUrl: "https://faro.example.com/hooks/m/x",
  unsubscribeUrl: null,
  returnAddress: null,
  business: "Sol del Este",
  ...more,
});

export const httpResponse = (
  status: number,
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
): EgressResult => ({
  ok: true,
  status,
  headers,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});
export const egressFailure = (failure: EgressFailure): EgressResult => ({ ok: false, failure });

/** A vendor that answers what it is told to answer, in turn, and remembers what it was asked. */
export const fakeVendor = (settings: Record<string, unknown>, ...answers: EgressResult[]) => {
  const calls: VendorRequest[] = [];
  const context: VendorContext<never> = {
    settings: settings as never,
    send: async (call) => {
      calls.push(call);
      const answer = answers[Math.min(calls.length, answers.length) - 1];
      if (!answer) throw new Error("no answer was given");
      return answer;
    },
  };
  return { calls, context };
};

/** The settings of the sandbox account, read as the product reads them. */
export const sampleSettings = ({ connector }: Messenger, more: Record<string, unknown> = {}) =>
  connector.settings.parse({ ...connector.sample, ...more }) as Record<string, unknown>;

export const callback = (more: Partial<VendorCallback> = {}): VendorCallback => ({
  method: "POST",
  urls: ["https://faro.example.com/hooks/m/x"],
  headers: {},
  query: {},
  rawBody: Buffer.alloc(0),
  ...more,
});

export const formCallback = (
  fields: Record<string, string>,
  query: Record<string, string> = {},
): VendorCallback =>
  callback({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    query,
    rawBody: Buffer.from(new URLSearchParams(fields).toString()),
  });

export const jsonCallback = (body: unknown, query: Record<string, string> = {}): VendorCallback =>
  callback({
    headers: { "content-type": "application/json" },
    query,
    rawBody: Buffer.from(JSON.stringify(body)),
  });
