import { expect, test } from "vitest";
import { callRetryDelayMs } from "./call-retry.ts";

test.each([
  ["busy", 1, 15 * 60_000],
  ["busy", 3, null],
  ["no_answer", 2, 3 * 3_600_000],
  ["failed", 1, 30 * 60_000],
  ["completed", 1, null],
  ["canceled", 1, null],
])("after %s at attempt %i: %s", (status, attempt, expected) => {
  expect(callRetryDelayMs(status, attempt)).toBe(expected);
});
