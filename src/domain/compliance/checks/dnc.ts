import { consentOf } from "#domain/channels/channel.ts";
import { type Check, note, pass, stop } from "#domain/compliance/check.ts";
import { latestConsent } from "#domain/compliance/latest-consent.ts";

/** Somebody's own wish stands above all; the national registry yields to consent given in writing. */
export const dnc: Check = {
  id: "dnc",
  check: ({ channel, purpose }, facts) => {
    const listed = facts.dnc;
    if (listed === null || purpose === "confirmation") return pass;
    if (listed.source === "national") {
      if (purpose === "service" || channel === "email") return pass;
      const consent = latestConsent(facts.consents, consentOf(channel), "marketing");
      if (consent?.state === "granted" && consent.written && consent.proof)
        return note({ code: "do_not_call_list_answered_by_consent", proof: consent.proof });
    }
    return stop({ code: "do_not_contact", source: listed.source, at: listed.at });
  },
};
