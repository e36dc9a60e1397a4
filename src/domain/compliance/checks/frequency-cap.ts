import { type Check, pass, wait } from "#domain/compliance/check.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import type { GateReason } from "#domain/compliance/reasons.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

type Full = { reason: GateReason; until: number | null };

/** When enough of them are older than the span that one more is allowed; nothing when it is already. */
const fullUntil = (times: number[], limit: number, span: number, now: number): number | null | undefined => {
  const recent = times.filter((at) => at + span > now);
  if (recent.length < limit) return undefined;
  if (limit <= 0) return null;
  const freeing = recent.toSorted((one, other) => other - one)[limit - 1] ?? now;
  return freeing + span;
};

const full = (
  sends: readonly RecentSend[],
  limit: number,
  days: number,
  now: number,
  reason: GateReason,
): Full[] => {
  if (sends.length < limit) return [];
  const times = sends.map(({ at }) => at);
  const until = fullUntil(times, limit, days * dayMs, now);
  return until === undefined ? [] : [{ reason: { ...reason, limit, days }, until }];
};

const byLaw = (sends: readonly RecentSend[], facts: GateFacts): Full[] => {
  if (facts.regionCaps.length === 0) return [];
  const places = candidatePlaces({ phone: facts.phone, ...facts.where });
  return facts.regionCaps.flatMap((cap) => {
    // Somebody who may be anywhere may be there.
    const holds =
      places.length === 0 || places.some(({ region }) => region === null || region === cap.region);
    if (!holds) return [];
    const counted = sends.filter(({ channel }) => cap.channels.includes(channel));
    return full(counted, cap.perDay, 1, facts.now, { code: "cap_by_law", rule: cap.id, region: cap.region });
  });
};

/** Not too much marketing for one person: it waits until the oldest message is old enough. */
export const frequencyCap: Check = {
  id: "frequency_cap",
  check: ({ purpose, ruleId, channel }, facts) => {
    if (purpose !== "marketing") return pass;
    const { caps, now, recentSends } = facts;
    if (recentSends.length === 0 && caps.perDay !== 0 && caps.perWeek !== 0) return pass;
    const sends = recentSends.filter((send) => send.purpose === "marketing");
    const ofRule = sends.filter((send) => ruleId !== null && send.ruleId === ruleId);
    const reached = [
      ...(caps.perDay === null ? [] : full(sends, caps.perDay, 1, now, { code: "cap_per_day" })),
      ...(caps.perWeek === null ? [] : full(sends, caps.perWeek, 7, now, { code: "cap_per_week" })),
      ...(caps.perRule === null || ruleId === null
        ? []
        : full(ofRule, caps.perRule.count, caps.perRule.days, now, { code: "cap_per_rule" })),
      ...(channel === "email" ? [] : byLaw(sends, facts)),
    ];
    if (reached.length === 0) return pass;
    const ends = reached.map(({ until }) => until);
    return wait(
      ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)),
      ...reached.map(({ reason }) => reason),
    );
  },
};
