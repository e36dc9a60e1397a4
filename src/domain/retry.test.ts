import { expect, test } from "vitest";
import { mayRetry, retryDelayMs, retryPolicies } from "./retry.ts";

test.each([
  { policy: "send", delays: [5_000, 15_000, 45_000, 135_000, 405_000] },
  { policy: "pull", delays: [60_000, 120_000, 240_000, 480_000, 960_000] },
  { policy: "job", delays: [5_000, 10_000, 20_000] },
  { policy: "reconnect", delays: [100, 200, 400] },
] as const)("waits longer after each failure: $policy", ({ policy, delays }) => {
  expect(delays.map((_, index) => retryDelayMs(retryPolicies[policy], index + 1))).toEqual(delays);
});

test("never waits longer than the policy's longest wait, however many failures there were", () => {
  for (const policy of Object.values(retryPolicies))
    expect(retryDelayMs(policy, 1000)).toBe(policy.maxDelayMs);
});

test("stops after the last attempt", () => {
  expect([1, 5, 6].map((failures) => mayRetry(retryPolicies.send, failures))).toEqual([true, true, false]);
});
