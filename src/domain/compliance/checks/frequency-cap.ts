import type { CodedReason } from "#domain/coded-reason.ts";
import { defineCheck, pass, wait } from "#domain/compliance/check.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

type CapReason = CodedReason<"cap_per_day" | "cap_per_week" | "cap_per_rule" | "cap_by_law">;
type ReachedCap = { reason: CapReason; until: number | null };

/** When the next send is allowed; undefined if it is allowed now, null if it never is. */
const nextSendAt = (times: number[], limit: number, span: number, now: number): number | null | undefined => {
  const recent = times.filter((at) => at + span > now);
  if (recent.length < limit) return undefined;
  if (limit <= 0) return null;
  const blocking = recent.toSorted((a, b) => b - a)[limit - 1] ?? now;
  return blocking + span;
};

const reachedCap = (
  sends: readonly RecentSend[],
  limit: number,
  days: number,
  now: number,
  reason: CapReason,
): ReachedCap[] => {
  if (sends.length < limit) return [];
  const times = sends.map(({ at }) => at);
  const until = nextSendAt(times, limit, days * dayMs, now);
  return until === undefined ? [] : [{ reason: { ...reason, limit, days }, until }];
};

const reachedRegionCaps = (sends: readonly RecentSend[], facts: GateFacts): ReachedCap[] => {
  if (facts.regionCaps.length === 0) return [];
  const places = candidatePlaces({ phone: facts.phone, ...facts.where });
  return facts.regionCaps.flatMap((cap) => {
    // A person whose region is not known may be in this one.
    const applies =
      places.length === 0 || places.some(({ region }) => region === null || region === cap.region);
    if (!applies) return [];
    const counted = sends.filter(({ channel }) => cap.channels.includes(channel));
    return reachedCap(counted, cap.perDay, 1, facts.now, {
      code: "cap_by_law",
      rule: cap.id,
      region: cap.region,
    });
  });
};

/** Limits marketing to one person; it waits until the oldest counted message is old enough. */
export const frequencyCapCheck = defineCheck({
  id: "frequency_cap",
  reasons: {
    cap_per_day: "wait",
    cap_per_week: "wait",
    cap_per_rule: "wait",
    cap_by_law: "wait",
  },
  evaluate: ({ purpose, ruleId, channel }, facts) => {
    if (purpose !== "marketing") return pass;
    const { caps, now, recentSends } = facts;
    if (recentSends.length === 0 && caps.perDay !== 0 && caps.perWeek !== 0) return pass;
    const sends = recentSends.filter((send) => send.purpose === "marketing");
    const sendsByRule = sends.filter((send) => ruleId !== null && send.ruleId === ruleId);
    const reached = [
      ...(caps.perDay === null ? [] : reachedCap(sends, caps.perDay, 1, now, { code: "cap_per_day" })),
      ...(caps.perWeek === null ? [] : reachedCap(sends, caps.perWeek, 7, now, { code: "cap_per_week" })),
      ...(caps.perRule === null || ruleId === null
        ? []
        : reachedCap(sendsByRule, caps.perRule.count, caps.perRule.days, now, { code: "cap_per_rule" })),
      ...(channel === "email" ? [] : reachedRegionCaps(sends, facts)),
    ];
    if (reached.length === 0) return pass;
    const ends = reached.map(({ until }) => until);
    return wait(
      ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)),
      ...reached.map(({ reason }) => reason),
    );
  },
});
