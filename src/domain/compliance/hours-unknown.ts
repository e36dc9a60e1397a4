import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import type { HoursRule } from "./hours.ts";

/**
 * Holds wherever the state is not known, beside the federal floor, and cannot be taken out of the table: the
 * evening ends when it does in the states that end it first for everyone.
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

/** Nothing known at all: from 8:00 in Los Angeles to 20:00 in San Juan. */
export const worstCasePlaces: CandidatePlace[] = [
  { region: null, zone: "America/Los_Angeles", from: "declared" },
  { region: null, zone: "America/Puerto_Rico", from: "declared" },
];
