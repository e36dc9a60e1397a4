import { describe, expect, test } from "vitest";
import { parseSipReply, type SipReply } from "./message.ts";
import {
  decideAfterOptions,
  decideAfterRegister,
  type RegisterProgress,
  readOfferedCodecs,
} from "./verdict.ts";

const reply = (status: number, ...headers: string[]): SipReply =>
  parseSipReply([`SIP/2.0 ${status} x`, ...headers, "", ""].join("\r\n")) as SipReply;
const digest = 'WWW-Authenticate: Digest realm="a", nonce="1"';
const stale = `${digest}, stale=true`;
const target = { host: "pbx.example.com", port: 5060, transport: "UDP" } as const;
const fresh: RegisterProgress = {
  target,
  hasRedirected: false,
  hasAnswered: false,
  hasContact: false,
  rejections: 0,
  hasLongerInterval: false,
};
const answered = { ...fresh, hasAnswered: true };

describe("an answer to REGISTER", () => {
  test.each([
    ["200 without a password", reply(200), fresh, { verdict: "not_challenged", ok: true }],
    ["200 after the password", reply(200), answered, { verdict: "authenticated", ok: true }],
    ["401", reply(401, digest), fresh, { next: "answer" }],
    ["407", reply(407, digest.replace("WWW", "Proxy")), fresh, { next: "answer" }],
    ["401 after the password", reply(401, digest), answered, { verdict: "wrong_credentials", ok: false }],
    ["401 with a stale nonce", reply(401, stale), answered, { next: "answer" }],
    [
      "a second stale nonce",
      reply(401, stale),
      { ...answered, rejections: 1 },
      { verdict: "wrong_credentials" },
    ],
    ["401 without a known algorithm", reply(401), fresh, { verdict: "unsupported_challenge" }],
    ["403", reply(403), answered, { verdict: "not_allowed" }],
    ["404", reply(404), answered, { verdict: "unknown_extension" }],
    ["423", reply(423, "Min-Expires: 600"), fresh, { next: "longer_interval", expires: 600 }],
    [
      "423 again",
      reply(423, "Min-Expires: 600"),
      { ...fresh, hasLongerInterval: true },
      { verdict: "interval_refused" },
    ],
    ["423 for longer than a day", reply(423, "Min-Expires: 999999"), fresh, { verdict: "interval_refused" }],
    ["423 without an interval", reply(423), fresh, { verdict: "interval_refused" }],
    ["400 to a query", reply(400), fresh, { next: "with_contact" }],
    ["400 to a registration", reply(400), { ...fresh, hasContact: true }, { verdict: "refused" }],
    ["405", reply(405), fresh, { verdict: "no_registrar" }],
    ["408", reply(408), fresh, { verdict: "overloaded" }],
    ["480", reply(480), fresh, { verdict: "overloaded" }],
    ["503", reply(503), fresh, { verdict: "overloaded" }],
    ["606", reply(606), fresh, { verdict: "refused" }],
  ] as const)("%s", (_name, given, progress, expected) => {
    expect(decideAfterRegister(given, progress)).toMatchObject(expected);
  });

  test.each([
    ["another port of the host", "<sip:1001@pbx.example.com:5070>", { port: 5070, transport: "UDP" }],
    ["another transport", "sip:PBX.example.com;transport=tcp", { port: 5060, transport: "TCP" }],
    ["an encrypted transport", "<sip:pbx.example.com;transport=TLS>", { port: 5061, transport: "TLS" }],
  ])("302 to %s is followed once", (_name, contact, expected) => {
    const redirect = reply(302, `Contact: ${contact}`);
    expect(decideAfterRegister(redirect, fresh)).toMatchObject({ next: "redirect", target: expected });
    expect(decideAfterRegister(redirect, { ...fresh, hasRedirected: true })).toMatchObject({
      verdict: "redirected",
    });
  });

  test.each([
    ["another host", "<sip:1001@elsewhere.example>", target],
    ["no address", "*", target],
    [
      "a transport without encryption",
      "<sip:pbx.example.com;transport=udp>",
      { ...target, transport: "TLS" as const },
    ],
  ])("302 to %s is not followed", (_name, contact, from) => {
    expect(decideAfterRegister(reply(302, `Contact: ${contact}`), { ...fresh, target: from })).toMatchObject({
      verdict: "redirected",
    });
  });
});

describe("an answer to OPTIONS", () => {
  test.each([200, 401, 404, 405, 407, 501])("%d shows that the server can be reached", (status) => {
    const decision = decideAfterOptions(reply(status), { target, hasRedirected: false });
    expect(decision).toEqual({ next: "finish", verdict: "reachable", ok: true });
  });

  test.each([408, 480, 503])("%d shows that the server is overloaded", (status) => {
    expect(decideAfterOptions(reply(status), { target, hasRedirected: false })).toMatchObject({
      verdict: "overloaded",
      ok: false,
    });
  });

  test("says which codecs the server offers, if it says so", () => {
    const body =
      "v=0\r\nm=audio 4000 RTP/AVP 8 96 101\r\na=rtpmap:96 opus/48000/2\r\na=rtpmap:101 telephone-event/8000\r\n";
    const withSdp = parseSipReply(`SIP/2.0 200 OK\r\nc: application/sdp\r\n\r\n${body}`) as SipReply;
    expect(readOfferedCodecs(withSdp)).toEqual(["PCMA", "opus"]);
    expect(readOfferedCodecs(reply(200))).toBeUndefined();
  });
});
