import { expect, test } from "vitest";
import { forwardSteps } from "./action-status.ts";

test.each([
  ["sent", ["delivered"], ["delivered"]],
  ["sent", ["read", "delivered"], ["delivered", "read"]],
  ["sent", ["sent", "sent"], []],
  ["delivered", ["sent", "failed"], []],
  ["sent", ["failed"], ["failed"]],
  ["sent", ["failed", "delivered"], ["delivered"]],
  ["failed", ["delivered"], ["delivered"]],
  ["unknown", ["sent", "delivered", "delivered"], ["sent", "delivered"]],
  ["read", ["delivered", "read"], []],
])("receipts move a message from %s: %j give the steps %j", (from, statuses, steps) => {
  const receipts = statuses.map((status) => ({ status }));
  expect(forwardSteps(from, receipts).map(({ status }) => status)).toEqual(steps);
});
