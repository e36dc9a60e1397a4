import { describe, expect, test } from "vitest";
import { signedClaim } from "./google-sheets.ts";
import { redactSecrets, vendorText } from "./test-result.ts";
import { findErrorText, readJsonResponse } from "./vendor-response.ts";

describe("text from outside", () => {
  test("becomes one line of bounded length", () => {
    expect(vendorText("  a\n\tb\u0000c ").en).toBe("a b c");
    expect(vendorText("x".repeat(1000)).en).toHaveLength(300);
  });

  test("does not carry a secret back", () => {
    const secret = "sk-canary-1234";
    expect(redactSecrets(vendorText(`Incorrect key ${secret}!`), [secret]).en).toBe("Incorrect key ••••!");
  });

  test("is searched only so deep", () => {
    let deep: unknown = "found";
    for (let level = 0; level < 10; level++) deep = { error: deep };
    expect(findErrorText(deep)).toBeUndefined();
    expect(findErrorText({ error: { errors: [{ message: "inner" }] } })).toBe("inner");
    expect(findErrorText(JSON.parse('{"__proto__": {"message": "no"}}'))).toBeUndefined();
  });

  test.each([
    [302, "", /redirect/],
    [200, "<!DOCTYPE html><p>hi", /web page/],
    [200, "{broken", /not JSON/],
    [503, "Service Unavailable", /^Service Unavailable$/],
    [429, "slow down", /too many requests/],
  ])("an answer of status %s that reads %s", (status, text, sentence) => {
    const read = readJsonResponse("Vendor", { ok: true, status, headers: {}, body: Buffer.from(text) });
    expect(!read.ok && read.failure.message.en).toMatch(sentence);
  });

  test("a service account that is none signs nothing", () => {
    expect(signedClaim("{}", 0)).toBeUndefined();
    expect(signedClaim("not json", 0)).toBeUndefined();
    expect(signedClaim('{"client_email":"a@b","private_key":"nope"}', 0)).toBeUndefined();
  });
});
