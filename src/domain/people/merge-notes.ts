import { consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import type { MergedConsent } from "./merge-consents.ts";
import type { PersonRecord } from "./person-record.ts";

export const mergeNoteCodes = [
  "do_not_contact_joined",
  "refusal_joined",
  "consent_stays_behind",
  "address_kept",
] as const;
export type MergeNote = CodedReason<(typeof mergeNoteCodes)[number]>;

/** What the operator should know before a merge: refusals that will count, consents that will not, addresses that stay. */
export const mergeNotes = (
  survivor: PersonRecord,
  other: PersonRecord,
  result: PersonRecord,
  consents: readonly MergedConsent[],
): MergeNote[] => {
  const refused = consentChannels.filter(
    (channel) =>
      (result.consents[channel] === false && survivor.consents[channel] !== false) ||
      consents.some(
        (consent) => consent.channel === channel && consent.state === "denied" && consent.repeats,
      ),
  );
  const left = consentChannels.filter(
    (channel) =>
      other.consents[channel] === true && result.consents[channel] !== true && !refused.includes(channel),
  );
  const kept = (["email", "phone"] as const).flatMap((kind) =>
    [survivor[kind], other[kind]].filter((value) => value !== null && value !== result[kind]),
  );
  return [
    ...(other.consents.dnc === true && survivor.consents.dnc !== true
      ? [{ code: "do_not_contact_joined" as const }]
      : []),
    ...refused.map((channel) => ({ code: "refusal_joined" as const, channel })),
    ...left.map((channel) => ({
      code: "consent_stays_behind" as const,
      channel,
      kind: contactAddressKindOf(channel),
    })),
    ...kept.map((address) => ({ code: "address_kept" as const, address })),
  ];
};
