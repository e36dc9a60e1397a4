import type { VendorContext, VendorRequest } from "#server/connectors/connector.ts";
import type { Messenger, OutgoingMessage, VendorCallback } from "#server/connectors/messaging/messenger.ts";
import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";

export const sampleActionId = "01990000-0000-7000-8000-000000000001";

export const outgoingMessage = (overrides: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
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
  ...overrides,
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

/** Returns the given results in order, the last one repeatedly, and records the requests. */
export const fakeVendor = (settings: Record<string, unknown>, ...results: EgressResult[]) => {
  const requests: VendorRequest[] = [];
  const context: VendorContext<never> = {
    settings: settings as never,
    send: async (request) => {
      requests.push(request);
      const result = results[Math.min(requests.length, results.length) - 1];
      if (!result) throw new Error("the fake vendor has no results");
      return result;
    },
  };
  return { requests, context };
};

/** The parsed settings of the sandbox account. */
export const sampleSettings = ({ connector }: Messenger, overrides: Record<string, unknown> = {}) =>
  connector.settings.parse({ ...connector.sample, ...overrides }) as Record<string, unknown>;

export const callback = (overrides: Partial<VendorCallback> = {}): VendorCallback => ({
  method: "POST",
  urls: ["https://faro.example.com/hooks/m/x"],
  headers: {},
  query: {},
  rawBody: Buffer.alloc(0),
  ...overrides,
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
