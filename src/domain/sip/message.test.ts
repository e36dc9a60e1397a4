import { describe, expect, test } from "vitest";
import { sipExtensionInput, sipUri } from "./extension.ts";
import { answersRequest, buildSipRequest, headerValues, parseSipReply, type SipRequest } from "./message.ts";

const request: SipRequest = {
  method: "REGISTER",
  uri: "sip:pbx.example.com",
  transport: "UDP",
  local: { host: "192.0.2.5", port: 50600 },
  username: "1001",
  domain: "pbx.example.com",
  branch: "z9hG4bKabc",
  fromTag: "tag1",
  callId: "call1",
  cseq: 2,
  hasContact: false,
  userAgent: "Faro/1",
};

describe("a SIP request", () => {
  test("has the headers of a query for the registrations", () => {
    expect(buildSipRequest(request)).toBe(
      [
        "REGISTER sip:pbx.example.com SIP/2.0",
        "Via: SIP/2.0/UDP 192.0.2.5:50600;branch=z9hG4bKabc;rport",
        "Max-Forwards: 70",
        "From: <sip:1001@pbx.example.com>;tag=tag1",
        "To: <sip:1001@pbx.example.com>",
        "Call-ID: call1",
        "CSeq: 2 REGISTER",
        "User-Agent: Faro/1",
        "Content-Length: 0",
        "",
        "",
      ].join("\r\n"),
    );
  });

  test("names our contact, the interval and the transport where they are needed", () => {
    const text = buildSipRequest({
      ...request,
      transport: "TLS",
      local: { host: "2001:db8::5", port: 50600 },
      hasContact: true,
      expires: 0,
    });
    expect(text).toContain("Via: SIP/2.0/TLS [2001:db8::5]:50600;");
    expect(text).toContain("Contact: <sip:1001@[2001:db8::5]:50600;transport=tls>\r\nExpires: 0\r\n");
  });

  test.each([
    { username: "1001>\r\nContact: *" },
    { domain: "pbx\r\nExpires: 0" },
    { authorization: { name: "Authorization", value: "Digest\nX: 1" } },
    { uri: "sip:pbx SIP/2.0\r\nX: 1" },
  ])("is not built with a line break: %j", (change) => {
    expect(() => buildSipRequest({ ...request, ...change })).toThrow();
  });
});

const reply = (...lines: string[]) => parseSipReply([...lines, "", ""].join("\r\n"));

describe("a SIP response", () => {
  test("is read with folded lines, compact names and repeated headers", () => {
    const parsed = reply(
      "SIP/2.0 401 Unauthorized",
      "v: SIP/2.0/UDP 192.0.2.5:50600;rport=1;branch=z9hG4bKabc",
      "i: call1",
      "CSEQ: 2 register",
      'WWW-Authenticate: Digest realm="a",',
      '\tnonce="1"',
      'www-authenticate : Digest realm="a", nonce="2"',
      "l: 0",
    );
    expect(parsed).toMatchObject({ status: 401, phrase: "Unauthorized" });
    expect(parsed && headerValues(parsed, "www-authenticate")).toEqual([
      'Digest realm="a", nonce="1"',
      'Digest realm="a", nonce="2"',
    ]);
    expect(parsed && answersRequest(parsed, request)).toBe(true);
  });

  test.each([
    ["another branch", "SIP/2.0/UDP x;branch=z9hG4bKother", "call1", "2 REGISTER"],
    ["another call", "SIP/2.0/UDP x;branch=z9hG4bKabc", "call2", "2 REGISTER"],
    ["an earlier request", "SIP/2.0/UDP x;branch=z9hG4bKabc", "call1", "1 REGISTER"],
    ["another method", "SIP/2.0/UDP x;branch=z9hG4bKabc", "call1", "2 OPTIONS"],
  ])("with %s does not answer the request", (_name, via, callId, cseq) => {
    const parsed = reply("SIP/2.0 200 OK", `Via: ${via}`, `Call-ID: ${callId}`, `CSeq: ${cseq}`);
    expect(parsed && answersRequest(parsed, request)).toBe(false);
  });

  test.each([
    ["a web server", "HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n"],
    ["a request", "OPTIONS sip:a SIP/2.0\r\nVia: x\r\n\r\n"],
    ["noise", "\u0000\u0001\u0002"],
    ["nothing", ""],
    ["a status out of range", "SIP/2.0 099 Low\r\n\r\n"],
    ["a line without a name", "SIP/2.0 200 OK\r\nno header\r\n\r\n"],
    ["a control character in a value", 'SIP/2.0 401 No\r\nWWW-Authenticate: Digest realm="a\rX: 1"\r\n\r\n'],
    ["too many headers", `SIP/2.0 200 OK\r\n${"X: 1\r\n".repeat(200)}\r\n`],
    ["a head that is too long", `SIP/2.0 200 OK\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("is not found in %s", (_name, text) => {
    expect(parseSipReply(text)).toBeUndefined();
  });

  test("keeps only a short, printable line of the server's words", () => {
    expect(reply(`SIP/2.0 403 No\u0007 way\u202e ${"x".repeat(200)}`)?.phrase).toMatch(/^No way x+…$/);
  });
});

describe("the settings of an extension", () => {
  const valid = { label: "Front desk", sipDomain: "PBX.example.com", username: "1001" };

  test("have the specified defaults", () => {
    expect(sipExtensionInput.parse(valid)).toEqual({
      label: "Front desk",
      sipDomain: "pbx.example.com",
      username: "1001",
      transport: "UDP",
      port: 5060,
      register: true,
      codecs: [],
    });
  });

  test.each([
    { label: "Front\r\ndesk" },
    { label: "" },
    { username: "1001\r\nX: 1" },
    { username: "10 01" },
    { username: '1001"' },
    { username: "1001@elsewhere" },
    { sipDomain: "pbx.example.com\r\nX: 1" },
    { sipDomain: "pbx.example.com:5060" },
    { sipDomain: "sip:pbx.example.com" },
    { sipDomain: "-pbx" },
    { password: "a\nb" },
    { port: 0 },
    { port: 70_000 },
    { transport: "WS" },
    { codecs: ["GSM"] },
  ])("refuse %j", (change) => {
    expect(sipExtensionInput.safeParse({ ...valid, ...change }).success).toBe(false);
  });

  test.each(["10.0.0.5", "[2001:db8::1]", "pbx", "sip-1.example.com"])(
    "accept the domain %s",
    (sipDomain) => {
      expect(sipExtensionInput.parse({ ...valid, sipDomain }).sipDomain).toBe(sipDomain);
    },
  );

  test.each([
    ["UDP", 5060, "sip:1001@pbx.example.com"],
    ["UDP", 5080, "sip:1001@pbx.example.com:5080"],
    ["TCP", 5060, "sip:1001@pbx.example.com;transport=tcp"],
    ["TLS", 5061, "sip:1001@pbx.example.com;transport=tls"],
    ["TLS", 5060, "sip:1001@pbx.example.com:5060;transport=tls"],
  ] as const)("give the address to dial over %s at port %d", (transport, port, expected) => {
    expect(sipUri({ username: "1001", sipDomain: "pbx.example.com", transport, port })).toBe(expected);
  });
});
