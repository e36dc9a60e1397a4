import { expect, test } from "vitest";
import { createTrustedRelays } from "./relays.ts";

test("trusts the results of a relay only in messages that it delivered", () => {
  const relays = createTrustedRelays(["mx.example.com"], ["loopback", "10.1.0.0/16"]);
  expect(relays("127.0.0.1")).toEqual(["mx.example.com"]);
  expect(relays("::1")).toEqual(["mx.example.com"]);
  expect(relays("10.1.2.3")).toEqual(["mx.example.com"]);
  expect(relays("::ffff:10.1.2.3")).toEqual(["mx.example.com"]);
  expect(relays("10.2.0.1")).toEqual([]);
  expect(relays("203.0.113.9")).toEqual([]);
  expect(relays(null)).toEqual([]);
});
