import * as z from "zod";
import { type BehaviourId, behaviourOf, behaviours } from "./behaviours.ts";

const dayMs = 86_400_000;

/**
 * All that scoring remembers of a person's past: each behaviour's count, faded to one instant, and the newest of the
 * instants that matter. Stored with the profile, so that an event updates it without reading the past again.
 */
export type History = {
  /** The instant to which the counts are faded. */
  at: number;
  counts: Partial<Record<BehaviourId, number>>;
  lastActiveAt: number | null;
  lastReplyAt: number | null;
};

export type Happened = {
  /** Type of the event or of the timeline's entry. */
  type: string | null;
  at: number;
};

export const emptyHistory: History = { at: 0, counts: {}, lastActiveAt: null, lastReplyAt: null };

const halfLives = new Map<BehaviourId, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));
const activeIds = new Set<BehaviourId>(behaviours.filter(({ active }) => active).map(({ id }) => id));
const replyIds = new Set<BehaviourId>(["replied", "wrote"]);

const fadeOver = (id: BehaviourId, ms: number): number => 2 ** (-ms / (dayMs * (halfLives.get(id) ?? 7)));

/** A behaviour's count, faded to an instant no earlier than the history's own. */
export const countAt = (history: History, id: BehaviourId, now: number): number =>
  (history.counts[id] ?? 0) * fadeOver(id, Math.max(0, now - history.at));

const later = (one: number | null, other: number): number => (one === null ? other : Math.max(one, other));

/** The history with one thing more. Late arrivals count as if they had come in order; the future counts as now. */
export const advance = (history: History, { type, at }: Happened, now: number): History => {
  const id = behaviourOf(type);
  if (id === null || !Number.isFinite(at) || !Number.isFinite(now)) return history;
  const when = Math.min(at, now);
  const to = Math.max(history.at, when);
  const counts = Object.fromEntries(
    Object.keys(history.counts).map((one) => [one, countAt(history, one as BehaviourId, to)]),
  ) as History["counts"];
  counts[id] = (counts[id] ?? 0) + fadeOver(id, to - when);
  return {
    at: to,
    counts,
    lastActiveAt: activeIds.has(id) ? later(history.lastActiveAt, when) : history.lastActiveAt,
    lastReplyAt: replyIds.has(id) ? later(history.lastReplyAt, when) : history.lastReplyAt,
  };
};

/** The same from all of the past at once. */
export const historyOf = (past: readonly Happened[], now: number): History =>
  past.reduce((history, happened) => advance(history, happened, now), emptyHistory);

const instant = z.number().nullable().catch(null);
const stored = z.object({
  at: z.number().min(0),
  counts: z.record(z.string(), z.unknown()).catch({}),
  lastActiveAt: instant,
  lastReplyAt: instant,
});

/** A history as it was stored; whatever cannot be one is nobody's past. */
export const readHistory = (value: unknown): History => {
  const { data } = stored.safeParse(value);
  if (!data) return emptyHistory;
  const counts: History["counts"] = {};
  for (const { id } of behaviours) {
    const count = data.counts[id];
    if (typeof count === "number" && Number.isFinite(count) && count > 0) counts[id] = count;
  }
  return { ...data, counts };
};
