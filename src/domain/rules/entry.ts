import type { RuleOptions } from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";

const dayMs = 86_400_000;

export type EntryHistory = {
  /** When the rule last fired for this person. */
  lastFiredAt: number | null;
  /** Messages sent to the person since local midnight. */
  sentToday: number;
};

export type Entry = { enters: true; dueAt: number } | { enters: false; why: RuleReason };

/** Whether a rule that fires may start for the person, and when its first action is due. */
export const enterRule = (
  options: RuleOptions,
  { lastFiredAt, sentToday }: EntryHistory,
  now: number,
): Entry => {
  const { reentryDays, frequencyCapPerDay, delayMinutes } = options;
  if (reentryDays !== null && lastFiredAt !== null && now < lastFiredAt + reentryDays * dayMs) {
    const until = lastFiredAt + reentryDays * dayMs;
    return { enters: false, why: { code: "reentry_too_soon", days: reentryDays, lastFiredAt, until } };
  }
  if (frequencyCapPerDay !== null && sentToday >= frequencyCapPerDay)
    return { enters: false, why: { code: "cap_reached", most: frequencyCapPerDay, sentToday } };
  return { enters: true, dueAt: now + delayMinutes * 60_000 };
};

/** Why a delayed action is dropped when it is due; null if it goes on to the gate. */
export const dropReason = (
  { stopOnReply }: RuleOptions,
  { firedAt, lastReplyAt }: { firedAt: number; lastReplyAt: number | null },
): RuleReason | null =>
  stopOnReply && lastReplyAt !== null && lastReplyAt > firedAt
    ? { code: "replied_meanwhile", repliedAt: lastReplyAt }
    : null;
