import { expect, test } from "vitest";
import type { Language } from "#domain/language.ts";
import { wordEventDates } from "./event-dates.ts";
import { renderTemplate } from "./template.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const word = (event: Record<string, unknown>, language: Language) =>
  wordEventDates(event, { language, zone: "America/Puerto_Rico", now });

test.each<[Language, string, string]>([
  [
    "en",
    "See you on {{appointment_date}} at {{appointment_time}}.",
    "See you on Wednesday, November 18 at 9:00 AM.",
  ],
  [
    "es",
    "Le esperamos el {{appointment_date}} a las {{appointment_time}}.",
    "Le esperamos el miércoles, 18 de noviembre a las 9:00 AM.",
  ],
])("an appointment is written in %s", (language, template, text) => {
  const event = { appointment_date: "2026-11-18", appointment_time: "09:00" };
  expect(renderTemplate(template, word(event, language)).text).toBe(text);
});

test.each([
  ["2026-11-18", "miércoles, 18 de noviembre"],
  ["2019-05-03", "viernes, 3 de mayo de 2019"],
  ["2026-11-18T09:30", "miércoles, 18 de noviembre, 9:30 AM"],
  ["2026-11-18 13:00:00", "miércoles, 18 de noviembre, 1:00 PM"],
  // Puerto Rico is four hours behind UTC.
  ["2026-11-18T13:00:00Z", "miércoles, 18 de noviembre, 9:00 AM"],
  ["2026-11-18T01:00:00+00:00", "martes, 17 de noviembre, 9:00 PM"],
  ["9:05", "9:05 AM"],
  ["2026-02-30", "2026-02-30"],
  ["2026-11-18T99:00", "2026-11-18T99:00"],
  ["the 18th at 9", "the 18th at 9"],
  ["2026-11-18-A", "2026-11-18-A"],
  [20_261_118, 20_261_118],
  [null, null],
])("%j of an event is said as %j", (value, said) => {
  expect(word({ seen: value }, "es")).toEqual({ seen: said });
});

test("a date with its time fills the variables of both", () => {
  expect(
    word({ appointment_date: "2026-11-18T13:00:00Z", appointment_time: "2026-11-18T13:00:00Z" }, "en"),
  ).toEqual({ appointment_date: "Wednesday, November 18", appointment_time: "9:00 AM" });
});
