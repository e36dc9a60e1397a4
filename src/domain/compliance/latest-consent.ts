import type { ConsentChannel } from "#domain/channels/channel.ts";
import type { Consent } from "./facts.ts";

/** What somebody said last. Said at the same instant, the stricter stands. */
const strictness = { granted: 0, unproven: 1, denied: 2 };

export const latestConsent = (
  consents: readonly Consent[],
  channel: ConsentChannel,
  purpose: Consent["purpose"],
): Consent | undefined => {
  let latest: Consent | undefined;
  for (const each of consents) {
    if (each.channel !== channel || each.purpose !== purpose) continue;
    if (
      !latest ||
      each.at > latest.at ||
      (each.at === latest.at && strictness[each.state] > strictness[latest.state])
    )
      latest = each;
  }
  return latest;
};
