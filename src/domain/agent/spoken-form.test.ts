import { expect, test } from "vitest";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { speakLocalTime } from "./spoken-date.ts";
import { toSpokenForm } from "./spoken-form.ts";

test.each<[ScriptLanguage, string, string]>([
  ["en", "It is **very** good", "It is very good"],
  ["en", "# Prices\n- one\n- two", "Prices one two"],
  ["en", "See [our page](https://x.example/a)", "See our page"],
  ["en", "It costs $15,000.", "It costs 15,000 dollars."],
  ["es", "Cuesta $1,250.50, más IVU", "Cuesta 1,250 dólares y 50 centavos, más IVU"],
  ["en", "Only $1.00", "Only 1 dollar"],
  ["es", "un 15% menos", "un 15 por ciento menos"],
  ["en", "Call 787-555-1234.", "Call 7 8 7, 5 5 5, 1 2 3 4."],
  ["es", "Llame al (787) 555-1234", "Llame al 7 8 7, 5 5 5, 1 2 3 4"],
  ["en", "Write to ana@sol.example.com", "Write to ana at sol dot example dot com"],
  ["es", "Escriba a ana_m@sol.com.", "Escriba a ana guion bajo m arroba sol punto com."],
  ["en", "Go to https://www.sol.com/visit.", "Go to sol dot com slash visit."],
  ["en", "on 2026-11-17", "on Tuesday, November 17"],
  ["es", "para 11/17/2026", "para el martes 17 de noviembre"],
  ["en", "Sun & wind 🌞 24/7", "Sun and wind 24 7"],
  ["en", "plain text", "plain text"],
  ["en", "hid\u200Bden", "hidden"],
  ["en", "   ", ""],
])("in %s %j is said as %j", (language, text, spoken) => {
  expect(toSpokenForm(text, language)).toBe(spoken);
});

test.each<[ScriptLanguage, string, string]>([
  ["en", "2026-11-17T10:30", "Tuesday, November 17 at 10:30 in the morning"],
  ["en", "2026-11-17T12:00", "Tuesday, November 17 at noon"],
  ["es", "2026-11-17T13:00", "el martes 17 de noviembre a la 1 de la tarde"],
  ["es", "2026-11-20T19:00", "el viernes 20 de noviembre a las 7 de la noche"],
  ["fr", "2026-11-17T10:00", "le mardi 17 novembre à 10 heures"],
  ["de", "2026-11-17", "Dienstag, den 17. November"],
  ["en", "soon", "soon"],
])("in %s the time %s is %j", (language, local, spoken) => {
  expect(speakLocalTime(local, language)).toBe(spoken);
});
