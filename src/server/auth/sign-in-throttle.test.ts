import { describe, expect, test } from "vitest";
import { addressGroup, checkFailures, failureWindowMs, signInBuckets } from "./sign-in-throttle.ts";

const now = new Date("2026-03-01T12:00:00Z");
const failures = (count: number, secondsAgo = 60) =>
  Array.from({ length: count }, () => new Date(now.getTime() - secondsAgo * 1000));

describe("sign-in throttle", () => {
  test.each([
    ["a first try", { account: 0, address: 0, pair: 0 }, false, true],
    ["a fifth try", { account: 4, address: 4, pair: 4 }, false, true],
    ["a sixth try", { account: 5, address: 5, pair: 5 }, false, false],
    ["many accounts from one address", { account: 0, address: 30, pair: 0 }, false, false],
    [
      "an account under attack, from a caller without failures",
      { account: 5000, address: 0, pair: 0 },
      false,
      true,
    ],
    [
      "an account under attack, from a caller that failed once",
      { account: 5000, address: 1, pair: 1 },
      false,
      false,
    ],
    [
      "an account under attack, from a known device that failed once",
      { account: 5000, address: 1, pair: 1 },
      true,
      true,
    ],
    ["a known device that failed five times", { account: 5, address: 5, pair: 5 }, true, false],
  ])("%s", (_name, counts, knownDevice, admitted) => {
    const recentFailures = {
      account: failures(counts.account),
      address: failures(counts.address),
      pair: failures(counts.pair),
    };
    expect(checkFailures(recentFailures, knownDevice, now).admitted).toBe(admitted);
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

  test("counts a known device apart from other browsers at its address", () => {
    const attempt = { email: "a@example.com", ip: "203.0.113.1" };
    const unknown = signInBuckets({ ...attempt, knownDevice: false });
    const known = signInBuckets({ ...attempt, knownDevice: true });
    expect(known.pair).not.toBe(unknown.pair);
    expect(known.address).not.toBe(unknown.address);
  });
});
