import { expect, test } from "vitest";
import { duePeriod, type MailRhythm, reportMailText } from "./report-mail.ts";

const zone = "America/New_York";

test.each<[MailRhythm, string, [string, string, string]]>([
  ["daily", "2026-03-10T12:00:00Z", ["2026-03-09", "2026-03-09", "2026-03-10T11:00:00.000Z"]],
  ["daily", "2026-03-10T10:59:00Z", ["2026-03-08", "2026-03-08", "2026-03-09T11:00:00.000Z"]],
  // Clocks go forward on March 8: seven in the morning is an hour earlier in UTC from then on.
  ["daily", "2026-03-07T12:00:00Z", ["2026-03-06", "2026-03-06", "2026-03-07T12:00:00.000Z"]],
  ["daily", "2026-03-08T11:00:00Z", ["2026-03-07", "2026-03-07", "2026-03-08T11:00:00.000Z"]],
  ["weekly", "2026-03-09T11:00:00Z", ["2026-03-02", "2026-03-08", "2026-03-09T11:00:00.000Z"]],
  ["weekly", "2026-03-09T10:59:00Z", ["2026-02-23", "2026-03-01", "2026-03-02T12:00:00.000Z"]],
  ["weekly", "2026-03-15T23:00:00Z", ["2026-03-02", "2026-03-08", "2026-03-09T11:00:00.000Z"]],
  ["monthly", "2026-03-01T12:00:00Z", ["2026-02-01", "2026-02-28", "2026-03-01T12:00:00.000Z"]],
  ["monthly", "2026-03-01T11:59:00Z", ["2026-01-01", "2026-01-31", "2026-02-01T12:00:00.000Z"]],
  ["monthly", "2026-12-31T23:00:00Z", ["2026-11-01", "2026-11-30", "2026-12-01T12:00:00.000Z"]],
])("the newest %s period at %s is %j", (rhythm, now, [from, to, at]) => {
  const due = duePeriod({ rhythm, hour: 7 }, Date.parse(now), zone);
  expect(due.period).toEqual({ from, to });
  expect(new Date(due.at).toISOString()).toBe(at);
});

test("the mail has a line for each figure, in the words of the language", () => {
  const cell = { value: null, count: 0, p90: null, mean: null, low: null, high: null, before: null };
  const mail = reportMailText({
    name: "Lunes",
    period: { from: "2026-03-02", to: "2026-03-08" },
    figures: ["new_leads", "speed_to_lead", "conversion", "cost", "first_answer"],
    cells: {
      new_leads: { ...cell, value: 1240, count: 1240, before: 980 },
      speed_to_lead: { ...cell, value: 160, count: 12 },
      conversion: { ...cell, count: 2 },
      cost: { ...cell, value: 12.5, count: 3 },
    },
    language: "es",
    isFiltered: true,
    isPartial: false,
  });
  expect(mail.subject).toBe("Lunes: 2026-03-02 – 2026-03-08");
  expect(mail.text.split("\n\n").slice(1, 3)).toEqual([
    [
      "Personas nuevas: 1,240 (antes: 980)",
      "Rapidez con el prospecto: 2 min 40 s",
      "Convertidas: 2 (muy pocos)",
      "Costo: $12.50",
      "Primera respuesta: nada contado",
    ].join("\n"),
    "Solo se cuentan las personas elegidas.",
  ]);
});
