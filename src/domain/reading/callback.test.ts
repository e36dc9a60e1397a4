import { describe, expect, test } from "vitest";
import { toDayNumber } from "#domain/calendar.ts";
import { findCallback } from "./callback.ts";
import { tokenize } from "./tokens.ts";

/** Monday 2026-11-16, 10:00. */
const now = { days: toDayNumber({ year: 2026, month: 11, day: 16 }), minutes: 600 };

const callbackOf = (text: string, previous = "", order: "month-day" | "day-month" = "month-day") =>
  findCallback(tokenize(text), tokenize(previous), { now, order, acceptsProposal: true })?.at ?? null;

describe("a callback", () => {
  test.each([
    ["call me at 3", "2026-11-16T15:00"],
    ["call me at 8", "2026-11-16T20:00"],
    ["call me at 11", "2026-11-16T11:00"],
    ["llámame a las 5 y media", "2026-11-16T17:30"],
    ["marqueme a las 7 de la noche", "2026-11-16T19:00"],
    ["after 4 works", "2026-11-16T16:00"],
    ["después de las 6", "2026-11-16T18:00"],
    ["a partir de las 3", "2026-11-16T15:00"],
    ["between 4 and 6", "2026-11-16T16:00"],
    ["entre las 2 y las 4", "2026-11-16T14:00"],
    ["4-6 pm would be fine", "2026-11-16T16:00"],
    ["de 1 a 3 de la tarde", "2026-11-16T13:00"],
    ["at noon", "2026-11-16T12:00"],
    ["al mediodía", "2026-11-16T12:00"],
    ["at 15:30", "2026-11-16T15:30"],
    ["3:45 p.m.", "2026-11-16T15:45"],
    ["tonight", "2026-11-16T19:00"],
    ["esta tarde", "2026-11-16T14:00"],
    ["tonight at 8", "2026-11-16T20:00"],
    ["in 30 minutes", "2026-11-16T10:30"],
    ["en media hora", "2026-11-16T10:30"],
    ["in about two hours", "2026-11-16T12:00"],
    ["dame 20 minutos", "2026-11-16T10:20"],
  ])("%j is an hour of today", (text, at) => expect(callbackOf(text)).toBe(at));

  test.each([
    ["tomorrow", "2026-11-17T09:00"],
    ["mañana", "2026-11-17T09:00"],
    ["mañana por la mañana", "2026-11-17T09:00"],
    ["mañana por la tarde", "2026-11-17T14:00"],
    ["mañana a las 10 de la mañana", "2026-11-17T10:00"],
    ["pasado mañana al mediodía", "2026-11-18T12:00"],
    ["the day after tomorrow", "2026-11-18T09:00"],
    ["thursday evening", "2026-11-19T19:00"],
    ["el jueves a las 2", "2026-11-19T14:00"],
    ["friday after 5:30", "2026-11-20T17:30"],
    ["on Monday", "2026-11-23T09:00"],
    ["el lunes que viene", "2026-11-23T09:00"],
    ["the weekend", "2026-11-21T09:00"],
    ["el fin de semana", "2026-11-21T09:00"],
    ["next week", "2026-11-23T09:00"],
    ["la semana que viene", "2026-11-23T09:00"],
    ["el martes de la próxima semana", "2026-11-24T09:00"],
    ["tuesday next week at 3pm", "2026-11-24T15:00"],
    ["tuesday or wednesday", "2026-11-17T09:00"],
    ["in two days", "2026-11-18T09:00"],
    ["en dos semanas", "2026-11-30T09:00"],
    ["dentro de un mes", "2026-12-16T09:00"],
  ])("%j is a day near", (text, at) => expect(callbackOf(text)).toBe(at));

  test.each([
    ["on the 24th", "2026-11-24T09:00"],
    ["el 3", "2026-12-03T09:00"],
    ["el día 20 a las 4", "2026-11-20T16:00"],
    ["December 7th at 2", "2026-12-07T14:00"],
    ["el 5 de diciembre", "2026-12-05T09:00"],
    ["martes 24 de noviembre", "2026-11-24T09:00"],
    ["Wednesday, December 2", "2026-12-02T09:00"],
    ["11/25 in the afternoon", "2026-11-25T14:00"],
    ["25/11 por la tarde", "2026-11-25T14:00"],
    ["in January", "2027-01-01T09:00"],
    ["para marzo", "2027-03-01T09:00"],
    ["mid january", "2027-01-15T09:00"],
    ["a mediados de diciembre", "2026-12-15T09:00"],
    ["at the end of the month", "2026-11-30T09:00"],
    ["a fin de mes", "2026-11-30T09:00"],
    ["la primera semana de diciembre", "2026-12-01T09:00"],
    ["the second week of December", "2026-12-07T09:00"],
    ["next month", "2026-12-01T09:00"],
    ["el año que viene", "2027-01-01T09:00"],
    ["after the 30th", "2026-12-01T09:00"],
    ["después del 5 de enero", "2027-01-06T09:00"],
    ["after New Year", "2027-01-01T09:00"],
    ["después de Reyes", "2027-01-07T09:00"],
    ["after Thanksgiving", "2026-11-27T09:00"],
  ])("%j is a date", (text, at) => expect(callbackOf(text)).toBe(at));

  test("a date of digits follows the order of the locale", () => {
    expect(callbackOf("12/1")).toBe("2026-12-01T09:00");
    expect(callbackOf("12/1", "", "day-month")).toBe("2027-01-12T09:00");
  });

  test.each([
    "later",
    "luego te llamo",
    "evenings only",
    "Mondays to Wednesdays after 3",
    "los lunes",
    "this week",
    "esta semana",
    "good morning",
    "buenas tardes",
    "más tarde",
    "voy tarde",
    "I called yesterday",
    "llevo esperando desde el lunes",
    "I can't make it on Tuesday",
    "no puedo el jueves",
    "I have 3 bedrooms and 2 cars",
    "it costs $5",
  ])("%j names none", (text) => expect(callbackOf(text)).toBeNull());

  test.each([
    ["can't do Tuesday, how about Thursday at 1?", "", "2026-11-19T13:00"],
    ["no puedo el martes, mejor el viernes a las 11", "", "2026-11-20T11:00"],
    ["move my appointment on Tuesday to Friday", "", "2026-11-20T09:00"],
    ["yes", "Does Thursday at 3 work?", "2026-11-19T15:00"],
    ["sí, perfecto", "¿Le queda bien mañana a las 9:30?", "2026-11-17T09:30"],
    ["3:30", "What time on Thursday?", "2026-11-19T15:30"],
    ["Friday works", "We have Thursday at 2 or Friday at 10", "2026-11-20T10:00"],
  ])("%j after %j takes the new time", (text, previous, at) => {
    expect(callbackOf(text, previous)).toBe(at);
  });
});
