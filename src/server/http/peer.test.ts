import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createPeer } from "./peer.ts";

const trustedProxies = ["127.0.0.1", "10.0.0.0/8"];
const peer = createPeer({ trustedProxies, publicUrl: undefined });

const asked = (
  remoteAddress: string,
  headers: Record<string, string>,
  url = "/hooks/abc?a=1",
): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), { headers, url });
};

test.each([
  ["nobody in between", "203.0.113.9", {}, "203.0.113.9"],
  ["a stranger who names another", "203.0.113.9", { "x-forwarded-for": "198.51.100.7" }, "203.0.113.9"],
  ["a proxy of ours", "127.0.0.1", { "x-forwarded-for": "198.51.100.7" }, "198.51.100.7"],
  [
    "two proxies of ours, and one that only says so",
    "127.0.0.1",
    { "x-forwarded-for": "192.0.2.66, 198.51.100.7, 10.1.2.3" },
    "198.51.100.7",
  ],
])("the address behind %s", (_what, from, headers, ip) => {
  expect(peer.ip(asked(from, headers))).toBe(ip);
});

const forwarded = { host: "faro:3000", "x-forwarded-proto": "https", "x-forwarded-host": "faro.example" };

test.each([
  ["nobody in between", "203.0.113.9", { host: "faro.example:3000" }, "http://faro.example:3000"],
  ["a stranger who claims more", "203.0.113.9", forwarded, "http://faro:3000"],
  ["a proxy of ours", "10.1.2.3", forwarded, "https://faro.example"],
  [
    "a proxy behind a proxy",
    "127.0.0.1",
    { ...forwarded, "x-forwarded-host": "evil.example, faro.example" },
    "https://faro.example",
  ],
])("the address as asked for through %s", (_what, from, headers, origin) => {
  expect(peer.urls(asked(from, headers))).toEqual([`${origin}/hooks/abc?a=1`]);
});

test("the public name comes first, and an address that names its own host names it once", () => {
  const known = createPeer({ trustedProxies, publicUrl: new URL("https://faro.example") });
  const request = asked("127.0.0.1", { host: "faro:3000" }, "http://faro:3000/hooks/abc");
  expect(known.urls(request)).toEqual(["https://faro.example/hooks/abc", "http://faro:3000/hooks/abc"]);
});
