import { expect, test } from "vitest";
import { retentionCutoff } from "./retention.ts";

const now = Date.parse("2026-03-31T12:00:00Z");

test.each([
  [30, "2026-03-01T12:00:00Z"],
  [90, "2025-12-31T12:00:00Z"],
  [365, "2025-03-31T12:00:00Z"],
])("a retention of %i days deletes what is older than %s", (days, cutoff) => {
  expect(retentionCutoff(days, now)).toBe(Date.parse(cutoff));
});

test("a retention of 0 days keeps everything", () => {
  expect(retentionCutoff(0, now)).toBeNull();
});
