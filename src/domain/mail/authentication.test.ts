import { expect, test } from "vitest";
import { readAuthenticationResults } from "./authentication.ts";

const header = (key: string, value: string) => ({ key, value });

test("uses the topmost result of a trusted relay", () => {
  const headers = [
    header(
      "authentication-results",
      "mx.example.com; spf=pass (ok; really) smtp.mailfrom=a@b.c; dkim=fail header.d=x; dkim=pass header.d=b.c; dmarc=pass",
    ),
    header("authentication-results", "mx.example.com; spf=fail; dkim=none"),
  ];
  expect(readAuthenticationResults(headers, ["example.com"])).toEqual({
    spf: "pass",
    dkim: "pass",
    dmarc: "pass",
  });
});

test("ignores results of relays that are not trusted", () => {
  const headers = [
    header("authentication-results", "evil.test; spf=pass; dkim=pass; dmarc=pass"),
    header("authentication-results", "notexample.com; spf=pass"),
    header("received-spf", "Pass (evil.test: fine) receiver=evil.test"),
  ];
  expect(readAuthenticationResults(headers, ["example.com"])).toEqual({ spf: null, dkim: null, dmarc: null });
  expect(readAuthenticationResults(headers, [])).toEqual({ spf: null, dkim: null, dmarc: null });
});

test("reads SPF from the Received-SPF header", () => {
  const headers = [
    header("received-spf", "SoftFail (mx.google.com: domain of transitioning a@b.c) client-ip=1.2.3.4;"),
  ];
  expect(readAuthenticationResults(headers, ["google.com"])).toMatchObject({ spf: "softfail", dkim: null });
});
