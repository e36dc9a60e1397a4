import { expect, test } from "vitest";
import type { OptOutAnswer } from "#domain/compliance/opt-out/decide-opt-out.ts";
import { calibrationError } from "./message-figures.ts";
import { optOutKind } from "./opt-out-figures.ts";

test("the calibration error is how far confidence and right readings differ", () => {
  const readings = [
    { confidence: 0.95, isRight: true },
    { confidence: 0.95, isRight: false },
    { confidence: 0.05, isRight: false },
    { confidence: 0.05, isRight: false },
  ];
  expect(calibrationError(readings)).toBeCloseTo(0.25);
  expect(calibrationError([{ confidence: 1, isRight: true }])).toBe(0);
});

test("an unclear wish to stop counts neither for precision nor for recall", () => {
  const outcome = (label: boolean | "unclear", optOut: OptOutAnswer) => ({
    row: { text: "", optOut: label },
    prediction: { optOut },
  });
  const lines = optOutKind.describe([
    outcome(true, "sure"),
    outcome(true, "possible"),
    outcome(true, "no"),
    outcome("unclear", "sure"),
    outcome(false, "sure"),
    outcome(false, "possible"),
  ]);
  expect(lines[0]).toContain("0.500 (1 of 2)");
  expect(lines[1]).toContain("0.667 (2 of 3)");
  expect(lines[3]).toContain("0.500 (1 of 2)");
});
