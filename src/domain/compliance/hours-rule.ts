import type { Channel } from "#domain/channels/channel.ts";
import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import { regionCodes, regionZones } from "#domain/places/regions.ts";

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
  /** False where the statute itself was not compared; the hours are then the narrowest that any source gives. */
  verified: boolean;
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
  source: "The evening of FL, MA, MD, OK and WA",
  checked: "2026-11-15",
  verified: false,
};

/** For a recipient without any known place: from 8:00 in Los Angeles to 20:00 in San Juan. */
export const worstCasePlaces: CandidatePlace[] = [
  { region: null, zone: "America/Los_Angeles", from: "declared" },
  { region: null, zone: "America/Puerto_Rico", from: "declared" },
];

/** The time zones in which a rule applies. */
export const zonesOfRule = ({ region }: Pick<HoursRule, "region">): string[] => [
  ...new Set<string>(region === null ? regionCodes.flatMap(regionZones) : regionZones(region)),
];
