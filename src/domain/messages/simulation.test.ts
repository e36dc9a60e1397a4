import { describe, expect, test } from "vitest";
import { channelConnection, simulationOf, withCountedConsents } from "./simulation.ts";

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

test("of consents that a simulator reports outside the demo, only refusals count", () => {
  const mapped = {
    person: { email: "ana@example.com", consents: { sms: true, email: false } },
    problems: [],
  };
  expect(withCountedConsents(mapped, true)).toEqual({
    person: { email: "ana@example.com", consents: { email: false } },
    problems: [],
  });
  expect(withCountedConsents(mapped, false)).toBe(mapped);
  expect(withCountedConsents({ person: {} }, true)).toEqual({ person: {} });
});
