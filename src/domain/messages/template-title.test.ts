import { expect, test } from "vitest";
import { demoTemplates } from "./seed-templates/demo.ts";
import { answerSeeds, templateSeeds } from "./seed-templates.ts";
import { seedTitles } from "./seed-titles.ts";
import { nameOfTitle, templateTitle, titleOfName } from "./template-title.ts";

test("a name reads as a title", () => {
  expect(titleOfName("appointment_reminder")).toBe("Appointment reminder");
});

test.each([
  ["Recordatorio de la cita", [], "recordatorio_de_la_cita"],
  ["¿Más información?", [], "mas_informacion"],
  ["Welcome", ["welcome", "welcome_2"], "welcome_3"],
  ["🎉", [], "template"],
  ["x".repeat(300), [], "x".repeat(50)],
])("the title %s beside %j gets the name %s", (title, taken, name) => {
  expect(nameOfTitle(title, new Set(taken))).toBe(name);
});

test.each([
  ["appointment_reminder", "Appointment reminder", "es", "Recordatorio de cita"],
  ["appointment_reminder", "Appointment reminder", "en", "Appointment reminder"],
  ["appointment_reminder", "Cita de mañana", "es", "Cita de mañana"],
  ["own_words", "Own words", "es", "Own words"],
  ["constructor", "Constructor", "es", "Constructor"],
] as const)("the title of %s, %s, reads in %s as “%s”", (name, title, language, shown) => {
  expect(templateTitle({ name, title }, language)).toBe(shown);
});

test("every shipped template has a title in both languages, and in English that of its name", () => {
  const names = new Set([...templateSeeds, ...answerSeeds, ...demoTemplates].map(({ name }) => name));
  expect(Object.keys(seedTitles).toSorted()).toEqual([...names].toSorted());
  for (const name of names) expect(seedTitles[name]?.en).toBe(titleOfName(name));
});
