import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createPeer } from "./peer.ts";

const trustedProxies = ["127.0.0.1", "10.0.0.0/8"];
const peer = createPeer({ trustedProxies, publicUrl: undefined });

const request = (
  remoteAddress: string,
  headers: Record<string, string>,
  url = "/hooks/abc?a=1",
): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), { headers, url });
};

test.each([
  ["no proxy", "203.0.113.9", {}, "203.0.113.9"],
  [
    "an untrusted peer with a forwarding header",
    "203.0.113.9",
    { "x-forwarded-for": "198.51.100.7" },
    "203.0.113.9",
  ],
  ["a trusted proxy", "127.0.0.1", { "x-forwarded-for": "198.51.100.7" }, "198.51.100.7"],
  [
    "two trusted proxies and an untrusted one",
    "127.0.0.1",
    { "x-forwarded-for": "192.0.2.66, 198.51.100.7, 10.1.2.3" },
    "198.51.100.7",
  ],
])("finds the client address behind %s", (_what, from, headers, ip) => {
  expect(peer.ip(request(from, headers))).toBe(ip);
});

const forwarded = { host: "faro:3000", "x-forwarded-proto": "https", "x-forwarded-host": "faro.example" };

test.each([
  ["no proxy", "203.0.113.9", { host: "faro.example:3000" }, "http://faro.example:3000"],
  ["an untrusted peer with forwarding headers", "203.0.113.9", forwarded, "http://faro:3000"],
  ["a trusted proxy", "10.1.2.3", forwarded, "https://faro.example"],
  [
    "two proxies",
    "127.0.0.1",
    { ...forwarded, "x-forwarded-host": "evil.example, faro.example" },
    "https://faro.example",
  ],
])("finds the requested URL behind %s", (_what, from, headers, origin) => {
  expect(peer.urls(request(from, headers))).toEqual([`${origin}/hooks/abc?a=1`]);
});

test("lists the public URL first, and handles a request line with an absolute URL", () => {
  const publicPeer = createPeer({ trustedProxies, publicUrl: new URL("https://faro.example") });
  const absolute = request("127.0.0.1", { host: "faro:3000" }, "http://faro:3000/hooks/abc");
  expect(publicPeer.urls(absolute)).toEqual(["https://faro.example/hooks/abc", "http://faro:3000/hooks/abc"]);
});
