import * as z from "zod";
import { type BehaviourId, behaviours, classifyBehaviour } from "./behaviours.ts";

const dayMs = 86_400_000;

/**
 * All that scoring remembers of a person's past: each behaviour's count, faded to one instant, and the newest of the
 * instants that matter. Stored with the profile, so that an event updates it without reading the past again.
 */
export type BehaviourHistory = {
  /** The instant to which the counts are faded. */
  at: number;
  counts: Partial<Record<BehaviourId, number>>;
  lastActiveAt: number | null;
  lastReplyAt: number | null;
};

export type PastActivity = {
  /** Type of the event or of the timeline's entry. */
  type: string | null;
  at: number;
};

export const emptyHistory: BehaviourHistory = { at: 0, counts: {}, lastActiveAt: null, lastReplyAt: null };

const halfLives = new Map<BehaviourId, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));
const activeIds = new Set<BehaviourId>(behaviours.filter(({ active }) => active).map(({ id }) => id));
const replyIds = new Set<BehaviourId>(["replied", "wrote"]);

const decayFactor = (id: BehaviourId, ms: number): number => 2 ** (-ms / (dayMs * (halfLives.get(id) ?? 7)));

/** A behaviour's count, faded to an instant no earlier than the history's own. */
export const decayedCount = (history: BehaviourHistory, id: BehaviourId, now: number): number =>
  (history.counts[id] ?? 0) * decayFactor(id, Math.max(0, now - history.at));

const laterInstant = (one: number | null, other: number): number =>
  one === null ? other : Math.max(one, other);

/** The history with one thing more. Late arrivals count as if they had come in order; the future counts as now. */
export const addActivity = (
  history: BehaviourHistory,
  { type, at }: PastActivity,
  now: number,
): BehaviourHistory => {
  const id = classifyBehaviour(type);
  if (id === null || !Number.isFinite(at) || !Number.isFinite(now)) return history;
  const when = Math.min(at, now);
  const to = Math.max(history.at, when);
  const counts = Object.fromEntries(
    Object.keys(history.counts).map((one) => [one, decayedCount(history, one as BehaviourId, to)]),
  ) as BehaviourHistory["counts"];
  counts[id] = (counts[id] ?? 0) + decayFactor(id, to - when);
  return {
    at: to,
    counts,
    lastActiveAt: activeIds.has(id) ? laterInstant(history.lastActiveAt, when) : history.lastActiveAt,
    lastReplyAt: replyIds.has(id) ? laterInstant(history.lastReplyAt, when) : history.lastReplyAt,
  };
};

/** The same from all of the past at once. */
export const buildHistory = (past: readonly PastActivity[], now: number): BehaviourHistory =>
  past.reduce((history, happened) => addActivity(history, happened, now), emptyHistory);

const nullableInstant = z.number().nullable().catch(null);
const storedHistory = z.object({
  at: z.number().min(0),
  counts: z.record(z.string(), z.unknown()).catch({}),
  lastActiveAt: nullableInstant,
  lastReplyAt: nullableInstant,
});

/** A history as it was stored; whatever cannot be one is nobody's past. */
export const parseHistory = (value: unknown): BehaviourHistory => {
  const { data } = storedHistory.safeParse(value);
  if (!data) return emptyHistory;
  const counts: BehaviourHistory["counts"] = {};
  for (const { id } of behaviours) {
    const count = data.counts[id];
    if (typeof count === "number" && Number.isFinite(count) && count > 0) counts[id] = count;
  }
  return { ...data, counts };
};
