import { expect, test } from "vitest";
import { nameOfTitle, titleOfName } from "./template-title.ts";

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
