import * as z from "zod";
import { type BehaviourId, behaviours, classifyBehaviour } from "./behaviours.ts";

const dayMs = 86_400_000;

/**
 * The decayed count of each behaviour, and the latest relevant instants. Stored with the profile, so that an event
 * updates it without reading the whole timeline.
 */
export type BehaviourHistory = {
  /** The instant to which the counts are decayed. */
  at: number;
  counts: Partial<Record<BehaviourId, number>>;
  lastActiveAt: number | null;
  lastReplyAt: number | null;
};

export type PastActivity = {
  /** Type of an event or of a timeline entry. */
  type: string | null;
  at: number;
};

export const emptyHistory: BehaviourHistory = { at: 0, counts: {}, lastActiveAt: null, lastReplyAt: null };

const halfLives = new Map<BehaviourId, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));
const activeIds = new Set<BehaviourId>(behaviours.filter(({ active }) => active).map(({ id }) => id));
const replyIds = new Set<BehaviourId>(["replied", "wrote"]);

const decayFactor = (id: BehaviourId, ms: number): number => 2 ** (-ms / (dayMs * (halfLives.get(id) ?? 7)));

/** A behaviour's count decayed to `now`, which is not before the history's own instant. */
export const decayedCount = (history: BehaviourHistory, id: BehaviourId, now: number): number =>
  (history.counts[id] ?? 0) * decayFactor(id, Math.max(0, now - history.at));

const laterInstant = (a: number | null, b: number): number => (a === null ? b : Math.max(a, b));

/** Adds an activity. The order of additions does not matter; an instant in the future counts as now. */
export const addActivity = (
  history: BehaviourHistory,
  { type, at }: PastActivity,
  now: number,
): BehaviourHistory => {
  const id = classifyBehaviour(type);
  if (id === null || !Number.isFinite(at) || !Number.isFinite(now)) return history;
  const occurredAt = Math.min(at, now);
  const to = Math.max(history.at, occurredAt);
  const counts = Object.fromEntries(
    Object.keys(history.counts).map((key) => [key, decayedCount(history, key as BehaviourId, to)]),
  ) as BehaviourHistory["counts"];
  counts[id] = (counts[id] ?? 0) + decayFactor(id, to - occurredAt);
  return {
    at: to,
    counts,
    lastActiveAt: activeIds.has(id) ? laterInstant(history.lastActiveAt, occurredAt) : history.lastActiveAt,
    lastReplyAt: replyIds.has(id) ? laterInstant(history.lastReplyAt, occurredAt) : history.lastReplyAt,
  };
};

export const buildHistory = (activities: readonly PastActivity[], now: number): BehaviourHistory =>
  activities.reduce((history, activity) => addActivity(history, activity, now), emptyHistory);

const nullableInstant = z.number().nullable().catch(null);
const storedHistory = z.object({
  at: z.number().min(0),
  counts: z.record(z.string(), z.unknown()).catch({}),
  lastActiveAt: nullableInstant,
  lastReplyAt: nullableInstant,
});

/** Reads a stored history; anything invalid becomes the empty history. */
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
