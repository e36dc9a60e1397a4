import { describe, expect, test } from "vitest";
import {
  addressGroup,
  checkFailures,
  codeLimits,
  failureWindowMs,
  signInBuckets,
} from "./sign-in-throttle.ts";

const now = new Date("2026-03-01T12:00:00Z");
const failures = (count: number, secondsAgo = 60) =>
  Array.from({ length: count }, () => new Date(now.getTime() - secondsAgo * 1000));

describe("sign-in throttle", () => {
  test.each([
    ["a first try", { account: 0, address: 0, pair: 0 }, false, true],
    ["a fifth try", { account: 4, address: 4, pair: 4 }, false, true],
    ["a sixth try", { account: 5, address: 5, pair: 5 }, false, false],
    ["many accounts from one address", { account: 0, address: 30, pair: 0 }, false, false],
    ["an account under attack, from a stranger", { account: 100, address: 0, pair: 0 }, false, false],
    ["an account under attack, from a known caller", { account: 5000, address: 1, pair: 1 }, true, true],
    ["a known caller that failed five times", { account: 5, address: 5, pair: 5 }, true, false],
  ])("%s", (_name, counts, known, admitted) => {
    const recentFailures = {
      account: failures(counts.account),
      address: failures(counts.address),
      pair: failures(counts.pair),
    };
    expect(checkFailures(recentFailures, known, now).admitted).toBe(admitted);
  });

  test("asks to retry when the oldest of the last five failures leaves the window", () => {
    const pair = [...failures(1, 700), ...failures(5, 100)];
    expect(checkFailures({ account: [], address: [], pair }, false, now)).toEqual({
      admitted: false,
      retryAfterSeconds: 800,
    });
  });

  test("ignores failures outside the window", () => {
    const pair = failures(50, failureWindowMs / 1000 + 1);
    expect(checkFailures({ account: pair, address: pair, pair }, false, now).admitted).toBe(true);
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:0db8:0001:0002:1:2:3:4", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s counts as %s", (ip, group) => expect(addressGroup(ip)).toBe(group));

  test("codes of a second factor have a lower limit for all strangers together", () => {
    const recentFailures = { account: failures(10), address: [], pair: [] };
    expect(checkFailures(recentFailures, false, now, codeLimits).admitted).toBe(false);
    expect(checkFailures(recentFailures, true, now, codeLimits).admitted).toBe(true);
  });

  const stranger = { email: "a@example.com", ip: "203.0.113.1", device: undefined, knownAddress: false };

  test("counts known devices and addresses apart from strangers at the same address", () => {
    const attempts = [stranger, { ...stranger, knownAddress: true }, { ...stranger, device: "one" }];
    const buckets = attempts.map((attempt) => signInBuckets(attempt));
    expect(new Set(buckets.map(({ pair }) => pair)).size).toBe(3);
    expect(new Set(buckets.map(({ address }) => address)).size).toBe(3);
    expect(new Set(buckets.map(({ account }) => account)).size).toBe(3);
  });

  test("a device has one counter wherever it is, and each device its own", () => {
    const device = { ...stranger, device: "one" };
    expect(signInBuckets({ ...device, ip: "198.51.100.7" })).toEqual(signInBuckets(device));
    expect(signInBuckets({ ...device, device: "two" }).pair).not.toBe(signInBuckets(device).pair);
  });

  test("strangers at different addresses share the counter of the account", () => {
    const elsewhere = signInBuckets({ ...stranger, ip: "198.51.100.7" });
    expect(elsewhere.account).toBe(signInBuckets(stranger).account);
    expect(elsewhere.pair).not.toBe(signInBuckets(stranger).pair);
  });
});
