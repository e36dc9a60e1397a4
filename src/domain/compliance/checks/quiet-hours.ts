import { consentOf } from "#domain/channels/channel.ts";
import { type Check, note, pass, stop, wait } from "#domain/compliance/check.ts";
import { openHoursSearchMs, quietHoursAnswerMs } from "#domain/compliance/defaults.ts";
import { isWithin } from "#domain/compliance/durations.ts";
import { rulesFor, windowAt } from "#domain/compliance/hours.ts";
import type { GateReason } from "#domain/compliance/reasons.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** The law's hours, wherever they may be. */
export const quietHours: Check = {
  id: "quiet_hours",
  check: ({ channel, purpose }, facts) => {
    // It answers a message that came in a moment ago.
    if (purpose === "confirmation") return pass;
    const rules = rulesFor(facts.hoursRules, channel);
    if (channel === "email" && rules.length === 0) return pass;
    // Without the floor everything would be open.
    if (!rules.some(({ region }) => region === null)) return stop({ code: "hours_rules_missing", channel });
    const places = candidatePlaces({ phone: facts.phone, ...facts.where });
    if (places.length === 0 && channel !== "email" && facts.phone && !facts.phone.startsWith("+1"))
      return wait(null, { code: "place_abroad" });
    const window = windowAt(facts.now, places, rules, facts.holidays);
    const unknown: GateReason[] = places.length === 0 ? [{ code: "place_unknown" }] : [];
    if (window.open) return unknown.length === 0 ? pass : { ok: true, notes: unknown };
    const inbound = facts.lastInboundAt[consentOf(channel)];
    if (
      purpose === "service" &&
      facts.policy.answerInQuietHours &&
      isWithin(inbound, facts.now, quietHoursAnswerMs)
    )
      return note({ code: "quiet_hours_answered", at: inbound ?? null });
    if (window.opensAt === null)
      return wait(
        facts.now + openHoursSearchMs,
        { code: "no_open_hours_soon" },
        ...window.because,
        ...unknown,
      );
    return wait(window.opensAt, ...window.because, ...unknown);
  },
};
