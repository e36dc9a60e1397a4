import { describe, expect, test } from "vitest";
import { toLocalTime } from "#domain/day.ts";
import { type StepWait, stepWait } from "#domain/rules/step-parts.ts";
import { momentAround, waitEnd } from "#domain/sequences/wait-end.ts";

type Unit = NonNullable<StepWait["unit"]>;
type Days = NonNullable<StepWait["days"]>;
type Case = [what: string, wait: StepWait, since: string, end: string];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const holidays = new Set(
  ["2026-05-25", "2026-06-11", "2026-06-20", "2026-12-24", "2026-12-25"].map(
    (date) => Date.parse(date) / day,
  ),
);
const calendarIn = (zone: string) => ({
  zone,
  isHoliday: (dayNumber: number) => holidays.has(dayNumber),
});

const wait = (count: number, unit: Unit): StepWait => ({ for: count, unit });
const until = (time: string, ...days: Days): StepWait =>
  days.length > 0 ? { until: time, days } : { until: time };
const both = (count: number, unit: Unit, time: string, ...days: Days): StepWait => ({
  ...wait(count, unit),
  ...until(time, ...days),
});

const workweek: Days = ["mon", "tue", "wed", "thu", "fri"];

/** A local time with its offset from UTC in hours; the year is 2026 unless given. */
const instant = (text: string): number => {
  const [date = "", time = "", offset = ""] = text.split(" ");
  const full = date.length === 5 ? `2026-${date}` : date;
  return Date.parse(`${full}T${time}Z`) - Number(offset) * hour;
};
const iso = (at: number) => new Date(at).toISOString();

const inZone = (zone: string, cases: Case[]) =>
  describe(zone, () => {
    test.each(cases)("%s", (_what, parts, since, end) => {
      expect(iso(waitEnd(parts, instant(since), calendarIn(zone)))).toBe(iso(instant(end)));
    });
  });

describe("elapsed time", () => {
  inZone("America/New_York", [
    ["minutes", wait(90, "minutes"), "06-15 09:00 -4", "06-15 10:30 -4"],
    ["one minute over midnight", wait(1, "minutes"), "06-15 23:59:30 -4", "06-16 00:00:30 -4"],
    ["24 hours over the skipped hour", wait(24, "hours"), "03-07 12:00 -5", "03-08 13:00 -4"],
    ["24 hours over the repeated hour", wait(24, "hours"), "10-31 12:00 -4", "11-01 11:00 -5"],
    ["one hour within the repeated hour", wait(1, "hours"), "11-01 01:30 -4", "11-01 01:30 -5"],
    ["hours over a holiday and a weekend", wait(72, "hours"), "05-22 18:00 -4", "05-25 18:00 -4"],
    ["90 days in hours", wait(2160, "hours"), "06-01 00:00 -4", "08-30 00:00 -4"],
  ]);
});

describe("calendar days", () => {
  inZone("America/New_York", [
    ["over the skipped hour", wait(1, "days"), "03-07 12:00 -5", "03-08 12:00 -4"],
    ["over the repeated hour", wait(1, "days"), "10-31 12:00 -4", "11-01 12:00 -5"],
    ["over the autumn change", wait(90, "days"), "09-01 08:00 -4", "11-30 08:00 -5"],
    ["onto a skipped time", wait(1, "days"), "03-07 02:30 -5", "03-08 03:30 -4"],
    ["onto a repeated time", wait(1, "days"), "10-31 01:30 -4", "11-01 01:30 -4"],
    ["from the first of a repeated time", wait(1, "days"), "11-01 01:30 -4", "11-02 01:30 -5"],
    ["from the second of a repeated time", wait(1, "days"), "11-01 01:30 -5", "11-02 01:30 -5"],
    ["from midnight", wait(1, "days"), "06-15 00:00 -4", "06-16 00:00 -4"],
    ["from the last moment of a day", wait(1, "days"), "06-15 23:59:59 -4", "06-16 23:59:59 -4"],
    ["into the leap day", wait(1, "days"), "2028-02-28 09:00 -5", "2028-02-29 09:00 -5"],
    ["out of the leap day", wait(1, "days"), "2028-02-29 09:00 -5", "2028-03-01 09:00 -5"],
    ["no leap day in 2027", wait(1, "days"), "2027-02-28 09:00 -5", "2027-03-01 09:00 -5"],
    ["the longest wait", wait(90, "days"), "2027-12-01 09:00 -5", "2028-02-29 09:00 -5"],
    ["over the turn of the year", wait(2, "days"), "12-31 23:30 -5", "2027-01-02 23:30 -5"],
    ["count weekends and holidays", wait(4, "days"), "05-22 18:00 -4", "05-26 18:00 -4"],
  ]);
  inZone("America/Puerto_Rico", [
    ["in New York's spring night", wait(1, "days"), "03-07 12:00 -4", "03-08 12:00 -4"],
    ["at New York's skipped time", wait(1, "days"), "03-07 02:30 -4", "03-08 02:30 -4"],
    ["in New York's autumn night", wait(1, "days"), "10-31 01:30 -4", "11-01 01:30 -4"],
  ]);
});

