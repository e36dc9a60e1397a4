import type { ConsentChannel, ConversationChannel } from "#domain/channels/channel.ts";

export const consentStates = ["granted", "denied", "unproven"] as const;
export type ConsentState = (typeof consentStates)[number];

export const consentPurposes = ["marketing", "service"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** How a consent came to be recorded. */
export const consentMethods = ["form", "keyword", "operator", "import", "endpoint", "merge", "sync"] as const;
export type ConsentMethod = (typeof consentMethods)[number];

export type Consent = {
  channel: ConsentChannel;
  purpose: ConsentPurpose;
  state: ConsentState;
  /** In writing (E-SIGN counts), as marketing by an artificial voice requires. */
  written: boolean;
  at: number;
  /** The id of the stored proof. */
  proof: string | null;
  /** Given in a form, by a visitor who has not yet proven that the address is theirs. */
  awaitsConfirmation?: boolean;
};

const strictness: Record<ConsentState, number> = { granted: 0, unproven: 1, denied: 2 };

/** The newest consent to a channel and purpose; of two at the same instant, the stricter. */
export const latestConsent = (
  consents: readonly Consent[],
  channel: ConversationChannel,
  purpose: ConsentPurpose,
): Consent | undefined => {
  let latest: Consent | undefined;
  for (const consent of consents) {
    if (consent.channel !== channel || consent.purpose !== purpose) continue;
    if (
      !latest ||
      consent.at > latest.at ||
      (consent.at === latest.at && strictness[consent.state] > strictness[latest.state])
    )
      latest = consent;
  }
  return latest;
};
