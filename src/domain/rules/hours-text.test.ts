import { describe, expect, test } from "vitest";
import { readHours, writeHours } from "./hours-text.ts";
import { minuteOfWeek, weekText } from "./local-time.ts";

describe("hours texts", () => {
  test.each([
    ["09:00-17:00", "09:00-17:00"],
    ["9-17", "09:00-17:00"],
    ["9am-5:30pm", "09:00-17:30"],
    ["12am-12pm", "00:00-12:00"],
    ["9 a.m. – 5 p.m.", "09:00-17:00"],
    ["09:00 a 17:00", "09:00-17:00"],
    ["Mon-Fri 09:00-17:00", "mon,tue,wed,thu,fri 09:00-17:00"],
    ["lunes-viernes 9 to 17", "mon,tue,wed,thu,fri 09:00-17:00"],
    ["miércoles,sábado 08:00-12:00", "wed,sat 08:00-12:00"],
    ["fri-mon 22:00-02:00", "mon,fri,sat,sun 22:00-02:00"],
    ["weekdays 9-17; sat 10-14", "mon,tue,wed,thu,fri 09:00-17:00; sat 10:00-14:00"],
    ["13am-5pm", undefined],
    ["09:60-17:00", undefined],
    ["24:00-25:00", undefined],
    ["mon-", undefined],
    ["", undefined],
    ["; ;", undefined],
  ])("%s", (text, expected) => {
    const read = readHours(text);
    expect(read && writeHours(read)).toBe(expected);
    if (read) expect(readHours(writeHours(read))).toEqual(read);
  });
});

describe("local time", () => {
  test.each([
    ["America/Puerto_Rico", "2026-01-12T04:00:00Z", "mon 00:00"],
    ["America/Puerto_Rico", "2026-07-13T03:59:59.999Z", "sun 23:59"],
    ["America/New_York", "2026-03-08T06:59:00Z", "sun 01:59"],
    ["America/New_York", "2026-03-08T07:00:00Z", "sun 03:00"],
    ["America/New_York", "2026-11-01T05:59:00Z", "sun 01:59"],
    ["America/New_York", "2026-11-01T06:00:00Z", "sun 01:00"],
    ["Asia/Kathmandu", "2026-05-05T00:00:00Z", "tue 05:45"],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", "sun 02:30"],
    ["Nowhere", "2026-05-05T00:00:00Z", "?"],
  ])("%s at %s shows %s", (zone, at, expected) => {
    expect(weekText(minuteOfWeek(Date.parse(at), zone))).toBe(expected);
  });

  test("is unknown for an invalid instant", () => {
    expect(minuteOfWeek(Number.NaN, "America/New_York")).toBe(-1);
    expect(weekText(minuteOfWeek(Date.parse("2026-01-12T05:00:00Z"), "America/New_York"))).toBe("mon 00:00");
  });
});
