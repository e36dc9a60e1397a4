import { conversationChannelFor } from "#domain/channels/channel.ts";
import { defineCheck, pass, passWith, stop } from "#domain/compliance/check.ts";
import { latestConsent } from "#domain/compliance/consent.ts";
import { conversationMs, safetyAnswerMs, xConversationMs } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";

/**
 * Marketing needs provable consent to the channel; an artificial voice needs it in writing. A service message may
 * answer a recent message on the same channel without consent. On X there is no consent to ask for: what a person wrote
 * there is answered, and nothing else is sent.
 */
export const consentCheck = defineCheck({
  id: "consent",
  reasons: {
    consent_given: "note",
    consent_missing: "stop",
    consent_denied: "stop",
    consent_unproven: "stop",
    consent_not_written: "stop",
    answers_conversation: "note",
    asked_in_form: "note",
    only_answers: "stop",
    answers_danger: "note",
    danger_too_old: "stop",
  },
  evaluate: ({ channel, purpose }, { consents, lastInboundAt, now }) => {
    if (purpose === "confirmation") return pass;
    if (purpose === "safety") {
      const at = lastInboundAt[conversationChannelFor(channel)] ?? null;
      // "Leave the place now" must not come the next morning.
      return isRecent(at, now, safetyAnswerMs)
        ? passWith({ code: "answers_danger", at })
        : stop({ code: "danger_too_old", at });
    }
    if (channel === "x") {
      const at = lastInboundAt.x ?? null;
      return purpose === "service" && at !== null && isRecent(at, now, xConversationMs)
        ? passWith({ code: "answers_conversation", at, channel, purpose })
        : stop({ code: "only_answers", channel, at });
    }
    // The submission asks for this one message; everything else waits for the confirmation.
    const consentChannel = conversationChannelFor(channel);
    const details = { channel, purpose };
    const marketing = latestConsent(consents, consentChannel, "marketing");
    if (purpose === "opt_in")
      return marketing?.state === "denied"
        ? stop({ code: "consent_denied", at: marketing.at, ...details })
        : passWith({ code: "asked_in_form" });
    if (purpose === "marketing") {
      if (!marketing) return stop({ code: "consent_missing", ...details });
      if (marketing.state === "denied") return stop({ code: "consent_denied", at: marketing.at, ...details });
      if (marketing.state === "unproven" || !marketing.proof)
        return stop({ code: "consent_unproven", at: marketing.at, ...details });
      if (channel === "voice_agent" && !marketing.written)
        return stop({ code: "consent_not_written", at: marketing.at, ...details });
      return passWith({ code: "consent_given", at: marketing.at, proof: marketing.proof, ...details });
    }
    const inboundAt = lastInboundAt[consentChannel] ?? null;
    const service = latestConsent(consents, consentChannel, "service") ?? marketing;
    const isAnswer = inboundAt !== null && isRecent(inboundAt, now, conversationMs);
    if (isAnswer && (service?.state !== "denied" || inboundAt > service.at))
      return passWith({ code: "answers_conversation", at: inboundAt, ...details });
    if (!service) return stop({ code: "consent_missing", ...details });
    if (service.state === "denied") return stop({ code: "consent_denied", at: service.at, ...details });
    // Anybody can fill in a form with the address of another.
    const isUnsure = service.awaitsConfirmation || (channel === "voice_agent" && !service.proof);
    if (isUnsure || (channel === "voice_agent" && service.state === "unproven"))
      return stop({ code: "consent_unproven", at: service.at, ...details });
    return passWith({ code: "consent_given", at: service.at, proof: service.proof, ...details });
  },
});
