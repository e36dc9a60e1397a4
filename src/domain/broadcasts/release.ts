const minuteMs = 60_000;
/** How many people begin in one transaction. */
export const releasePage = 500;
const smallestFirstPart = 100;
const firstPartShare = 0.02;
/** How long the first part is looked at before the others begin. */
export const lookMs = 10 * minuteMs;

/** How many people begin before the look. */
export const firstPartOf = (people: number): number =>
  Math.max(smallestFirstPart, Math.ceil(people * firstPartShare));

export type ReleaseState = {
  /** People who are to get it, and how many of them have begun. */
  people: number;
  begun: number;
  hasGuard: boolean;
  /** When the first part was complete; null before. */
  lookedFrom: number | null;
  perMinute: number | null;
  /** Until when the pace is used up. */
  pacedUntil: number;
};

export type Release =
  /** `pacedUntil`: the pace is used up until then. */
  | { kind: "begin"; count: number; pacedUntil: number; completesFirstPart: boolean }
  | { kind: "wait"; until: number; why: "look" | "pace" }
  | { kind: "complete" };

/** How many people may begin now. */
export const planRelease = (state: ReleaseState, now: number): Release => {
  const { people, begun, hasGuard, lookedFrom, perMinute } = state;
  if (begun >= people) return { kind: "complete" };
  const firstPart = firstPartOf(people);
  const isFirstPart = hasGuard && lookedFrom === null && firstPart < people;
  if (hasGuard && lookedFrom !== null && now < lookedFrom + lookMs)
    return { kind: "wait", until: lookedFrom + lookMs, why: "look" };
  const open = Math.max(0, (isFirstPart ? firstPart : people) - begun);
  if (perMinute === null) {
    const count = Math.min(open, releasePage);
    return { kind: "begin", count, pacedUntil: now, completesFirstPart: isFirstPart && count === open };
  }
  const msEach = minuteMs / perMinute;
  // Time that was not used, as in a pause, is not caught up.
  const from = Math.max(state.pacedUntil, now - Math.max(minuteMs, msEach));
  // A little is forgiven, because a fraction of a millisecond cannot be kept exactly.
  const allowed = Math.floor((now - from) / msEach + 0.001);
  if (allowed < 1) return { kind: "wait", until: Math.ceil(from + msEach), why: "pace" };
  const count = Math.min(open, allowed, releasePage);
  return {
    kind: "begin",
    count,
    pacedUntil: from + count * msEach,
    completesFirstPart: isFirstPart && count === open,
  };
};
