import type { Channel } from "#domain/channels/channel.ts";
import type { CandidatePlace } from "#domain/places/candidate-places.ts";

/** Minutes after midnight; `opens` is included, `closes` is not. */
export type DayHours = { opens: number; closes: number };

/** When one jurisdiction allows contact, in the recipient's local time. */
export type HoursRule = {
  id: string;
  name: string;
  /** Null applies everywhere: the federal floor. */
  region: string | null;
  /** Sunday first; null is closed all day. */
  days: readonly (DayHours | null)[];
  holidays: "closed" | "open";
  /** Absent: every channel. */
  channels?: readonly Channel[];
  source: string;
  /** The day on which the rule was last compared with its source. */
  checked: string;
};

/** A local date (YYYY-MM-DD); region null applies everywhere. */
export type CalendarHoliday = { date: string; region: string | null; name: string };

/**
 * Applies where the state is not known, in addition to the federal floor, and cannot be removed from the table: the
 * evening ends when it does in the strictest states.
 */
export const unknownPlaceRule: HoursRule = {
  id: "unknown_place",
  name: "State unknown",
  region: "unknown",
  days: Array.from({ length: 7 }, () => ({ opens: 8 * 60, closes: 20 * 60 })),
  holidays: "open",
  source: "Own rule: the strictest common evening of FL, MD, OK, WA, MA",
  checked: "2026-11-15",
};

/** For a recipient without any known place: from 8:00 in Los Angeles to 20:00 in San Juan. */
export const worstCasePlaces: CandidatePlace[] = [
  { region: null, zone: "America/Los_Angeles", from: "declared" },
  { region: null, zone: "America/Puerto_Rico", from: "declared" },
];
