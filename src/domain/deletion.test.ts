import { expect, test } from "vitest";
import { deletionPercent } from "./deletion.ts";

test.each([
  ["running", 0, 0, 0],
  ["running", 1, 3, 33],
  ["running", 300, 300, 99],
  ["running", 400, 300, 99],
  ["failed", 150, 300, 50],
  ["done", 0, 0, 100],
] as const)("a deletion that is %s with %i of %i rows shows %i %%", (status, done, total, percent) => {
  expect(deletionPercent(status, done, total)).toBe(percent);
});
