import { expect, test } from "vitest";
import { unfilledVariables } from "./unfilled-variables.ts";

test.each([
  ["no variable", "Hola", []],
  ["of the person and the business", "Hola {{first_name}}, {{company_phone}} {{unsubscribe_link}}", []],
  ["a custom field", "{{field.roof}}", []],
  ["a custom field that is gone", "{{field.meter}}", ["field.meter"]],
  ["an unknown one, once", "{{meter}} {{meter}}", ["meter"]],
  ["an unknown one with a fallback", "{{meter|your meter}}", []],
  ["one of an event", "{{appointment_date}} {{event.town}}", ["appointment_date", "event.town"]],
  ["one that is not closed", "Hola {{first_name", ["{{"]],
])("%s", (_name, text, expected) => {
  expect(unfilledVariables(text, ["roof"])).toEqual(expected);
});
