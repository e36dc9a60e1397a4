import { expect, test } from "vitest";
import { correctableSignals, correctReading } from "./corrected-reading.ts";

test("the intent that comes first in the order of precedence is the main one", () => {
  expect(correctReading(["intent.question", "ask.price", "intent.complaint"], "interested")).toEqual({
    intent: "complaint",
    also: ["question"],
    asks: ["price"],
    objection: null,
    readIntent: "interested",
  });
});

test("a message that says nothing has no intent", () => {
  expect(correctReading([], "ready_to_buy")).toMatchObject({ intent: "other", also: [], asks: [] });
});

test("an opt-out is not given by a correction", () => {
  expect(correctableSignals.filter((signal) => signal.includes("opt_out"))).toEqual([]);
});
