import * as z from "zod";
import { describeFailure, type VendorResponse } from "#server/connectors/vendor-response.ts";
import type { SendOutcome } from "./messenger.ts";

const label = "WhatsApp";

/** What a code of Meta's says of the person, or of the moment. */
const codes = {
  /** They switched off marketing messages from this business. */
  optedOut: new Set([131050]),
  /** No WhatsApp at this number, or one too old. */
  badAddress: new Set([1013, 131026]),
  /** More than a day since they last wrote: an approved template is needed. */
  windowClosed: new Set([470, 131047]),
  /** App, account, sender or pair have sent too much for the moment. */
  later: new Set([4, 80007, 130429, 131048, 131056]),
  /** Something went wrong on their side, perhaps after it was sent. */
  undecided: new Set([1, 2, 131000, 131016, 131057]),
  account: new Set([0, 3, 10, 190, 368, 131005, 131031, 131042, 131045, 133010]),
} as const;

/** Too much to one person, not too much in all. */
const pairLimit = 131056;

const isPermission = (code: number): boolean => code >= 200 && code <= 299;

type Flags = { optedOut?: true; badAddress?: true; windowClosed?: true };
export const cloudErrorFlags = (code: number): Flags => ({
  ...(codes.optedOut.has(code) ? { optedOut: true } : {}),
  ...(codes.badAddress.has(code) ? { badAddress: true } : {}),
  ...(codes.windowClosed.has(code) ? { windowClosed: true } : {}),
});

const sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const failure = z.union([
  z.object({ error: z.object({ code: z.coerce.number().int() }) }).transform(({ error }) => error.code),
  z
    .object({ errors: z.array(z.object({ code: z.coerce.number().int() })).min(1) })
    .transform(({ errors }) => errors[0]?.code ?? Number.NaN),
]);
/** 360dialog says so in words only, with the status of any bad request. */
const saysLater = /\brate limit|too many requests/i;

/** A success is an id and nothing else: whatever the status, an error inside is an error. */
export const cloudOutcome = (response: VendorResponse): SendOutcome => {
  const { status, json } = response;
  const { message } = describeFailure(label, response);
  const failed = failure.safeParse(json);
  const hasError = typeof json === "object" && json !== null && ("error" in json || "errors" in json);
  const accepted = status < 300 && !hasError ? sent.safeParse(json) : undefined;
  const id = accepted?.data?.messages[0]?.id;
  if (id !== undefined) return { kind: "accepted", providerId: id, status: "sent", price: null };
  if (failed.success) {
    const code = failed.data;
    const told = { code: String(code), message };
    if (codes.undecided.has(code)) return { kind: "unknown", ...told };
    if (codes.later.has(code) || status === 429)
      return { kind: "later", ...told, afterMs: null, tooFast: code !== pairLimit };
    const isOurs = codes.account.has(code) || isPermission(code) || status === 401 || status === 403;
    return { kind: "refused", ...told, ...cloudErrorFlags(code), ...(isOurs ? { account: true } : {}) };
  }
  const told = { code: `http_${status}`, message };
  if (status < 400) return { kind: "unknown", ...told };
  if (status === 429 || saysLater.test(message.en))
    return { kind: "later", ...told, afterMs: null, tooFast: true };
  return { kind: "refused", ...told, ...([401, 402, 403, 404].includes(status) ? { account: true } : {}) };
};
