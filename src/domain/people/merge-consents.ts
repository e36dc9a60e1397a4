import { type ConsentChannel, consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import {
  type Consent,
  type ConsentPurpose,
  consentPurposes,
  latestConsent,
} from "#domain/compliance/consent.ts";

type Addresses = { email: string | null; phone: string | null };

/** A record that the survivor gets, so that the merge makes them no more contactable. */
export type MergedConsent = {
  channel: ConsentChannel;
  purpose: ConsentPurpose;
  state: Consent["state"];
  written: boolean;
  /** The record of the other person that it repeats; null where a consent ends with its address. */
  repeats: string | null;
};

type MergeSide = { consents: readonly Consent[]; addresses: Addresses };

/**
 * The records that a merge adds. A refusal of either counts. A consent belongs to the address that it was given for: it
 * comes along only with that address, and it ends where the survivor's address is replaced by the other's.
 */
export const mergeConsentRecords = (
  survivor: MergeSide,
  other: MergeSide,
  result: Addresses,
): MergedConsent[] =>
  consentChannels.flatMap((channel) =>
    consentPurposes.flatMap((purpose): MergedConsent[] => {
      const kind = contactAddressKindOf(channel);
      const own = latestConsent(survivor.consents, channel, purpose);
      const theirs = latestConsent(other.consents, channel, purpose);
      const isShared =
        survivor.addresses[kind] !== null && survivor.addresses[kind] === other.addresses[kind];
      const isReplaced = !isShared && result[kind] !== survivor.addresses[kind];
      const repeat = (consent: Consent): MergedConsent => ({
        channel,
        purpose,
        state: consent.state,
        written: consent.written,
        repeats: consent.proof,
      });
      if (own?.state === "denied") return [];
      if (theirs?.state === "denied") return [repeat(theirs)];
      if (isShared) return theirs && (!own || theirs.at > own.at) ? [repeat(theirs)] : [];
      if (!isReplaced) return [];
      if (theirs) return [repeat(theirs)];
      return own ? [{ channel, purpose, state: "denied", written: false, repeats: null }] : [];
    }),
  );
