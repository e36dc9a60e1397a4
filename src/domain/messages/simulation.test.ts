import { describe, expect, test } from "vitest";
import { channelConnection, simulationOf } from "./simulation.ts";

const live = { isSimulated: false };
const simulated = { isSimulated: true };

describe("channelConnection", () => {
  test.each([
    ["no messenger", [], true, true, "none"],
    ["a vendor", [live], false, false, "live"],
    ["a vendor beside a simulator", [simulated, live], false, true, "live"],
    ["a simulator in the demo", [simulated], true, false, "demo"],
    ["a simulator outside the demo", [simulated], false, false, "none"],
    ["a simulator where test sends are allowed", [simulated], false, true, "test"],
  ])("%s", (_name, messengers, isDemo, allowsTestSends, expected) => {
    expect(channelConnection(messengers, { isDemo, allowsTestSends })).toBe(expected);
  });
});

describe("simulationOf", () => {
  test.each([
    [false, false, null],
    [false, true, null],
    [true, true, "demo"],
    [true, false, "test"],
  ])("simulated %s, demo %s is %s", (isSimulated, isDemo, expected) => {
    expect(simulationOf(isSimulated, { isDemo, allowsTestSends: true })).toBe(expected);
  });
});
