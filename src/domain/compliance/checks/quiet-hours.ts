import { conversationChannelFor } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { defineCheck, pass, passWith, stop, wait } from "#domain/compliance/check.ts";
import { openHoursSearchMs, quietHoursAnswerMs, telephoneChannels } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";
import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** The legal contact hours of every place where the person may be. */
export const quietHoursCheck = defineCheck({
  id: "quiet_hours",
  reasons: {
    quiet_hours: "wait",
    quiet_day: "wait",
    quiet_holiday: "wait",
    quiet_hours_answered: "note",
    place_unknown: "wait",
    place_abroad: "wait",
    hours_rules_missing: "stop",
    no_open_hours_soon: "wait",
  },
  evaluate: ({ channel, purpose }, facts) => {
    // It answers a message of the last few minutes.
    if (purpose === "confirmation" || purpose === "safety") return pass;
    const rules = rulesForChannel(facts.hoursRules, channel);
    if (!telephoneChannels.includes(channel) && rules.length === 0) return pass;
    // Without the federal floor every hour would be open.
    if (!rules.some(({ region }) => region === null)) return stop({ code: "hours_rules_missing", channel });
    const places = candidatePlaces({ phone: facts.phone, ...facts.where });
    if (places.length === 0 && channel !== "email" && facts.phone && !facts.phone.startsWith("+1"))
      return wait(null, { code: "place_abroad" });
    const window = contactWindowAt(facts.now, places, rules, facts.holidays);
    const unknown: CodedReason<"place_unknown">[] = places.length === 0 ? [{ code: "place_unknown" }] : [];
    if (window.open) return unknown.length === 0 ? pass : { ok: true, notes: unknown };
    const inboundAt = facts.lastInboundAt[conversationChannelFor(channel)];
    const mayAnswer = purpose === "service" && facts.policy.answerInQuietHours;
    if (mayAnswer && isRecent(inboundAt, facts.now, quietHoursAnswerMs))
      return passWith({ code: "quiet_hours_answered", at: inboundAt ?? null });
    if (window.opensAt === null)
      return {
        wait: [{ code: "no_open_hours_soon" }, ...window.reasons, ...unknown],
        until: facts.now + openHoursSearchMs,
      };
    return { wait: [...window.reasons, ...unknown], until: window.opensAt };
  },
});
