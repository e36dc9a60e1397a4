import type { AudienceFacts } from "#domain/audience/facts.ts";
import type { AudienceFieldDefinition } from "#domain/audience/field.ts";
import type { ConsentChannel } from "#domain/channels/channel.ts";
import { consentStates, latestConsent } from "#domain/compliance/consent.ts";

export const audienceConsentStates = [...consentStates, "none"] as const;

/** The consent to marketing as the gate reads it: without proof it is unproven, and so is a mere flag. */
const readConsent = ({ consents, person }: AudienceFacts, channel: ConsentChannel): string => {
  const latest = latestConsent(consents, channel, "marketing");
  if (!latest) return person.consents[channel] === true ? "unproven" : "none";
  return latest.state === "granted" && latest.proof === null ? "unproven" : latest.state;
};

const consentField = (channel: ConsentChannel): AudienceFieldDefinition => ({
  group: "consent",
  kind: "choice",
  needs: "consents",
  values: audienceConsentStates,
  read: (facts) => readConsent(facts, channel),
});

export const consentAudienceFields = {
  "consent.sms": consentField("sms"),
  "consent.whatsapp": consentField("whatsapp"),
  "consent.call": consentField("call"),
  "consent.email": consentField("email"),
  dnc: { group: "consent", kind: "yes_no", read: ({ person }) => person.consents.dnc === true },
  opted_out: {
    group: "consent",
    kind: "yes_no",
    needs: "opt_outs",
    read: ({ isOptedOut }) => isOptedOut,
  },
} as const satisfies Record<string, AudienceFieldDefinition>;
