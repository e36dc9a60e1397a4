import { expect, test } from "vitest";
import { stepAfterFailure, stepAfterPause } from "./alarm-step.ts";

test.each([
  ["auth", "connect"],
  ["rate", "retry"],
  ["transient", "retry"],
  ["invalid", "retry"],
])("after a failure of the kind %s: %s", (kind, step) => expect(stepAfterFailure(kind)).toBe(step));

test.each([
  ["auth", "connect"],
  ["account", "account"],
  ["deletions", "deletions"],
  ["invalid", "resume"],
  ["stopped", "resume"],
])("after a pause because of %s: %s", (kind, step) => expect(stepAfterPause(kind)).toBe(step));
