import { expect, test } from "vitest";
import { mailEventTypes } from "#domain/mail/message.ts";
import { behaviours } from "#domain/scoring/behaviours.ts";
import { eventName } from "./event-names.ts";

test.each([
  ["quote_requested", "Quote requested", "Cotización solicitada"],
  ["lead.created", "Lead created", "Prospecto creado"],
  ["Form-Submitted", "Form submitted", "Formulario enviado"],
  ["roof_inspected", "roof inspected", "roof inspected"],
  ["Tejado revisado", "Tejado revisado", "Tejado revisado"],
  ["__proto__", "  proto  ", "  proto  "],
])("%s is %s in English and %s in Spanish", (type, english, spanish) => {
  expect(eventName(type, "en")).toBe(english);
  expect(eventName(type, "es")).toBe(spanish);
});

test("every type of event that mails become has a name in both languages", () => {
  const named = mailEventTypes.filter((type) => eventName(type, "es") !== type.replaceAll("_", " "));
  expect(named).toEqual(mailEventTypes);
});

test("every type of what people do, which the scores know, has a Spanish name", () => {
  const types = behaviours.filter(({ active }) => active).flatMap(({ types: known }) => [...known]);
  expect(types.filter((type) => eventName(type, "es") === type.replaceAll("_", " "))).toEqual([]);
});
