import { addressKindOf, conversationChannelFor } from "#domain/channels/channel.ts";
import { defineCheck, pass, passWith, stop } from "#domain/compliance/check.ts";
import { confirmationMs } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";

/** After an opt-out only its one confirmation is sent. */
export const suppressedCheck = defineCheck({
  id: "suppressed",
  reasons: {
    address_bounced: "stop",
    opted_out: "stop",
    opt_out_confirmation: "note",
    opt_out_already_confirmed: "stop",
    nothing_to_confirm: "stop",
  },
  evaluate: ({ channel, purpose }, facts) => {
    const { suppressions, now } = facts;
    if (suppressions.length === 0 && purpose !== "confirmation") return pass;
    const inUse = facts[addressKindOf(channel)];
    const applying = suppressions.filter(
      ({ scope, source, address }) =>
        (scope === "all" || scope === conversationChannelFor(channel)) &&
        (source !== "bounce" || address === undefined || address === inUse),
    );
    // A bounce is no request of the person, so it is not confirmed.
    const bounce = applying.find(({ source }) => source === "bounce");
    if (bounce) return stop({ code: "address_bounced", channel, at: bounce.at });
    const [latest] = applying.toSorted((a, b) => b.at - a.at);
    if (purpose === "confirmation") {
      if (!latest || !isRecent(latest.at, now, confirmationMs)) return stop({ code: "nothing_to_confirm" });
      if (latest.confirmedAt !== null)
        return stop({ code: "opt_out_already_confirmed", at: latest.confirmedAt });
      return passWith({ code: "opt_out_confirmation" });
    }
    // Who asked not to be written to and then writes of danger is told once where help is.
    if (!latest || purpose === "safety") return pass;
    return stop({ code: "opted_out", scope: latest.scope, at: latest.at, source: latest.source });
  },
});
