import { describe, expect, test } from "vitest";
import { createRecoveryCodes, hashRecoveryCode, matchTotp, totpUri } from "./totp.ts";

/** The key of RFC 6238, appendix B, as base32. Its codes have eight digits there; the last six are the same. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a code of an authenticator app", () => {
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at %i s is %s, as in RFC 6238", (seconds, code) => {
    expect(matchTotp(secret, code, null, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test("is accepted one step early or late, not two", () => {
    const at = 1234567890_000;
    expect(matchTotp(secret, "005924", null, at + 30_000)).toBe(41152263);
    expect(matchTotp(secret, "005924", null, at - 30_000)).toBe(41152263);
    expect(matchTotp(secret, "005924", null, at + 60_000)).toBeUndefined();
  });

  test("is not accepted a second time, nor is an older one", () => {
    const at = 1234567890_000;
    expect(matchTotp(secret, "005924", 41152263, at)).toBeUndefined();
    expect(matchTotp(secret, "005924", 41152264, at)).toBeUndefined();
    expect(matchTotp(secret, "005924", 41152262, at)).toBe(41152263);
  });

  test("comes from a key that the QR code names with the account", () => {
    const uri = new URL(totpUri(secret, "ana@example.com"));
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toContain("Faro:ana@example.com");
    expect(uri.searchParams.get("secret")).toBe(secret);
  });
});

test("recovery codes are unique and may be typed with or without hyphens and capitals", () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const [code = ""] = codes;
  expect(hashRecoveryCode(code.toUpperCase().replaceAll("-", " "))).toBe(hashRecoveryCode(code));
});
