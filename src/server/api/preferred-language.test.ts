import { expect, test } from "vitest";
import { preferredLanguage } from "./preferred-language.ts";

test.each([
  [undefined, "en"],
  ["es", "es"],
  ["es-PR,es;q=0.9,en;q=0.8", "es"],
  ["en;q=0.5, es;q=0.9", "es"],
  ["es;q=0, en", "en"],
  ["fr-CA, es;q=0.3", "es"],
  ["est", "en"],
  ["es;q=high", "en"],
])("Accept-Language %s is answered in %s", (header, expected) => {
  expect(preferredLanguage({ "accept-language": header })).toBe(expected);
});
