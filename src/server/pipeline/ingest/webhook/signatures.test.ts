import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { parseEndpointSettings, type SignaturePreset } from "#domain/ingestion/settings.ts";
import { verifyRequest } from "./methods.ts";
import type { EndpointSecrets, WebhookRequest } from "./verification.ts";

const now = 1_700_000_000_000;
const noKeys = () => {
  throw new Error("no keys are needed here");
};

const check = (
  preset: SignaturePreset,
  secrets: EndpointSecrets,
  request: Partial<WebhookRequest>,
  more: { now?: number; signature?: object } = {},
) =>
  verifyRequest(
    {
      authMethod: "api_key_secret_key",
      settings: parseEndpointSettings({ signature: { preset, ...more.signature } }),
      secrets,
    },
    {
      method: "POST",
      urls: () => ["https://app.example.com/hooks/token"],
      headers: {},
      query: {},
      rawBody: Buffer.alloc(0),
      ...request,
    },
    { now: more.now ?? now, fetchKeys: noKeys },
  );

const hex = (secret: string, ...parts: string[]) =>
  createHmac("sha256", secret).update(parts.join("")).digest("hex");
const base64 = (secret: string, ...parts: string[]) =>
  createHmac("sha256", secret).update(parts.join("")).digest("base64");
const ok = { ok: true };
const refused = (reason: string) => ({ ok: false, reason });

describe("generic", () => {
  const secrets = { apiKey: "k", secretKey: "s" };
  const sent = Buffer.from('{"a":1}');
  const send = (headers: IncomingHttpHeaders, more?: Parameters<typeof check>[3]) =>
    check("generic", secrets, { headers: { "x-api-key": "k", ...headers }, rawBody: sent }, more);

  test.each([
    ["hex", hex("s", '{"a":1}')],
    ["hex in capitals", hex("s", '{"a":1}').toUpperCase()],
    ["hex with its prefix", `sha256=${hex("s", '{"a":1}')}`],
    ["base64", base64("s", '{"a":1}')],
    ["base64 with its prefix", `sha256=${base64("s", '{"a":1}')}`],
    ["base64url", createHmac("sha256", "s").update(sent).digest("base64url")],
  ])("accepts %s", (_what, signature) => {
    expect(send({ "x-signature": signature })).toMatchObject(ok);
  });

  test("requires the API key as well as the signature", () => {
    const headers = { "x-signature": hex("s", '{"a":1}') };
    expect(check("generic", secrets, { headers, rawBody: sent })).toEqual(refused("key_missing"));
    expect(send({ ...headers, "x-api-key": "l" })).toEqual(refused("key_wrong"));
    expect(send({})).toEqual(refused("signature_missing"));
    expect(check("generic", { secretKey: "s" }, { headers, rawBody: sent })).toEqual(refused("not_set_up"));
    expect(check("generic", { apiKey: "k", secretKey: "" }, { headers, rawBody: sent })).toEqual(
      refused("not_set_up"),
    );
  });

  test.each([
    ["another secret's", hex("t", '{"a":1}')],
    ["another body's", hex("s", '{"a":2}')],
    ["a shortened one", hex("s", '{"a":1}').slice(0, 62)],
    ["a longer one", `${hex("s", '{"a":1}')}00`],
    ["a prefix alone", "sha256="],
    ["rubbish", "señal"],
  ])("refuses %s", (_what, signature) => {
    expect(send({ "x-signature": signature })).toEqual(refused("signature_wrong"));
  });

  test("reads a configured header, prefix and timestamp", () => {
    const signature = { header: "x-sig", prefix: "v1:", encoding: "base64", timestampHeader: "x-time" };
    const at = (time: string, when = now) =>
      send({ "x-sig": `v1:${base64("s", `${time}.`, '{"a":1}')}`, "x-time": time }, { signature, now: when });
    expect(at("1700000000")).toMatchObject(ok);
    expect(at("1700000000123")).toMatchObject(ok);
    expect(at("1699999700")).toMatchObject(ok);
    expect(at("1700000300")).toMatchObject(ok);
    expect(at("1699999699")).toEqual(refused("timestamp_outside"));
    expect(at("1700000301")).toEqual(refused("timestamp_outside"));
    expect(at("yesterday")).toEqual(refused("timestamp_outside"));
    expect(at("1700000000", now + 86_400_000)).toEqual(refused("timestamp_outside"));
    const headers = { "x-sig": `v1:${base64("s", '{"a":1}')}` };
    expect(send(headers, { signature })).toEqual(refused("signature_missing"));
    // A timestamp that is not part of the signature.
    expect(send({ ...headers, "x-time": "1700000000" }, { signature })).toEqual(refused("signature_wrong"));
  });
});

