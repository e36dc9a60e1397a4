import { redactSecrets } from "#server/connectors/test-result.ts";
import {
  describeFailure,
  egressFailureText,
  readJsonResponse,
  type VendorResponse,
} from "#server/connectors/vendor-response.ts";
import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";
import type { SendOutcome } from "./messenger.ts";

/** Nothing left this machine, and nothing will while the settings stay as they are. */
const never = new Set<EgressFailure>(["invalid_url", "invalid_request", "blocked"]);
/** No connection came about, so nothing was said. Everything else happened after the request had left, or may have. */
const notYet = new Set<EgressFailure>(["unresolved", "unreachable", "certificate"]);

/** Answers of proxies that lost patience, and of vendors that have seen this before. */
const undecided = new Set([408, 409, 499]);
/** These ask for the same request elsewhere: here it was not carried out. */
const elsewhere = new Set([301, 307, 308]);
const longestWaitMs = 86_400_000;

/** How long a vendor asks us to wait: seconds, or a date. */
export const parseRetryAfter = (headers: Record<string, string>, now = Date.now()): number | null => {
  const said = headers["retry-after"]?.trim() ?? "";
  if (said === "") return null;
  const wait = /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(Math.round(wait), 0), longestWaitMs) : null;
};

export const redactOutcome = <O extends SendOutcome>(outcome: O, secrets: readonly unknown[]): O => {
  if (!("message" in outcome)) return outcome;
  const known = secrets.filter((one) => typeof one === "string");
  return { ...outcome, message: redactSecrets(outcome.message, known) };
};

/**
 * What an answer means for the message. `judge` sees only answers in the vendor's own format that tell something:
 * what broke off, took too long, or failed on the other side may have had its effect all the same.
 */
export const toSendOutcome = (
  label: string,
  answer: EgressResult,
  judge: (response: VendorResponse) => SendOutcome,
  secrets: readonly unknown[],
): SendOutcome => {
  if (!answer.ok) {
    const told = { code: answer.failure, message: egressFailureText(label, answer.failure) };
    if (never.has(answer.failure)) return { kind: "refused", ...told, account: true };
    return notYet.has(answer.failure)
      ? { kind: "later", ...told, afterMs: null }
      : { kind: "unknown", ...told };
  }
  const { status, headers } = answer;
  const read = readJsonResponse(label, answer);
  const told = {
    code: `http_${status}`,
    message: (read.ok ? describeFailure(label, read.response) : read.failure).message,
  };
  if (status >= 500 || undecided.has(status)) return redactOutcome({ kind: "unknown", ...told }, secrets);
  if (!read.ok || status >= 300) {
    const judged = read.ok && status >= 400 ? judge(read.response) : undefined;
    if (judged) return redactOutcome(withWait(judged, headers), secrets);
    if (status === 429 || status === 425)
      return redactOutcome(
        { kind: "later", ...told, afterMs: parseRetryAfter(headers), tooFast: status === 429 },
        secrets,
      );
    if (status >= 400 || elsewhere.has(status))
      return redactOutcome({ kind: "refused", ...told, account: true }, secrets);
    return redactOutcome({ kind: "unknown", ...told }, secrets);
  }
  return redactOutcome(withWait(judge(read.response), headers), secrets);
};

const withWait = (outcome: SendOutcome, headers: Record<string, string>): SendOutcome =>
  outcome.kind === "later" ? { ...outcome, afterMs: parseRetryAfter(headers) } : outcome;
