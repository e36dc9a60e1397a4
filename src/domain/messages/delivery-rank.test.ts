import { expect, test } from "vitest";
import { stepsForward } from "./delivery-rank.ts";

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
])("from %s, %j moves it by %j", (from, told, steps) => {
  const given = told.map((status) => ({ status }));
  expect(stepsForward(from, given).map(({ status }) => status)).toEqual(steps);
});
