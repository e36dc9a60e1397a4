import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import { verifyRequest } from "./methods.ts";
import type { WebhookRequest } from "./verification.ts";

const now = 1_700_000_000_000;
const noKeys = () => {
  throw new Error("no keys are needed here");
};

const check = (
  preset: "twilio" | "hubspot",
  secretKey: string,
  request: Pick<WebhookRequest, "urls" | "headers" | "rawBody"> & Partial<WebhookRequest>,
  when = now,
) =>
  verifyRequest(
    {
      authMethod: "api_key_secret_key",
      settings: parseEndpointSettings({ signature: { preset } }),
      secrets: { secretKey },
    },
    { method: "POST", query: {}, ...request },
    { now: when, fetchKeys: noKeys },
  );

const ok = { ok: true };
const refused = (reason: string) => ({ ok: false, reason });

describe("Twilio", () => {
  const form = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
  const send = (
    secretKey: string,
    url: string,
    body: string,
    signature: string | undefined,
    headers: IncomingHttpHeaders = form,
  ) =>
    check("twilio", secretKey, {
      urls: () => ["https://elsewhere.example.com/", url],
      query: Object.fromEntries(new URL(url).searchParams),
      headers: { ...headers, "x-twilio-signature": signature },
      rawBody: Buffer.from(body),
    });
  const published = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const call =
    "To=%2B18005551212&From=%2B14158675309&Digits=1234&Caller=%2B14158675309&CallSid=CA1234567890ABCDE";
  const token = "test_auth_token_0123456789abcdef";
  const message =
    "MessageSid=SM00000000000000000000000000000001&From=%2B17875550100&To=%2B17875550199&Body=Hola+STOP";

  test.each([
    ["its documented example", "12345", published, call, "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
    [
      "a repeated name",
      "12345",
      published,
      "Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234",
      "IK+Dwps556ElfBT0I3Rgjkr1wJU=",
    ],
    [
      "a message",
      token,
      "https://app.example.com/hooks/twilio/sms?tenant=7",
      message,
      "xqe5wdVjdCVKQHHWTdIQli2wK+0=",
    ],
    ["a socket, which has no body", token, "wss://app.example.com/relay", "", "nyqu0DM4jiR6ciDgiQSC2PHmOsI="],
  ])("%s", (_what, secretKey, url, body, signature) => {
    expect(send(secretKey, url, body, signature)).toMatchObject(ok);
    expect(send(secretKey, url, `${body}&x=1`, signature)).toEqual(refused("signature_wrong"));
    expect(send(secretKey, `${url}#`, body, signature)).toEqual(refused("signature_wrong"));
    expect(send("other", url, body, signature)).toEqual(refused("signature_wrong"));
    expect(send(secretKey, url, body, undefined)).toEqual(refused("signature_missing"));
  });

  test("accepts a URL that was signed with or without its port", () => {
    const signature = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";
    expect(send("12345", published.replace(".com/", ".com:443/"), call, signature)).toMatchObject(ok);
    expect(send("12345", published.replace(".com/", ".com:8443/"), call, signature)).toMatchObject(ok);
    const withPort = createHmac("sha1", "12345")
      .update(published.replace(".com/", ".com:443/"))
      .digest("base64");
    expect(send("12345", published, "", withPort)).toMatchObject(ok);
  });

  test("checks the digest of a JSON body in the URL", () => {
    const json = { "content-type": "application/json" };
    const digest = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
    const url = `https://app.example.com/hooks/twilio/json?bodySHA256=${digest}`;
    const signature = "oLaqO+pfwCRES+lL7+Dymd04HT8=";
    expect(send(token, url, '{"a":1}', signature, json)).toMatchObject(ok);
    expect(send(token, url, '{"a":2}', signature, json)).toEqual(refused("signature_wrong"));
  });

  test("refuses a body that the signature does not cover", () => {
    const url = "https://app.example.com/hooks/token";
    const signature = createHmac("sha1", token).update(url).digest("base64");
    expect(send(token, url, "", signature)).toMatchObject(ok);
    expect(send(token, url, '{"a":1}', signature, { "content-type": "application/json" })).toEqual(
      refused("signature_wrong"),
    );
    expect(send(token, url, "<x/>", signature, {})).toEqual(refused("signature_wrong"));
  });
});

describe("HubSpot", () => {
  const secretKey = "yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy";
  const url = "https://www.example.com/webhook_uri";
  const rawBody = Buffer.from("{'example_field':'example_value'}");
  const signed = (...parts: string[]) =>
    createHmac("sha256", secretKey).update(parts.join("")).digest("base64");
  const send = (
    timestamp: string,
    signature: string,
    request: Partial<WebhookRequest> = {},
    when = Number(timestamp) + 1000,
  ) =>
    check(
      "hubspot",
      secretKey,
      {
        urls: () => [url],
        rawBody: rawBody,
        headers: { "x-hubspot-signature-v3": signature, "x-hubspot-request-timestamp": timestamp },
        ...request,
      },
      when,
    );

  /** From the tests of HubSpot's Python and Ruby libraries. */
  test.each([
    ["1693657560000", "K36dawei4A+QBNolUOqo7s91KQDWQ5MXZ/QufNYuk/Y="],
    ["1700000300000", "RnbPH7+UMKVkbV32P8bz450N4M56aPmcru1+D3kSDtw="],
  ])("accepts its test vector of %s and no variation of it", (timestamp, signature) => {
    const first = send(timestamp, signature);
    expect(first).toEqual({ ok: true, replayKey: Buffer.from(signature, "base64").toString("hex") });
    expect(send(timestamp, signature, { urls: () => ["http://10.0.0.1/webhook_uri", url] })).toEqual(first);
    expect(send(timestamp, signature, { urls: () => [`${url}/`] })).toEqual(refused("signature_wrong"));
    expect(send(timestamp, signature, { method: "PUT" })).toEqual(refused("signature_wrong"));
    expect(send(timestamp, signature, { rawBody: Buffer.from("{}") })).toEqual(refused("signature_wrong"));
    expect(send(`${Number(timestamp) + 1}`, signature)).toEqual(refused("signature_wrong"));
    expect(send(timestamp, "rubbish")).toEqual(refused("signature_wrong"));
    expect(send(timestamp, "")).toEqual(refused("signature_missing"));
    for (const late of [300_001, -300_001]) {
      expect(send(timestamp, signature, {}, Number(timestamp) + late)).toEqual(refused("timestamp_outside"));
    }
  });

  test("accepts a URL whose reserved characters were signed decoded", () => {
    const timestamp = "1700000000000";
    const signature = signed(
      "POST",
      "https://www.example.com/h?a=b:c/d@e!$'()*,;&f=%20%26",
      rawBody.toString(),
      timestamp,
    );
    const urls = () => ["https://www.example.com/h?a=b%3Ac%2Fd%40e%21%24%27%28%29%2a%2C%3B&f=%20%26"];
    expect(send(timestamp, signature, { urls })).toMatchObject(ok);
  });

  test("refuses an invalid timestamp although it is signed", () => {
    const signature = signed("POST", url, rawBody.toString(), "soon");
    expect(send("soon", signature, {}, now)).toEqual(refused("timestamp_outside"));
  });
});