describe("workdays", () => {
  inZone("America/New_York", [
    ["from Friday evening", wait(1, "workdays"), "06-12 18:00 -4", "06-15 18:00 -4"],
    ["from Friday to a holiday Monday", wait(1, "workdays"), "05-22 18:00 -4", "05-26 18:00 -4"],
    ["two from there", wait(2, "workdays"), "05-22 18:00 -4", "05-27 18:00 -4"],
    ["from a Saturday", wait(1, "workdays"), "06-13 12:00 -4", "06-15 12:00 -4"],
    ["from a Sunday", wait(1, "workdays"), "06-14 12:00 -4", "06-15 12:00 -4"],
    ["from a holiday", wait(1, "workdays"), "05-25 12:00 -4", "05-26 12:00 -4"],
    ["over a holiday on a Saturday", wait(1, "workdays"), "06-19 12:00 -4", "06-22 12:00 -4"],
    ["holidays before a weekend", wait(1, "workdays"), "12-23 12:00 -5", "12-28 12:00 -5"],
    ["five are a week", wait(5, "workdays"), "06-17 12:00 -4", "06-24 12:00 -4"],
    ["sixty are twelve weeks", wait(60, "workdays"), "06-22 12:00 -4", "09-14 12:00 -4"],
    ["over the skipped hour", wait(1, "workdays"), "03-06 09:00 -5", "03-09 09:00 -4"],
    // Ten in the evening is already the next day in UTC. The zone decides.
    ["late on Friday", wait(1, "workdays"), "06-12 22:00 -4", "06-15 22:00 -4"],
    ["late on the day before a holiday", wait(1, "workdays"), "06-10 22:00 -4", "06-12 22:00 -4"],
    ["late on Thursday", wait(1, "workdays"), "06-18 22:00 -4", "06-19 22:00 -4"],
  ]);
  inZone("Asia/Kolkata", [
    ["early on Monday", wait(1, "workdays"), "06-15 01:00 +5.5", "06-16 01:00 +5.5"],
    ["early on Saturday", wait(1, "workdays"), "06-13 01:00 +5.5", "06-15 01:00 +5.5"],
  ]);
});

describe("until a local time", () => {
  inZone("America/New_York", [
    ["later today", until("09:30"), "06-15 08:00 -4", "06-15 09:30 -4"],
    ["at that very moment", until("09:30"), "06-15 09:30 -4", "06-15 09:30 -4"],
    ["a millisecond late", until("09:30"), "06-15 09:30:00.001 -4", "06-16 09:30 -4"],
    ["midnight", until("00:00"), "06-15 15:00 -4", "06-16 00:00 -4"],
    ["midnight at midnight", until("00:00"), "06-15 00:00 -4", "06-15 00:00 -4"],
    ["the last minute", until("23:59"), "06-15 23:59:01 -4", "06-16 23:59 -4"],
    ["over the leap day", until("09:00"), "2028-02-28 10:00 -5", "2028-02-29 09:00 -5"],
    ["a skipped time", until("02:30"), "03-07 12:00 -5", "03-08 03:30 -4"],
    ["a skipped time, after the gap", until("02:30"), "03-08 03:15 -4", "03-08 03:30 -4"],
    ["a skipped time, after its shift", until("02:30"), "03-08 03:31 -4", "03-09 02:30 -4"],
    ["a repeated time", until("01:30"), "10-31 12:00 -4", "11-01 01:30 -4"],
    ["a repeated time, after the first", until("01:30"), "11-01 01:15 -5", "11-02 01:30 -5"],
    ["on a workday", until("09:00", ...workweek), "06-12 18:00 -4", "06-15 09:00 -4"],
    ["on the same weekday, too late", until("09:00", "mon"), "06-15 10:00 -4", "06-22 09:00 -4"],
    ["on the weekday, in time", until("09:00", "mon"), "06-15 09:00 -4", "06-15 09:00 -4"],
    ["days in any order", until("09:00", "fri", "tue"), "06-15 10:00 -4", "06-16 09:00 -4"],
    ["the weekday is that of the zone", until("23:00", "fri"), "06-12 22:00 -4", "06-12 23:00 -4"],
  ]);
  // The first hour of this Sunday does not exist in Havana.
  inZone("America/Havana", [
    ["a skipped midnight", until("00:00"), "03-07 12:00 -5", "03-08 01:00 -4"],
    ["a skipped midnight of a weekday", until("00:00", "sun"), "03-07 12:00 -5", "03-08 01:00 -4"],
  ]);
});

