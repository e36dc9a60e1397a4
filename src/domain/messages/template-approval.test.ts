import { expect, test } from "vitest";
import { hasVariableAtEdge, readApprovalState, toSubmission } from "./template-approval.ts";

test("each place of a variable gets a number and a sample", () => {
  const { text, examples } = toSubmission(
    "Hi {{first_name|there}}, {{company_name}} here, {{first_name}}.",
    (name) => name.toUpperCase(),
  );
  expect(text).toBe("Hi {{1}}, {{2}} here, {{3}}.");
  expect(examples).toEqual(["FIRST_NAME", "COMPANY_NAME", "FIRST_NAME"]);
});

test.each([
  ["{{first_name}}, hello", true],
  ["Hello {{first_name}} ", true],
  ["Hello {{first_name}}!", false],
])("whether %j has a variable at its edge: %s", (body, expected) => {
  expect(hasVariableAtEdge(body)).toBe(expected);
});

test.each([
  ["APPROVED", "approved"],
  ["REJECTED", "rejected"],
  ["PAUSED", "paused"],
  ["toString", undefined],
  ["", undefined],
])("the vendor's %j means %s", (word, expected) => {
  expect(readApprovalState(word)).toBe(expected);
});
