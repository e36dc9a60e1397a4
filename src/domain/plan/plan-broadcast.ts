import type { BroadcastState } from "#domain/broadcasts/broadcast.ts";
import { minuteMs } from "#domain/compliance/durations.ts";

/** Times are milliseconds since 1970. */
export type PlannedBroadcast = {
  state: BroadcastState;
  /** When it begins, of one that is scheduled. */
  dueAt: number | null;
  /** Who get it, and who of them began. */
  people: number;
  begun: number;
  perMinute: number | null;
  /** Why it is paused. */
  code: string | null;
};

export type BroadcastSpan = { at: number | null; until: number | null; code: string | null; count: number };

/** When the people of a broadcast begin who have not begun; undefined where there are none. */
export const spanOfBroadcast = (broadcast: PlannedBroadcast, now: number): BroadcastSpan | undefined => {
  const { state, dueAt, people, begun, perMinute, code } = broadcast;
  const count = Math.max(0, people - begun);
  if (count === 0) return undefined;
  if (state === "paused") return { at: null, until: null, code: code ?? "broadcast_paused", count };
  if (state !== "scheduled" && state !== "sending") return undefined;
  const at = Math.max(now, state === "scheduled" ? (dueAt ?? now) : now);
  const until = perMinute === null ? null : at + Math.ceil(count / perMinute) * minuteMs;
  return { at, until, code: null, count };
};
