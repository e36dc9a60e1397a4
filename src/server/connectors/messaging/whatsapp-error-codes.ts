import * as z from "zod";
import { marketingRetryMs } from "#domain/compliance/defaults.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "#server/connectors/vendor-response.ts";
import type { SendOutcome } from "./messenger.ts";

const label = "WhatsApp";

/** Meta's error codes. */
const codes = {
  /** The recipient stopped marketing messages of this business. */
  optedOut: new Set([131050]),
  /** The number has no WhatsApp, or a version that is too old. */
  badAddress: new Set([1013, 131026]),
  /** Outside the 24-hour window only approved templates may be sent. */
  windowClosed: new Set([470, 131047]),
  /** Rate limits of the app, the account, the sender or the pair of sender and recipient. */
  later: new Set([4, 80007, 130429, 131048, 131056]),
  /** Marketing to this person is limited; Meta asks to wait for a day. */
  marketingLimited: new Set([131049]),
  /** Server errors of Meta: the message may have been sent. */
  ambiguous: new Set([1, 2, 131000, 131016, 131057]),
  account: new Set([0, 3, 10, 190, 368, 131005, 131031, 131042, 131045, 133010]),
} as const;

/** The rate limit for one recipient, not for the connection. */
const pairLimit = 131056;

const isPermissionError = (code: number): boolean => code >= 200 && code <= 299;

type Flags = { optedOut?: true; badAddress?: true; windowClosed?: true };
export const cloudErrorFlags = (code: number): Flags => ({
  ...(codes.optedOut.has(code) ? { optedOut: true } : {}),
  ...(codes.badAddress.has(code) ? { badAddress: true } : {}),
  ...(codes.windowClosed.has(code) ? { windowClosed: true } : {}),
});

const acceptedSchema = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const errorCode = z.union([
  z.object({ error: z.object({ code: z.coerce.number().int() }) }).transform(({ error }) => error.code),
  z
    .object({ errors: z.array(z.object({ code: z.coerce.number().int() })).min(1) })
    .transform(({ errors }) => errors[0]?.code ?? Number.NaN),
]);
/** 360dialog reports rate limits only in the text, with the status of a bad request. */
const saysLater = /\brate limit|too many requests/i;

/** Only a response with an id is a success; an error in the body counts whatever the status. */
export const cloudOutcome = (response: VendorResponse): SendOutcome => {
  const { status, json } = response;
  const { message } = describeFailure(label, response);
  const error = errorCode.safeParse(json);
  const hasError = typeof json === "object" && json !== null && ("error" in json || "errors" in json);
  const id = hasError ? undefined : parseSuccess(acceptedSchema, response)?.messages[0]?.id;
  if (id !== undefined) return { kind: "accepted", providerId: id, status: "sent", price: null };
  if (error.success) return cloudErrorOutcome(error.data, status, message);
  const httpError = { code: `http_${status}`, message };
  if (status < 400) return { kind: "unknown", ...httpError };
  if (status === 429 || saysLater.test(message.en))
    return { kind: "later", ...httpError, afterMs: null, tooFast: true };
  const isAccountError = [401, 402, 403, 404].includes(status);
  return { kind: "refused", ...httpError, ...(isAccountError ? { account: true } : {}) };
};

const cloudErrorOutcome = (code: number, status: number, message: LocalizedText): SendOutcome => {
  const error = { code: String(code), message };
  if (codes.ambiguous.has(code)) return { kind: "unknown", ...error };
  if (codes.later.has(code) || status === 429)
    return { kind: "later", ...error, afterMs: null, tooFast: code !== pairLimit };
  if (codes.marketingLimited.has(code)) return { kind: "later", ...error, afterMs: marketingRetryMs };
  const isAccountError =
    codes.account.has(code) || isPermissionError(code) || status === 401 || status === 403;
  return {
    kind: "refused",
    ...error,
    ...cloudErrorFlags(code),
    ...(isAccountError ? { account: true } : {}),
  };
};