describe("a length and a local time", () => {
  inZone("America/New_York", [
    ["days fix the date", both(3, "days", "10:00"), "06-15 15:00 -4", "06-18 10:00 -4"],
    ["from before that time", both(3, "days", "10:00"), "06-15 09:00 -4", "06-18 10:00 -4"],
    ["late in the evening", both(1, "days", "00:00"), "06-15 23:59 -4", "06-16 00:00 -4"],
    ["days, then a weekday", both(2, "days", "10:00", "mon"), "06-15 15:00 -4", "06-22 10:00 -4"],
    ["days onto that weekday", both(2, "days", "10:00", "wed"), "06-15 15:00 -4", "06-17 10:00 -4"],
    ["days onto a skipped time", both(1, "days", "02:30"), "03-07 12:00 -5", "03-08 03:30 -4"],
    ["workdays", both(1, "workdays", "09:00"), "06-12 18:00 -4", "06-15 09:00 -4"],
    ["workdays over a holiday", both(1, "workdays", "09:00"), "05-22 18:00 -4", "05-26 09:00 -4"],
    ["workdays, one day", both(1, "workdays", "09:00", "wed"), "06-12 18:00 -4", "06-17 09:00 -4"],
    ["hours past that time", both(2, "hours", "09:00"), "06-15 08:00 -4", "06-16 09:00 -4"],
    ["minutes exactly to it", both(30, "minutes", "09:00"), "06-15 08:30 -4", "06-15 09:00 -4"],
    ["minutes over midnight", both(45, "minutes", "00:15"), "06-15 23:45 -4", "06-17 00:15 -4"],
    ["hours, then a weekday", both(5, "hours", "09:00", "fri"), "06-12 05:00 -4", "06-19 09:00 -4"],
  ]);
});

describe("readable waits", () => {
  test.each<[object]>([
    [{ for: 1, unit: "minutes" }],
    [{ for: 129_600, unit: "minutes" }],
    [{ for: 2160, unit: "hours" }],
    [{ for: 90, unit: "days" }],
    [{ for: 60, unit: "workdays" }],
    [{ until: "00:00" }],
    [{ until: "23:59", days: ["sun"] }],
    [{ for: 3, unit: "days", until: "10:00", days: ["mon", "fri"] }],
  ])("accepts %j", (parts) => {
    expect(stepWait.safeParse(parts).success).toBe(true);
  });

  test.each<[object]>([
    [{}],
    [{ for: 1 }],
    [{ unit: "days" }],
    [{ for: 0, unit: "days" }],
    [{ for: -1, unit: "hours" }],
    [{ for: 1.5, unit: "hours" }],
    [{ for: "2", unit: "hours" }],
    [{ for: 1, unit: "weeks" }],
    [{ for: 129_601, unit: "minutes" }],
    [{ for: 2161, unit: "hours" }],
    [{ for: 91, unit: "days" }],
    [{ for: 61, unit: "workdays" }],
    [{ unit: "days", until: "10:00" }],
    [{ for: 3, until: "10:00" }],
    [{ until: "24:00" }],
    [{ until: "09:60" }],
    [{ until: "9:30" }],
    [{ until: "09:30:00" }],
    [{ days: ["mon"] }],
    [{ for: 1, unit: "days", days: ["mon"] }],
    [{ until: "09:30", days: ["monday"] }],
  ])("refuses %j", (parts) => {
    expect(stepWait.safeParse(parts).success).toBe(false);
  });

  test("an empty list of days is refused, or means every day", () => {
    const parsed = stepWait.safeParse({ until: "09:30", days: [] });
    if (!parsed.success) return;
    const since = instant("06-15 10:00 -4");
    const end = waitEnd(parsed.data, since, calendarIn("America/New_York"));
    expect(iso(end)).toBe(iso(instant("06-16 09:30 -4")));
  });
});

