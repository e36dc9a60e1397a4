import { describe, expect, test } from "vitest";
import type { CandidatePlace } from "#domain/places/candidate-places.ts";
import { contactWindowAt, rulesForChannel } from "./hours.ts";
import type { CalendarHoliday, HoursRule } from "./hours-rule.ts";
import { hoursTable } from "./hours-table.ts";
import { dayOfDate } from "./place-hours.ts";

const rules = rulesForChannel(hoursTable, "sms");
const none: CalendarHoliday[] = [];
const place = (region: string | null, zone: string): CandidatePlace => ({ region, zone, from: "declared" });
const utc = (text: string): number => Date.parse(`${text}Z`);
const shown = (at: string, places: CandidatePlace[], holidays = none): string => {
  const window = contactWindowAt(utc(at), places, rules, holidays);
  const turns = window.open ? window.until : window.opensAt;
  return `${window.open ? "until" : "from"} ${turns === null ? "never" : new Date(turns).toISOString().slice(0, 16)}`;
};

const island = place("PR", "America/Puerto_Rico");
const newYork = place("NY", "America/New_York");
const florida = place("FL", "America/New_York");
const alabama = place("AL", "America/Chicago");

describe("contact hours", () => {
  test.each<[string, string, CandidatePlace[], string]>([
    ["Puerto Rico a millisecond before nine", "2026-01-14T12:59:59.999", [island], "from 2026-01-14T13:00"],
    ["Puerto Rico at nine, winter", "2026-01-14T13:00:00.000", [island], "until 2026-01-15T01:00"],
    ["Puerto Rico at nine, summer", "2026-07-14T13:00:00.000", [island], "until 2026-07-15T01:00"],
    ["Puerto Rico just before its night", "2026-01-15T00:59:59.999", [island], "until 2026-01-15T01:00"],
    ["Puerto Rico at 21:00", "2026-01-15T01:00:00.000", [island], "from 2026-01-15T13:00"],
    ["New York and Puerto Rico, winter", "2026-01-14T12:00", [island, newYork], "from 2026-01-14T13:00"],
    [
      "New York and Puerto Rico, winter evening",
      "2026-01-15T00:30",
      [island, newYork],
      "until 2026-01-15T01:00",
    ],
    ["Florida ends at 20:00", "2026-07-15T00:00", [florida], "from 2026-07-15T12:00"],
    ["New York the day the clocks go forward", "2026-03-08T11:59", [newYork], "from 2026-03-08T12:00"],
    ["New York the evening before", "2026-03-08T02:00", [newYork], "from 2026-03-08T12:00"],
    ["New York the evening before they go back", "2026-11-01T01:00", [newYork], "from 2026-11-01T13:00"],
    ["Alabama on Saturday evening", "2026-06-07T01:00", [alabama], "from 2026-06-08T13:00"],
    [
      "Texas on Sunday morning",
      "2026-06-07T15:00",
      [place("TX", "America/Chicago")],
      "from 2026-06-07T17:00",
    ],
    ["nobody knows where, winter", "2026-01-14T15:59", [], "from 2026-01-14T16:00"],
    ["nobody knows where, open", "2026-01-14T16:00", [], "until 2026-01-15T00:00"],
    ["nobody knows where, summer", "2026-07-14T14:59", [], "from 2026-07-14T15:00"],
    ["zone known, state not", "2026-07-15T00:00", [place(null, "America/New_York")], "from 2026-07-15T12:00"],
    [
      "no hour in common",
      "2026-01-14T15:00",
      [newYork, place("GU", "Pacific/Guam")],
      "from 2026-01-14T22:00",
    ],
    [
      "never together",
      "2026-01-14T15:00",
      [place("CA", "America/Los_Angeles"), place(null, "Europe/Helsinki")],
      "from 2026-01-14T16:00",
    ],
  ])("%s", (_, at, places, expected) => expect(shown(at, places)).toBe(expected));

  test("are closed on holidays only where the law says so", () => {
    const holidays = [{ date: "2026-12-25", region: null, name: "Christmas" }];
    expect(shown("2026-12-25T18:00", [alabama], holidays)).toBe("from 2026-12-26T14:00");
    expect(shown("2026-12-25T18:00", [florida], holidays)).toBe("until 2026-12-26T01:00");
    const regional = [{ date: "2026-12-24", region: "LA", name: "Local" }];
    expect(shown("2026-12-24T18:00", [alabama], regional)).toBe("until 2026-12-25T02:00");
  });

  test("give the rule and the place that close them as reasons", () => {
    const window = contactWindowAt(utc("2026-06-07T15:00"), [alabama, island], rules, none);
    expect(window).toMatchObject({
      open: false,
      reasons: [{ code: "quiet_day", rule: "us_al", region: "AL", zone: "America/Chicago" }],
    });
  });

  test("have no opening if nothing opens within two weeks", () => {
    const closed: HoursRule[] = [
      ...rules,
      { ...(rules[0] as HoursRule), id: "shut", region: "NY", days: Array.from({ length: 7 }, () => null) },
    ];
    expect(contactWindowAt(utc("2026-01-14T15:00"), [newYork], closed, none)).toMatchObject({
      opensAt: null,
    });
  });

  test("follow local time where the clock skips or repeats an hour", () => {
    const early: HoursRule[] = [
      { ...(rules[0] as HoursRule), days: Array.from({ length: 7 }, () => ({ opens: 90, closes: 150 })) },
    ];
    const at = (text: string) => contactWindowAt(utc(text), [newYork], early, none);
    // Forward at 2:00: half an hour is left of it.
    expect(at("2026-03-08T06:30")).toEqual({ open: true, until: utc("2026-03-08T07:00") });
    // Back at 2:00 to 1:00: it shuts at the change and opens again at half past one.
    expect(at("2026-11-01T05:30")).toEqual({ open: true, until: utc("2026-11-01T06:00") });
    expect(at("2026-11-01T06:00")).toMatchObject({ open: false, opensAt: utc("2026-11-01T06:30") });
    expect(at("2026-11-01T06:30")).toEqual({ open: true, until: utc("2026-11-01T07:30") });
  });
});

describe("the hours table", () => {
  test("has a federal floor, and seven days, a source and a date for every rule", () => {
    expect(hoursTable.filter(({ region }) => region === null)).toHaveLength(1);
    expect(new Set(hoursTable.map(({ id }) => id)).size).toBe(hoursTable.length);
    for (const { days, source, checked } of hoursTable) {
      expect(days).toHaveLength(7);
      expect(source).not.toBe("");
      expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
      for (const hours of days) if (hours) expect(hours.opens).toBeLessThan(hours.closes);
    }
  });

  test("has no rules for e-mail", () => expect(rulesForChannel(hoursTable, "email")).toEqual([]));

  test("counts days like the calendar", () => {
    for (const date of ["1970-01-01", "2000-02-29", "2024-02-29", "2026-11-15", "2100-03-01"])
      expect(dayOfDate(date)).toBe(Date.parse(date) / 86_400_000);
  });
});
