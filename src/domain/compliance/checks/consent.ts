import { consentOf } from "#domain/channels/channel.ts";
import { type Check, note, pass, stop } from "#domain/compliance/check.ts";
import { conversationMs } from "#domain/compliance/defaults.ts";
import { isWithin } from "#domain/compliance/durations.ts";
import { latestConsent } from "#domain/compliance/latest-consent.ts";

/**
 * Marketing needs a consent that can be shown, for that channel; a voice that is not human needs it in writing.
 * What somebody asked for within a day may be answered where they asked.
 */
export const consent: Check = {
  id: "consent",
  check: ({ channel, purpose }, { consents, lastInboundAt, now }) => {
    if (purpose === "confirmation") return pass;
    const asked = consentOf(channel);
    const said = { channel, purpose };
    const marketing = latestConsent(consents, asked, "marketing");
    if (purpose === "marketing") {
      if (!marketing) return stop({ code: "consent_missing", ...said });
      if (marketing.state === "denied") return stop({ code: "consent_denied", at: marketing.at, ...said });
      if (marketing.state === "unproven" || !marketing.proof)
        return stop({ code: "consent_unproven", at: marketing.at, ...said });
      if (channel === "voice_agent" && !marketing.written)
        return stop({ code: "consent_not_written", at: marketing.at, ...said });
      return note({ code: "consent_given", at: marketing.at, proof: marketing.proof, ...said });
    }
    const inbound = lastInboundAt[asked] ?? null;
    const service = latestConsent(consents, asked, "service") ?? marketing;
    const answers = inbound !== null && isWithin(inbound, now, conversationMs);
    if (answers && (service?.state !== "denied" || inbound > service.at))
      return note({ code: "answers_conversation", at: inbound, ...said });
    if (!service) return stop({ code: "consent_missing", ...said });
    if (service.state === "denied") return stop({ code: "consent_denied", at: service.at, ...said });
    if (channel === "voice_agent" && (service.state === "unproven" || !service.proof))
      return stop({ code: "consent_unproven", at: service.at, ...said });
    return note({ code: "consent_given", at: service.at, proof: service.proof, ...said });
  },
};