describe("Standard Webhooks", () => {
  const secretKey = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const sent = Buffer.from('{"type":"x"}');
  const vector = {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": "v1,jAZOeV5VzdC4IYihPApaOsH0wetrn1f/Wbr6uFe6BBs=",
  };
  const send = (headers: IncomingHttpHeaders, more?: Parameters<typeof check>[3]) =>
    check("standard_webhooks", { secretKey }, { headers, rawBody: sent }, more);

  test("accepts a known delivery and returns its id as the replay key", () => {
    expect(send(vector)).toEqual({ ok: true, replayKey: "msg_1" });
  });

  test("accepts what the library of the standard signs", () => {
    const body = '{"type":"contact.created","data":{"name":"Íñigo 😀"}}';
    const at = new Date(now);
    const headers = {
      "webhook-id": "msg_2",
      "webhook-timestamp": String(now / 1000),
      "webhook-signature": new Webhook(secretKey).sign("msg_2", at, body),
    };
    const verification = check("standard_webhooks", { secretKey }, { headers, rawBody: Buffer.from(body) });
    expect(verification).toEqual({ ok: true, replayKey: "msg_2" });
  });

  test("accepts any valid signature of version 1 among several", () => {
    const good = vector["webhook-signature"];
    const others = `v1a,${"A".repeat(86)}== v1,${"A".repeat(43)}= v2,x`;
    expect(send({ ...vector, "webhook-signature": `${others} ${good}` })).toMatchObject(ok);
    expect(send({ ...vector, "webhook-signature": others })).toEqual(refused("signature_wrong"));
    expect(send({ ...vector, "webhook-signature": good.replace("v1,", "v2,") })).toEqual(
      refused("signature_wrong"),
    );
  });

  test("accepts the header names of Svix", () => {
    const older = Object.fromEntries(
      Object.entries(vector).map(([name, value]) => [name.replace("webhook-", "svix-"), value]),
    );
    expect(send(older)).toEqual({ ok: true, replayKey: "msg_1" });
  });

  test("refuses an id, timestamp or body that was not signed", () => {
    expect(send({ ...vector, "webhook-id": "msg_3" })).toEqual(refused("signature_wrong"));
    expect(send({ ...vector, "webhook-timestamp": "1700000001" })).toEqual(refused("signature_wrong"));
    expect(
      check("standard_webhooks", { secretKey }, { headers: vector, rawBody: Buffer.from("{}") }),
    ).toEqual(refused("signature_wrong"));
    expect(send({ ...vector, "webhook-id": undefined })).toEqual(refused("signature_missing"));
  });

  test("refuses a signed delivery outside the time tolerance", () => {
    for (const seconds of [-301, 301]) {
      expect(send(vector, { now: now + seconds * 1000 })).toEqual(refused("timestamp_outside"));
    }
    expect(send(vector, { now: now + 301_000, signature: { toleranceSeconds: 600 } })).toMatchObject(ok);
  });

  test("does not accept an empty secret behind the prefix", () => {
    const headers = {
      ...vector,
      "webhook-signature": `v1,${base64("", "msg_1.1700000000.", '{"type":"x"}')}`,
    };
    expect(check("standard_webhooks", { secretKey: "whsec_" }, { headers, rawBody: sent })).toEqual(
      refused("signature_wrong"),
    );
  });

  test("hashes an id that is too long for an index", () => {
    const id = "m".repeat(5000);
    const key = Buffer.from("0123456789abcdef0123456789abcdef").toString();
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": "1700000000",
      "webhook-signature": `v1,${base64(key, `${id}.1700000000.`, '{"type":"x"}')}`,
    };
    expect(send(headers)).toEqual({ ok: true, replayKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe("Stripe", () => {
  /** Event, secret and signature from the tests of Stripe's .NET library. */
  const body = `${JSON.stringify(
    {
      id: "evt_123",
      object: "event",
      account: "acct_123",
      api_version: "2017-05-25",
      created: 1533204620,
      data: {
        object: {
          id: "cus_123",
          object: "customer",
          created: 123456789,
          email: "test@stripe.com",
          livemode: false,
          metadata: {},
        },
      },
      livemode: false,
      pending_webhooks: 1,
      request: { id: "req_123", idempotency_key: "idempotency-key-123" },
      type: "customer.created",
    },
    null,
    2,
  )}\n`;
  const v1 = "2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7";
  const v0 = "63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef";
  const at = 1_533_204_620_000;
  const send = (
    header: string | undefined,
    when = at,
    secrets: EndpointSecrets = { secretKey: "webhook_secret" },
  ) =>
    check(
      "stripe",
      secrets,
      { headers: { "stripe-signature": header }, rawBody: Buffer.from(body) },
      { now: when },
    );

  test("accepts its test vector and returns the id of the event as the replay key", () => {
    const first = send(`t=1533204620,v1=${v1},v0=${v0}`, at + 100_000);
    expect(first).toEqual({ ok: true, replayKey: "evt_123" });
    expect(send(`t=1533204620, v1=${"0".repeat(64)},v1=${v1}`)).toEqual(first);
  });

  test.each([
    [undefined, "signature_missing"],
    ["", "signature_missing"],
    [`t=1533204620,v0=${v1}`, "signature_wrong"],
    [`t=1533204621,v1=${v1}`, "signature_wrong"],
    [`t=,v1=${v1}`, "signature_wrong"],
    [`v1=${v1}`, "signature_wrong"],
    [`t=soon,v1=${v1}`, "signature_wrong"],
    ["t=1533204620,v1=", "signature_wrong"],
    ["t,v1=,v0", "signature_wrong"],
    [",,", "signature_wrong"],
  ])("refuses %j: %s", (header, reason) => {
    expect(send(header)).toEqual(refused(reason));
  });

  test("refuses timestamps outside the tolerance in both directions", () => {
    expect(send(`t=1533204620,v1=${v1}`, at + 301_000)).toEqual(refused("timestamp_outside"));
    expect(send(`t=1533204620,v1=${v1}`, at - 301_000)).toEqual(refused("timestamp_outside"));
  });

  test("accepts the previous secret while it is being replaced", () => {
    const rotated = { secretKey: "new", previousSecretKey: "webhook_secret" };
    expect(send(`t=1533204620,v1=${v1}`, at, rotated)).toMatchObject(ok);
    expect(send(`t=1533204620,v1=${v1}`, at, { secretKey: "new" })).toEqual(refused("signature_wrong"));
  });
});

describe("a digest of the body in one header", () => {
  const github = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const meta = "e790291ff924369c1f80c8b2cc24fb9ccd37600d883a729059d4bbfa632c882b";
  const object = '{"object":"whatsapp_business_account"}';

  test.each([
    ["github", "It's a Secret to Everybody", "Hello, World!", "x-hub-signature-256", `sha256=${github}`],
    ["meta", "app_secret", object, "x-hub-signature-256", `sha256=${meta}`],
    ["shopify", "hush", '{"id":1}', "x-shopify-hmac-sha256", base64("hush", '{"id":1}')],
  ] as const)("%s", (preset, secretKey, body, header, signature) => {
    const sent = Buffer.from(body);
    const headers = { [header]: signature };
    expect(check(preset, { secretKey }, { headers, rawBody: sent })).toMatchObject(ok);
    expect(
      check(preset, { secretKey: "new", previousSecretKey: secretKey }, { headers, rawBody: sent }),
    ).toMatchObject(ok);
    expect(check(preset, { secretKey: "new" }, { headers, rawBody: sent })).toEqual(
      refused("signature_wrong"),
    );
    expect(check(preset, { secretKey }, { headers, rawBody: Buffer.from(`${body} `) })).toEqual(
      refused("signature_wrong"),
    );
    expect(check(preset, { secretKey }, { headers: {}, rawBody: sent })).toEqual(
      refused("signature_missing"),
    );
    expect(check(preset, { secretKey }, { headers: { [header]: "sha1=abc" }, rawBody: sent })).toEqual(
      refused("signature_wrong"),
    );
    expect(check(preset, {}, { headers, rawBody: sent })).toEqual(refused("not_set_up"));
    expect(check(preset, { previousSecretKey: secretKey }, { headers, rawBody: sent })).toEqual(
      refused("not_set_up"),
    );
  });

  test("refuses a digest of GitHub without its prefix", () => {
    const request = { headers: { "x-hub-signature-256": github }, rawBody: Buffer.from("Hello, World!") };
    expect(check("github", { secretKey: "It's a Secret to Everybody" }, request)).toEqual(
      refused("signature_wrong"),
    );
  });
});

describe("slack", () => {
  // The example of Slack's documentation.
  const secrets = { secretKey: "8f742231b10e8888abcd99yyyzzz85a5" };
  const sent = Buffer.from(
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  );
  const signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
  const at = 1_531_420_618_000;
  const send = (headers: IncomingHttpHeaders, when = at, rawBody = sent) =>
    check("slack", secrets, { headers, rawBody }, { now: when });
  const signed = { "x-slack-signature": signature, "x-slack-request-timestamp": "1531420618" };

  test("accepts its test vector, within five minutes", () => {
    expect(send(signed)).toEqual({ ok: true, replayKey: signature.slice(3) });
    expect(send(signed, at + 299_000)).toMatchObject(ok);
    expect(send(signed, at + 301_000)).toEqual(refused("timestamp_outside"));
    expect(send(signed, at - 301_000)).toEqual(refused("timestamp_outside"));
  });

  test.each<[string, IncomingHttpHeaders, string]>([
    ["no signature", { ...signed, "x-slack-signature": undefined }, "signature_missing"],
    ["no timestamp", { ...signed, "x-slack-request-timestamp": undefined }, "signature_missing"],
    ["another timestamp", { ...signed, "x-slack-request-timestamp": "1531420619" }, "signature_wrong"],
    ["no version", { ...signed, "x-slack-signature": signature.slice(3) }, "signature_wrong"],
    ["another version", { ...signed, "x-slack-signature": `v1${signature.slice(2)}` }, "signature_wrong"],
    ["a timestamp that is no number", { ...signed, "x-slack-request-timestamp": "soon" }, "signature_wrong"],
  ])("refuses %s", (_what, headers, reason) => {
    expect(send(headers)).toEqual(refused(reason));
  });

  test("refuses another body", () => {
    expect(send(signed, at, Buffer.from("text=other"))).toEqual(refused("signature_wrong"));
  });
});
