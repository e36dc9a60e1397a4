import { expect, test } from "vitest";
import { redactRefusal } from "./redact-refusal.ts";

test.each<[string, unknown[], string]>([
  ["Contact already exists", [], "Contact already exists"],
  ["ana@example.com is taken", [], "a•••@example.com is taken"],
  ["ana@example.com is taken", ["ana@example.com"], "••• is taken"],
  ["“Rivera” of Ana is too long", ["Rivera", "Ana"], "“•••” of ••• is too long"],
  ["Analysis failed for Ana", ["Ana"], "Analysis failed for •••"],
  ["No value (x+y) here", ["(x+y)", null, 7, true], "No value ••• here"],
  ["Tag vip is unknown", [["vip", "new"]], "Tag ••• is unknown"],
  ["Call +1 787 555 0148 first", [], "Call ••• •• 48 first"],
])("%s", (text, values, redacted) => {
  expect(redactRefusal(text, values)).toBe(redacted);
});
