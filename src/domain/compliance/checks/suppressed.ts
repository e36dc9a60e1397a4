import { consentOf } from "#domain/channels/channel.ts";
import { type Check, note, pass, stop } from "#domain/compliance/check.ts";
import { confirmationMs } from "#domain/compliance/defaults.ts";
import { isWithin } from "#domain/compliance/durations.ts";

/** Nobody who opted out hears more from us, except once that it was understood. */
export const suppressed: Check = {
  id: "suppressed",
  check: ({ channel, purpose }, { suppressions, now }) => {
    if (suppressions.length === 0 && purpose !== "confirmation") return pass;
    const own = suppressions.filter(({ scope }) => scope === "all" || scope === consentOf(channel));
    // An address that nothing reaches is no wish of theirs, but nothing goes there either.
    const dead = own.find(({ source }) => source === "bounce");
    if (dead) return stop({ code: "address_bounced", channel, at: dead.at });
    const [latest] = own.toSorted((one, other) => other.at - one.at);
    if (purpose === "confirmation") {
      if (!latest || !isWithin(latest.at, now, confirmationMs)) return stop({ code: "nothing_to_confirm" });
      if (latest.confirmedAt !== null)
        return stop({ code: "opt_out_already_confirmed", at: latest.confirmedAt });
      return note({ code: "opt_out_confirmation" });
    }
    if (!latest) return pass;
    return stop({ code: "opted_out", scope: latest.scope, at: latest.at, source: latest.source });
  },
};
