import { describe, expect, test } from "vitest";
import { signedClaim } from "./google-sheets.ts";
import { redactSecrets, vendorText } from "./test-result.ts";
import { findErrorText, readJsonResponse } from "./vendor-response.ts";

describe("responses of vendors", () => {
  test("text becomes a single line of limited length", () => {
    expect(vendorText("  a\n\tb\u0000c ").en).toBe("a b c");
    expect(vendorText("x".repeat(1000)).en).toHaveLength(300);
  });

  test("secrets are redacted from text", () => {
    const secret = "sk-canary-1234";
    expect(redactSecrets(vendorText(`Incorrect key ${secret}!`), [secret]).en).toBe("Incorrect key ••••!");
  });

  test("error texts are searched to a limited depth", () => {
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
  ])("status %s with the body %s is described as a failure", (status, text, sentence) => {
    const result = readJsonResponse("Vendor", { ok: true, status, headers: {}, body: Buffer.from(text) });
    expect(!result.ok && result.failure.message.en).toMatch(sentence);
  });

  test("an unusable Google service account yields no signed claim", () => {
    expect(signedClaim("{}", 0)).toBeUndefined();
    expect(signedClaim("not json", 0)).toBeUndefined();
    expect(signedClaim('{"client_email":"a@b","private_key":"nope"}', 0)).toBeUndefined();
  });
});
