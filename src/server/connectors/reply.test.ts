import { describe, expect, test } from "vitest";
import { signedClaim } from "./google-sheets.ts";
import { errorText, readJson } from "./reply.ts";
import { quote, withoutSecrets } from "./verdict.ts";

describe("text from outside", () => {
  test("becomes one line of bounded length", () => {
    expect(quote("  a\n\tb\u0000c ").en).toBe("a b c");
    expect(quote("x".repeat(1000)).en).toHaveLength(300);
  });

  test("does not carry a secret back", () => {
    const secret = "sk-canary-1234";
    expect(withoutSecrets(quote(`Incorrect key ${secret}!`), [secret]).en).toBe("Incorrect key ••••!");
  });

  test("is searched only so deep", () => {
    let deep: unknown = "found";
    for (let level = 0; level < 10; level++) deep = { error: deep };
    expect(errorText(deep)).toBeUndefined();
    expect(errorText({ error: { errors: [{ message: "inner" }] } })).toBe("inner");
    expect(errorText(JSON.parse('{"__proto__": {"message": "no"}}'))).toBeUndefined();
  });

  test.each([
    [302, "", /redirect/],
    [200, "<!DOCTYPE html><p>hi", /web page/],
    [200, "{broken", /not JSON/],
    [503, "Service Unavailable", /^Service Unavailable$/],
    [429, "slow down", /too many requests/],
  ])("an answer of status %s that reads %s", (status, text, sentence) => {
    const read = readJson("Vendor", { ok: true, status, headers: {}, body: Buffer.from(text) });
    expect(!read.ok && read.verdict.message.en).toMatch(sentence);
  });

  test("a service account that is none signs nothing", () => {
    expect(signedClaim("{}", 0)).toBeUndefined();
    expect(signedClaim("not json", 0)).toBeUndefined();
    expect(signedClaim('{"client_email":"a@b","private_key":"nope"}', 0)).toBeUndefined();
  });
});