describe("a wait around a date of the person", () => {
  const dates = new Map([
    ["renewal", "2026-07-10"],
    ["leap", "2028-02-29"],
    ["clock", "2026-11-01"],
    ["broken", "soon"],
  ]);
  test.each<[string, StepWait, string, string | null]>([
    ["the day itself", { around: "renewal", until: "09:00" }, "America/Puerto_Rico", "07-10 09:00 -4"],
    [
      "days before",
      { around: "renewal", offsetDays: -2, until: "09:00" },
      "America/New_York",
      "07-08 09:00 -4",
    ],
    [
      "days after, over a month",
      { around: "renewal", offsetDays: 25, until: "18:30" },
      "UTC",
      "08-04 18:30 0",
    ],
    ["a leap day", { around: "leap", offsetDays: 1, until: "10:00" }, "UTC", "2028-03-01 10:00 0"],
    ["the end of summer time", { around: "clock", until: "12:00" }, "America/New_York", "11-01 12:00 -5"],
    ["a date that is unknown", { around: "birthday", until: "09:00" }, "UTC", null],
    ["a text that is no date", { around: "broken", until: "09:00" }, "UTC", null],
  ])("%s", (_, parts, zone, end) => {
    expect(stepWait.safeParse(parts).success).toBe(true);
    expect(momentAround(parts, dates, zone)).toBe(end === null ? null : instant(end));
  });

  test.each<[string, StepWait]>([
    ["without a time of day", { around: "renewal" }],
    ["with a length", { around: "renewal", until: "09:00", for: 1, unit: "days" }],
    ["with weekdays", { around: "renewal", until: "09:00", days: ["mon"] }],
    ["an offset without a date", { offsetDays: 2, until: "09:00" }],
  ])("is refused %s", (_, parts) => {
    expect(stepWait.safeParse(parts).success).toBe(false);
  });
});

describe("random waits", () => {
  const weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"] as const;
  const weekdayOf = (dayNumber: number) => weekdays[dayNumber % 7] ?? "thu";
  const zones = [
    "America/New_York",
    "America/Puerto_Rico",
    "America/Havana",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
  ];
  // A skipped local time is shifted by its gap: half an hour on Lord Howe, an hour elsewhere.
  const shifts = [0, 30 * minute, hour];

  test("end where the calendar says", () => {
    let state = 20_260_615;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const below = (count: number) => Math.floor(random() * count);

    for (let round = 0; round < 3000; round += 1) {
      const zone = zones[below(zones.length)] ?? "UTC";
      const since = Date.parse("2026-01-01") + below(3 * 365 * 24 * 60) * minute;
      const unit = (["minutes", "hours", "days", "workdays"] as const)[below(4)] ?? "days";
      const count = 1 + below(12);
      const time = `${String(below(24)).padStart(2, "0")}:${below(2) === 0 ? "00" : "30"}`;
      const days = weekdays.filter(() => random() < 0.3);
      const hasLength = random() < 0.7;
      const hasTime = !hasLength || random() < 0.5;
      const parts: StepWait = {
        ...(hasLength && wait(count, unit)),
        ...(hasTime && until(time, ...days)),
      };
      const label = `${JSON.stringify(parts)} from ${iso(since)} in ${zone}`;
      const end = waitEnd(parts, since, calendarIn(zone));
      const from = toLocalTime(since, zone);
      const to = toLocalTime(end, zone);
      const fromDay = Math.floor(from / day);
      const toDay = Math.floor(to / day);
      expect(end, label).toBeGreaterThanOrEqual(since);

      if (hasTime) {
        const [hours, minutes] = time.split(":").map(Number);
        const wanted = (hours ?? 0) * hour + (minutes ?? 0) * minute;
        expect(shifts, label).toContain(to - toDay * day - wanted);
        if (days.length > 0) expect(days, label).toContain(weekdayOf(toDay));
      }
      const elapses = unit === "minutes" || unit === "hours";
      if (!hasLength || elapses) {
        const length = hasLength ? count * (unit === "hours" ? hour : minute) : 0;
        expect(end, label).toBeGreaterThanOrEqual(since + length);
        if (!hasTime) expect(end, label).toBe(since + length);
        else {
          const most = (days.length === 0 ? day : 7 * day) + hour;
          expect(end - since - length, label).toBeLessThanOrEqual(most);
        }
        continue;
      }
      if (!hasTime) expect(shifts, label).toContain(to - from - (toDay - fromDay) * day);
      if (hasTime && days.length > 0) continue;
      const isCounted = (dayNumber: number) =>
        unit === "days" || (!["sat", "sun"].includes(weekdayOf(dayNumber)) && !holidays.has(dayNumber));
      const passed = Array.from({ length: toDay - fromDay }, (_, index) => fromDay + index + 1);
      expect(passed.filter(isCounted), label).toHaveLength(count);
      expect(isCounted(toDay), label).toBe(true);
    }
  });
});
