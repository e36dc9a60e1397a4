import { expect, test } from "vitest";
import { formatDay } from "#domain/calendar.ts";
import { opensAfterReturn, readReturnDay } from "./out-of-office.ts";

/** Tuesday, November 17, 2026, 10:00 in Puerto Rico. */
const clock = { now: Date.parse("2026-11-17T14:00:00Z"), timezone: "America/Puerto_Rico" };

test.each([
  ["I am out of the office and will be back on Monday, November 23.", "2026-11-23"],
  ["Thank you for your message. I'm away until December 1st.", "2026-12-01"],
  ["Out of office through November 20. For urgent matters call Luis.", "2026-11-21"],
  ["I return on 11/30/2026", "2026-11-30"],
  ["On vacation, returning Monday.", "2026-11-23"],
  ["Estaré fuera de la oficina hasta el 24 de noviembre.", "2026-11-25"],
  ["Estoy de vacaciones. Regreso el lunes 30 de noviembre.", "2026-11-30"],
  ["Me encuentro ausente del 16 al 20 de noviembre.", "2026-11-21"],
  ["Vuelvo mañana.", "2026-11-18"],
  ["Volveré a estar disponible el 1 de diciembre", "2026-12-01"],
])("%s", (text, expected) => {
  const day = readReturnDay(text, clock);
  expect(day === null ? null : formatDay(day)).toBe(expected);
});

test.each([
  "I am out of the office with limited access to e-mail.",
  "We received your message and will answer within 2 days.",
  "Recibimos su mensaje. Horario: lunes a viernes.",
  "I was away until November 3.",
  "Our office will be back to you shortly.",
])("says no day of return: %s", (text) => {
  expect(readReturnDay(text, clock)).toBeNull();
});

test("a step comes at its own time of day, on the first workday after the return", () => {
  const calendar = { zone: clock.timezone, isHoliday: (day: number) => formatDay(day) === "2026-11-23" };
  const saturday = Date.parse("2026-11-21") / 86_400_000;
  const at = (time: string) => Date.parse(`${time}-04:00`);
  expect(opensAfterReturn(saturday, at("2026-11-18T15:30:00"), calendar)).toBe(at("2026-11-24T15:30:00"));
  expect(opensAfterReturn(saturday, null, calendar)).toBe(at("2026-11-24T09:00:00"));
  // What comes later anyway stays.
  expect(opensAfterReturn(saturday, at("2026-12-10T08:00:00"), calendar)).toBe(at("2026-12-10T08:00:00"));
});
