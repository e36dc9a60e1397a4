import { expect, test } from "vitest";
import { type ReadFailure, readFailureText, storedFailureText } from "./read-failure.ts";

test.each<[ReadFailure]>([
  [{ code: "status", status: 401 }],
  [{ code: "status", status: 503 }],
  [{ code: "unreachable" }],
  [{ code: "token_refused", because: { code: "status", status: 403 } }],
])("a stored failure is read in both languages: %j", (failure) => {
  const stored = readFailureText(failure, "en");
  expect(storedFailureText(stored, "es")).toBe(readFailureText(failure, "es"));
  expect(storedFailureText(stored, "en")).toBe(stored);
});

test("any other text stays as it is", () => {
  expect(storedFailureText("Column 3 is missing (404)", "es")).toBe("Column 3 is missing (404)");
});
