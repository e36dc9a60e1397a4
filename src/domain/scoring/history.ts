import * as z from "zod";
import { type BehaviourId, behaviours, classifyBehaviour, ownTypeOf } from "./behaviours.ts";

const dayMs = 86_400_000;
const detailHalfLifeDays = 30;
/** The weakest are dropped, because the details of one person are stored with the profile. */
const maxDetails = 40;

/**
 * The decayed count of each behaviour, and the latest relevant instants. Stored with the profile, so that an event
 * updates it without reading the whole timeline.
 */
export type BehaviourHistory = {
  /** The instant to which the counts are decayed. */
  at: number;
  counts: Partial<Record<BehaviourId, number>>;
  /** Decayed counts of event types that are the workspace's own, and of what messages say. */
  details: Readonly<Record<string, number>>;
  lastActiveAt: number | null;
  lastReplyAt: number | null;
  /** Of the last message that was read. */
  lastChannel: string | null;
};

export type PastActivity = {
  /** Type of an event or of a timeline entry. */
  type: string | null;
  at: number;
  /** What a message says, as keys of details. */
  details?: readonly string[];
  channel?: string | null;
};

export const emptyHistory: BehaviourHistory = {
  at: 0,
  counts: {},
  details: {},
  lastActiveAt: null,
  lastReplyAt: null,
  lastChannel: null,
};

const halfLives = new Map<BehaviourId, number>(behaviours.map(({ id, halfLifeDays }) => [id, halfLifeDays]));
const activeIds = new Set<BehaviourId>(behaviours.filter(({ active }) => active).map(({ id }) => id));
const replyIds = new Set<BehaviourId>(["replied", "wrote"]);

const decayFactor = (id: BehaviourId, ms: number): number => 2 ** (-ms / (dayMs * (halfLives.get(id) ?? 7)));
const detailDecayFactor = (ms: number): number => 2 ** (-ms / (dayMs * detailHalfLifeDays));

/** A behaviour's count decayed to `now`, which is not before the history's own instant. */
export const decayedCount = (history: BehaviourHistory, id: BehaviourId, now: number): number => {
  const count = history.counts[id];
  return count ? count * decayFactor(id, Math.max(0, now - history.at)) : 0;
};

export const decayedDetails = (history: BehaviourHistory, now: number): [key: string, count: number][] => {
  const factor = detailDecayFactor(Math.max(0, now - history.at));
  return Object.entries(history.details).map(([key, count]) => [key, count * factor]);
};

const addDetails = (
  history: BehaviourHistory,
  keys: readonly string[],
  { to, occurredAt }: { to: number; occurredAt: number },
): BehaviourHistory["details"] => {
  const details = Object.fromEntries(decayedDetails(history, to));
  for (const key of keys) details[key] = (details[key] ?? 0) + detailDecayFactor(to - occurredAt);
  const entries = Object.entries(details);
  if (entries.length <= maxDetails) return details;
  return Object.fromEntries(entries.sort(([, a], [, b]) => b - a).slice(0, maxDetails));
};

const laterInstant = (a: number | null, b: number): number => (a === null ? b : Math.max(a, b));

/** Adds an activity. The order of additions does not matter; an instant in the future counts as now. */
export const addActivity = (
  history: BehaviourHistory,
  { type, at, details = [], channel }: PastActivity,
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
  const ownType = ownTypeOf(type);
  const keys = ownType === null ? details : [...details, `event:${ownType}`];
  return {
    at: to,
    counts,
    details: addDetails(history, keys, { to, occurredAt }),
    lastChannel: channel ?? history.lastChannel,
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
  details: z.record(z.string(), z.number().positive()).catch({}),
  lastActiveAt: nullableInstant,
  lastReplyAt: nullableInstant,
  lastChannel: z.string().nullable().catch(null),
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
