import { redactSecrets } from "#server/connectors/test-result.ts";
import {
  describeFailure,
  egressFailureText,
  readJsonResponse,
  type VendorResponse,
} from "#server/connectors/vendor-response.ts";
import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";
import type { SendOutcome } from "./messenger.ts";

/** The request was not sent, and cannot be with these settings. */
const permanentFailures = new Set<EgressFailure>(["invalid_url", "invalid_request", "blocked"]);
/** No connection was established, so nothing was sent. After any other failure the request may have arrived. */
const connectFailures = new Set<EgressFailure>(["unresolved", "unreachable", "certificate"]);

/** Time-outs of proxies, and conflicts with an earlier identical request: the message may have been sent. */
const ambiguousStatuses = new Set([408, 409, 499]);
/** Redirects that ask for the same request at another address: the message was not sent. */
const unfollowedRedirects = new Set([301, 307, 308]);
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** `Retry-After` in milliseconds: the header holds seconds or a date. */
export const retryAfterMs = (headers: Record<string, string>, now = Date.now()): number | null => {
  const value = headers["retry-after"]?.trim() ?? "";
  if (value === "") return null;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(Math.round(wait), 0), maxRetryAfterMs) : null;
};

export const redactOutcome = <O extends SendOutcome>(outcome: O, secrets: readonly unknown[]): O => {
  if (!("message" in outcome)) return outcome;
  const texts = secrets.filter((secret) => typeof secret === "string");
  return { ...outcome, message: redactSecrets(outcome.message, texts) };
};

/**
 * `interpret` sees only responses in the vendor's own format. Time-outs, broken connections and server errors are
 * unknown outcomes, because the vendor may have sent the message.
 */
export const toSendOutcome = (
  label: string,
  result: EgressResult,
  interpret: (response: VendorResponse) => SendOutcome,
  secrets: readonly unknown[],
): SendOutcome =>
  result.ok
    ? redactOutcome(responseOutcome(label, result, interpret), secrets)
    : egressOutcome(label, result.failure);

const egressOutcome = (label: string, failure: EgressFailure): SendOutcome => {
  const error = { code: failure, message: egressFailureText(label, failure) };
  if (permanentFailures.has(failure)) return { kind: "refused", ...error, account: true };
  return connectFailures.has(failure)
    ? { kind: "later", ...error, afterMs: null }
    : { kind: "unknown", ...error };
};

const responseOutcome = (
  label: string,
  result: EgressResult & { ok: true },
  interpret: (response: VendorResponse) => SendOutcome,
): SendOutcome => {
  const { status, headers } = result;
  const json = readJsonResponse(label, result);
  const error = {
    code: `http_${status}`,
    message: (json.ok ? describeFailure(label, json.response) : json.failure).message,
  };
  if (status >= 500 || ambiguousStatuses.has(status)) return { kind: "unknown", ...error };
  if (json.ok && (status < 300 || status >= 400)) return withRetryAfter(interpret(json.response), headers);
  if (status === 429 || status === 425)
    return { kind: "later", ...error, afterMs: retryAfterMs(headers), tooFast: status === 429 };
  if (status >= 400 || unfollowedRedirects.has(status)) return { kind: "refused", ...error, account: true };
  return { kind: "unknown", ...error };
};

const withRetryAfter = (outcome: SendOutcome, headers: Record<string, string>): SendOutcome =>
  outcome.kind === "later" ? { ...outcome, afterMs: retryAfterMs(headers) } : outcome;
