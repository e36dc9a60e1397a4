import type { SendOutcome } from "./messenger.ts";

/** What a code of Twilio's says of the person, or of the moment. Codes that are not here are plain refusals. */
const twilioCodes = {
  /** They asked for silence, or blocked us. */
  optedOut: new Set([21610, 63014]),
  /** No such number, one that cannot be reached this way, or one in a country that is not opened. */
  badAddress: new Set([
    13223, 13224, 13225, 13226, 21211, 21214, 21215, 21217, 21219, 21408, 21612, 21614, 30005, 30006, 63003,
    63024, 63033,
  ]),
  /** WhatsApp: free text after the last day's end. */
  windowClosed: new Set([63016]),
  /** Nothing was taken in, for the moment. */
  later: new Set([14107, 20429, 21611, 63018, 63038]),
  /** The account, or its number, is what is wrong. */
  account: new Set([10001, 20003, 20005, 20006, 20403, 21212, 21606, 21607, 21608, 21659, 21660, 63007]),
  /** Twilio itself does not know. */
  undecided: new Set([20500, 20503, 20504]),
} as const;

type Flags = { optedOut?: true; badAddress?: true; windowClosed?: true };

export const twilioErrorFlags = (code: number): Flags => ({
  ...(twilioCodes.optedOut.has(code) ? { optedOut: true } : {}),
  ...(twilioCodes.badAddress.has(code) ? { badAddress: true } : {}),
  ...(twilioCodes.windowClosed.has(code) ? { windowClosed: true } : {}),
});

type Told = { code: string; message: Extract<SendOutcome, { kind: "unknown" }>["message"] };

export const twilioErrorOutcome = (code: number, status: number, told: Told): SendOutcome => {
  if (twilioCodes.undecided.has(code)) return { kind: "unknown", ...told };
  if (twilioCodes.later.has(code) || status === 429)
    return { kind: "later", ...told, afterMs: null, tooFast: true };
  const isOurs = twilioCodes.account.has(code) || status === 401 || status === 402;
  return { kind: "refused", ...told, ...twilioErrorFlags(code), ...(isOurs ? { account: true } : {}) };
};
