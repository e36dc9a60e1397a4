import { conversationChannelFor } from "#domain/channels/channel.ts";
import { defineCheck, pass, passWith, stop } from "#domain/compliance/check.ts";
import { latestConsent } from "#domain/compliance/consent.ts";

/** A person's own request stops everything; the national registry yields to consent in writing. */
export const doNotContactCheck = defineCheck({
  id: "dnc",
  reasons: {
    do_not_contact: "stop",
    do_not_call_list_answered_by_consent: "note",
  },
  evaluate: ({ channel, purpose }, { dnc, consents }) => {
    if (dnc === null || purpose === "confirmation" || purpose === "safety") return pass;
    if (dnc.source === "national") {
      if (purpose === "service" || channel === "email") return pass;
      const consent = latestConsent(consents, conversationChannelFor(channel), "marketing");
      if (consent?.state === "granted" && consent.written && consent.proof)
        return passWith({ code: "do_not_call_list_answered_by_consent", proof: consent.proof });
    }
    return stop({ code: "do_not_contact", source: dnc.source, at: dnc.at });
  },
});
