import * as z from "zod";
import { vendorText } from "#server/connectors/test-result.ts";
import { fetchOwnedNumbers, type TwilioContext, twilioAuth } from "#server/connectors/twilio.ts";
import { formPost } from "#server/connectors/vendor-request.ts";
import {
  describeFailure,
  readJsonResponse,
  type VendorResponse,
} from "#server/connectors/vendor-response.ts";
import type { MessageDeliveryStatus, SendOutcome } from "./messenger.ts";
import { redactOutcome, toSendOutcome } from "./outcome.ts";
import { twilioErrorOutcome } from "./twilio-error-codes.ts";

const label = "Twilio";

export type TwilioResource = "Messages" | "Calls";

const at = ({ settings }: TwilioContext, below: string): string =>
  `/2010-04-01/Accounts/${settings.accountSid}/${below}`;

/** US dollars; written with a minus, and absent until Twilio knows. */
export const parseTwilioPrice = (price: unknown, unit: unknown): number | null => {
  const read = typeof price === "string" && price.trim() !== "" ? Number(price) : Number.NaN;
  const isDollars = unit === null || unit === undefined || String(unit).toUpperCase() === "USD";
  return Number.isFinite(read) && isDollars ? Math.abs(read) : null;
};

const resource = z.object({
  sid: z.string().regex(/^(SM|MM|CA)\w{1,64}$/),
  status: z.string(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
  error_code: z.coerce.number().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
});
const failure = z.object({ code: z.coerce.number().int().positive(), message: z.string() });

type StatusOf = (status: string) => MessageDeliveryStatus | undefined;

const createdOutcome =
  (statusOf: StatusOf) =>
  (response: VendorResponse): SendOutcome => {
    const created = response.status < 300 ? resource.safeParse(response.json) : undefined;
    if (created?.success) {
      const { sid, status, price, price_unit: unit, error_code: code, error_message: words } = created.data;
      const known = statusOf(status) ?? "sent";
      if (known !== "failed")
        return { kind: "accepted", providerId: sid, status: known, price: parseTwilioPrice(price, unit) };
      return twilioErrorOutcome(code ?? 0, 400, {
        code: String(code ?? status),
        message: vendorText(words || status),
      });
    }
    const failed = failure.safeParse(response.json);
    const { message } = describeFailure(label, response);
    if (failed.success)
      return twilioErrorOutcome(failed.data.code, response.status, {
        code: String(failed.data.code),
        message,
      });
    const told = { code: `http_${response.status}`, message };
    // A success that shows nothing of what it made.
    return response.status < 400
      ? { kind: "unknown", ...told }
      : twilioErrorOutcome(0, response.status, told);
  };

export const createResource = async (
  context: TwilioContext,
  kind: TwilioResource,
  fields: URLSearchParams,
  statusOf: StatusOf,
): Promise<SendOutcome> => {
  const call = formPost({});
  const answer = await context.send({
    ...call,
    path: at(context, `${kind}.json`),
    headers: { ...call.headers, ...twilioAuth(context.settings) },
    body: fields.toString(),
  });
  return toSendOutcome(label, answer, createdOutcome(statusOf), [context.settings.authToken]);
};

/** A resource, or a page of them; undefined when it could not be read, null when there is none. */
export const fetchResource = async (context: TwilioContext, path: string): Promise<unknown> => {
  const answer = await context.send({
    path: path.startsWith("/") ? path : at(context, path),
    headers: twilioAuth(context.settings),
    maxBytes: 4_194_304,
    expectedStatus: 404,
  });
  const read = readJsonResponse(label, answer);
  if (!read.ok) return undefined;
  if (read.response.status === 404) return null;
  return read.response.status < 300 ? read.response.json : undefined;
};

const longestSound = 64 * 1024 * 1024;

/** A file that the account keeps; null when it has none such. Throws when Twilio cannot be asked. */
export const fetchRecordingFile = async (context: TwilioContext, path: string): Promise<Buffer | null> => {
  const answer = await context.send({
    path: at(context, path),
    headers: twilioAuth(context.settings),
    maxBytes: longestSound,
    timeoutMs: 30_000,
    expectedStatus: 404,
  });
  if (!answer.ok) throw new Error(`The recording could not be fetched: ${answer.failure}`);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`The recording could not be fetched: ${answer.status}`);
  return answer.body;
};

type Sender = { ok: true; from: string } | { ok: false; outcome: SendOutcome };

const remembered = new Map<string, { from: string; until: number }>();
const rememberedMs = 300_000;

/** The number that was chosen, else the connection's, else the first that the account owns. */
export const resolveSender = async (context: TwilioContext, chosen: string | null): Promise<Sender> => {
  const { accountSid, authToken, fromNumber } = context.settings;
  const given = chosen?.trim() || fromNumber?.trim();
  if (given) return { ok: true, from: given };
  const known = remembered.get(accountSid);
  if (known && known.until > Date.now()) return { ok: true, from: known.from };
  const owned = await fetchOwnedNumbers(context);
  if (!Array.isArray(owned)) {
    const outcome = { kind: "later", code: "no_sender", message: owned.message, afterMs: null } as const;
    return { ok: false, outcome: redactOutcome(outcome, [authToken]) };
  }
  const [first] = owned;
  if (first) {
    if (remembered.size > 100) remembered.clear();
    remembered.set(accountSid, { from: first.phoneNumber, until: Date.now() + rememberedMs });
    return { ok: true, from: first.phoneNumber };
  }
  const message = {
    en: "The Twilio account has no number to send from",
    es: "La cuenta de Twilio no tiene un número desde el cual enviar",
  };
  return { ok: false, outcome: { kind: "refused", code: "no_sender", message, account: true } };
};
