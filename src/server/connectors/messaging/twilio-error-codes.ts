import type { LocalizedText } from "#server/connectors/test-result.ts";
import type { SendOutcome } from "./messenger.ts";

/** Codes that are not listed are plain refusals. */
const twilioCodes = {
  /** The recipient opted out or blocked the sender. */
  optedOut: new Set([21610, 63014]),
  /** The number does not exist, cannot receive on this channel, or is in a country that the account has not enabled. */
  badAddress: new Set([
    13223, 13224, 13225, 13226, 21211, 21214, 21215, 21217, 21219, 21408, 21612, 21614, 30005, 30006, 63003,
    63024, 63033,
  ]),
  /** WhatsApp: free text outside the 24-hour window. */
  windowClosed: new Set([63016]),
  /** Temporarily not accepted. */
  later: new Set([14107, 20429, 21611, 63018, 63038]),
  /** The account or its number is the cause. */
  account: new Set([10001, 20003, 20005, 20006, 20403, 21212, 21606, 21607, 21608, 21659, 21660, 63007]),
  /** Server errors of Twilio: the message may have been created. */
  ambiguous: new Set([20500, 20503, 20504]),
} as const;

type Flags = { optedOut?: true; badAddress?: true; windowClosed?: true };

export const twilioErrorFlags = (code: number): Flags => ({
  ...(twilioCodes.optedOut.has(code) ? { optedOut: true } : {}),
  ...(twilioCodes.badAddress.has(code) ? { badAddress: true } : {}),
  ...(twilioCodes.windowClosed.has(code) ? { windowClosed: true } : {}),
});

export const twilioErrorOutcome = (
  code: number,
  status: number,
  error: { code: string; message: LocalizedText },
): SendOutcome => {
  if (twilioCodes.ambiguous.has(code)) return { kind: "unknown", ...error };
  if (twilioCodes.later.has(code) || status === 429)
    return { kind: "later", ...error, afterMs: null, tooFast: true };
  const isAccountError = twilioCodes.account.has(code) || status === 401 || status === 402;
  return {
    kind: "refused",
    ...error,
    ...twilioErrorFlags(code),
    ...(isAccountError ? { account: true } : {}),
  };
};
