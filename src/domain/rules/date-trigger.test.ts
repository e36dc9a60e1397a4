import { describe, expect, test } from "vitest";
import { type DateTrigger, datesToLookFor, dateTriggerKey, momentOfDate } from "./date-trigger.ts";

const zone = "America/New_York";
const trigger = (parts: Partial<DateTrigger> = {}): DateTrigger => ({
  ...{ field: "renewal", offsetDays: 0, at: "09:00", yearly: false },
  ...parts,
});
const at = (text: string): number => Date.parse(text);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const minuteBefore = (to: string) => ({ from: at(to) - 60_000, to: at(to) });

describe("the moment of a date", () => {
  test.each<[string, Partial<DateTrigger>, string, string, string]>([
    ["the day itself", {}, "2026-11-30", zone, "2026-11-30T14:00:00Z"],
    ["a week before", { offsetDays: -7 }, "2026-11-30", zone, "2026-11-23T14:00:00Z"],
    ["two days after, into another month", { offsetDays: 2 }, "2026-11-30", zone, "2026-12-02T14:00:00Z"],
    ["a birthday", { yearly: true }, "1984-05-02", zone, "2027-05-02T13:00:00Z"],
    [
      "the day before a birthday in January",
      { yearly: true, offsetDays: -1 },
      "1984-01-01",
      zone,
      "2026-12-31T14:00:00Z",
    ],
    ["February 29 in a year without it", { yearly: true }, "1984-02-29", zone, "2027-02-28T14:00:00Z"],
    ["February 29 in a leap year", { yearly: true }, "1984-02-29", zone, "2028-02-29T14:00:00Z"],
    ["east of the date line", { at: "00:30" }, "2026-11-30", "Pacific/Kiritimati", "2026-11-29T10:30:00Z"],
    ["west of it", { at: "23:30" }, "2026-11-30", "Pacific/Pago_Pago", "2026-12-01T10:30:00Z"],
    // Clocks go forward at 2:00 on 2027-03-14: 2:30 does not exist and is 3:30.
    ["a local time that does not exist", { at: "02:30" }, "2027-03-14", zone, "2027-03-14T07:30:00Z"],
    // Clocks go back at 2:00 on 2026-11-01: 1:30 comes twice, and the first one counts.
    ["a local time that comes twice", { at: "01:30" }, "2026-11-01", zone, "2026-11-01T05:30:00Z"],
  ])("is found once: %s", (_what, parts, date, where, moment) => {
    const own = trigger(parts);
    const around = minuteBefore(moment);
    expect(momentOfDate(own, date, where, around)).toBe(at(moment));
    // The start of a span is excluded, so that the next look does not find it again.
    expect(momentOfDate(own, date, where, { from: around.to, to: around.to + 60_000 })).toBeNull();
    expect(momentOfDate(own, date, where, { from: around.from - 60_000, to: around.to - 1 })).toBeNull();
    const looked = datesToLookFor(own, around);
    expect(looked).toContain(own.yearly ? date.slice(5) : date);
  });

  test("of a birthday in the future is none before it", () => {
    const birthday = trigger({ yearly: true });
    expect(
      momentOfDate(birthday, "2030-05-02", zone, span("2027-05-01T00:00:00Z", "2027-05-04T00:00:00Z")),
    ).toBeNull();
  });

  test.each(["", "soon", "2026-13-01x", "30.11.2026", "2026-11"])("is none for %j", (date) => {
    expect(
      momentOfDate(trigger(), date, zone, span("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")),
    ).toBeNull();
  });

  test("is missed by no span, however the looks fall", () => {
    for (const [date, offsetDays] of [
      ["2026-11-01", 0],
      ["2027-03-14", -3],
      ["2026-12-31", 5],
    ] as const) {
      const own = trigger({ offsetDays });
      let found = 0;
      for (let from = at("2026-10-25T00:00:00Z"); from < at("2027-03-20T00:00:00Z"); from += 11 * 3_600_000)
        if (momentOfDate(own, date, zone, { from, to: from + 11 * 3_600_000 }) !== null) found += 1;
      expect(found).toBe(1);
    }
  });
});

test("triggers have the same key only where they come true together", () => {
  const keys = [
    trigger(),
    trigger({ offsetDays: 1 }),
    trigger({ at: "10:00" }),
    trigger({ yearly: true }),
    trigger({ field: "birthday" }),
  ].map(dateTriggerKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(dateTriggerKey(trigger())).toBe(keys[0]);
});
