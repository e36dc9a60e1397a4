import * as z from "zod";
import { vendorText } from "#server/connectors/test-result.ts";
import { fetchOwnedNumbers, type TwilioContext, twilioAuth } from "#server/connectors/twilio.ts";
import { formPost, maxListBytes, requestJson } from "#server/connectors/vendor-request.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "#server/connectors/vendor-response.ts";
import type { MessageDeliveryStatus, SendOutcome } from "./messenger.ts";
import { redactOutcome, toSendOutcome } from "./outcome.ts";
import { twilioErrorOutcome } from "./twilio-error-codes.ts";

const label = "Twilio";

export type TwilioResource = "Messages" | "Calls";

export const accountPath = ({ settings }: TwilioContext, path: string): string =>
  `/2010-04-01/Accounts/${settings.accountSid}/${path}`;

/** In US dollars. Twilio writes it as a negative number, and only some time after the send. */
export const parseTwilioPrice = (price: unknown, unit: unknown): number | null => {
  const amount = typeof price === "string" && price.trim() !== "" ? Number(price) : Number.NaN;
  const isDollars = unit === null || unit === undefined || String(unit).toUpperCase() === "USD";
  return Number.isFinite(amount) && isDollars ? Math.abs(amount) : null;
};

const createdResource = z.object({
  sid: z.string().regex(/^(SM|MM|CA)\w{1,64}$/),
  status: z.string(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
  error_code: z.coerce.number().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
});
const twilioError = z.object({ code: z.coerce.number().int().positive(), message: z.string() });

type StatusMapping = (status: string) => MessageDeliveryStatus | undefined;

const createdOutcome =
  (mapStatus: StatusMapping) =>
  (response: VendorResponse): SendOutcome => {
    const created = parseSuccess(createdResource, response);
    if (created) {
      const { sid, status, price, price_unit: unit, error_code: code, error_message: text } = created;
      const deliveryStatus = mapStatus(status) ?? "sent";
      if (deliveryStatus !== "failed")
        return {
          kind: "accepted",
          providerId: sid,
          status: deliveryStatus,
          price: parseTwilioPrice(price, unit),
        };
      return twilioErrorOutcome(code ?? 0, 400, {
        code: String(code ?? status),
        message: vendorText(text || status),
      });
    }
    const { message } = describeFailure(label, response);
    const error = twilioError.safeParse(response.json);
    if (error.success)
      return twilioErrorOutcome(error.data.code, response.status, { code: String(error.data.code), message });
    const httpError = { code: `http_${response.status}`, message };
    // A success that does not name the created resource.
    return response.status < 400
      ? { kind: "unknown", ...httpError }
      : twilioErrorOutcome(0, response.status, httpError);
  };

export const createResource = async (
  context: TwilioContext,
  kind: TwilioResource,
  fields: URLSearchParams,
  mapStatus: StatusMapping,
): Promise<SendOutcome> => {
  const request = formPost({});
  const result = await context.send({
    ...request,
    path: accountPath(context, `${kind}.json`),
    headers: { ...request.headers, ...twilioAuth(context.settings) },
    body: fields.toString(),
  });
  return toSendOutcome(label, result, createdOutcome(mapStatus), [context.settings.authToken]);
};

/** A resource or a page of resources; null when it does not exist, undefined when it could not be read. */
export const fetchResource = async (context: TwilioContext, path: string): Promise<unknown> => {
  const result = await requestJson(label, context, {
    path: path.startsWith("/") ? path : accountPath(context, path),
    headers: twilioAuth(context.settings),
    maxBytes: maxListBytes,
    expectedStatus: 404,
  });
  if (!result.ok) return undefined;
  if (result.response.status === 404) return null;
  return result.response.status < 300 ? result.response.json : undefined;
};

const recordingLimits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/** Null when Twilio has no such file. Throws when the request fails. */
export const fetchRecordingFile = async (context: TwilioContext, path: string): Promise<Buffer | null> => {
  const result = await context.send({
    path: accountPath(context, path),
    headers: twilioAuth(context.settings),
    ...recordingLimits,
    expectedStatus: 404,
  });
  if (!result.ok) throw new Error(`The recording could not be fetched: ${result.failure}`);
  if (result.status === 404) return null;
  if (result.status !== 200) throw new Error(`The recording could not be fetched: ${result.status}`);
  return result.body;
};

type Sender = { ok: true; from: string } | { ok: false; outcome: SendOutcome };

/** First owned number by account. */
const cachedSenders = new Map<string, { from: string; until: number }>();
const senderCacheMs = 5 * 60_000;
const maxCachedSenders = 100;

/** The chosen number, else the connection's, else the first number that the account owns. */
export const resolveSender = async (context: TwilioContext, chosen: string | null): Promise<Sender> => {
  const { accountSid, authToken, fromNumber } = context.settings;
  const configured = chosen?.trim() || fromNumber?.trim();
  if (configured) return { ok: true, from: configured };
  const cached = cachedSenders.get(accountSid);
  if (cached && cached.until > Date.now()) return { ok: true, from: cached.from };
  const numbers = await fetchOwnedNumbers(context);
  if (!Array.isArray(numbers)) {
    const outcome = { kind: "later", code: "no_sender", message: numbers.message, afterMs: null } as const;
    return { ok: false, outcome: redactOutcome(outcome, [authToken]) };
  }
  const [first] = numbers;
  if (first) {
    if (cachedSenders.size > maxCachedSenders) cachedSenders.clear();
    cachedSenders.set(accountSid, { from: first.phoneNumber, until: Date.now() + senderCacheMs });
    return { ok: true, from: first.phoneNumber };
  }
  const message = {
    en: "The Twilio account has no number to send from",
    es: "La cuenta de Twilio no tiene un número desde el cual enviar",
  };
  return { ok: false, outcome: { kind: "refused", code: "no_sender", message, account: true } };
};
