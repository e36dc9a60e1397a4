import { describe, expect, test } from "vitest";
import { readAuthenticationResults } from "./authentication.ts";

const none = { spf: null, dkim: null, dmarc: null, sender: null };
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
    sender: null,
  });
});

test("ignores results of relays that are not trusted", () => {
  const headers = [
    header("authentication-results", "evil.test; spf=pass; dkim=pass; dmarc=pass"),
    header("authentication-results", "notexample.com; spf=pass"),
    header("received-spf", "Pass (evil.test: fine) receiver=evil.test"),
  ];
  expect(readAuthenticationResults(headers, ["example.com"])).toEqual(none);
  expect(readAuthenticationResults(headers, [])).toEqual(none);
});

test("reads SPF from the Received-SPF header", () => {
  const headers = [
    header("received-spf", "SoftFail (mx.google.com: domain of transitioning a@b.c) client-ip=1.2.3.4;"),
  ];
  expect(readAuthenticationResults(headers, ["google.com"])).toMatchObject({ spf: "softfail", dkim: null });
});

describe("the sender", () => {
  const judged = (results: string, from = "ana@example.org", more: { key: string; value: string }[] = []) =>
    readAuthenticationResults(
      [
        ...more,
        header("authentication-results", `mx.example.com; ${results}`),
        header("authentication-results", "mx.example.com; dmarc=pass header.from=example.org"),
        header("from", from),
      ],
      ["mx.example.com"],
      from,
    ).sender;

  test.each([
    ["dmarc=pass header.from=example.org", "authenticated"],
    ["dmarc=pass (p=REJECT sp=NONE) header.from=example.org", "authenticated"],
    ["dmarc=pass header.from=other.example", null],
    ["dmarc=fail header.from=example.org; dkim=pass header.d=example.org", "forged"],
    ["dkim=pass header.d=example.org", "authenticated"],
    ["dkim=pass header.i=@mail.example.org header.s=a", "authenticated"],
    ['dkim/1=pass reason="good; really" header.d=example.org', "authenticated"],
    ["dkim=pass header.d=mailer.example", null],
    ["dkim=pass header.d=org", null],
    ["dkim=fail header.d=example.org; spf=none", null],
    ["dkim=pass header.d=notexample.org", null],
    ["spf=pass smtp.mailfrom=bounce@mail.example.org", "authenticated"],
    ["spf=pass smtp.mailfrom=example.org", "authenticated"],
    ["spf=pass smtp.mailfrom=a@mailer.example", null],
    ["spf=pass smtp.helo=example.org", null],
    ["spf=fail smtp.mailfrom=example.org", "forged"],
    ["spf=softfail smtp.mailfrom=example.org", null],
    ["none", null],
  ])("by %s is %s", (results, expected) => expect(judged(results)).toBe(expected));

  test("needs one From header", () => {
    const second = [header("from", "evil@example.org")];
    expect(judged("dmarc=pass header.from=example.org", "ana@example.org", second)).toBeNull();
  });

  test("is not judged by the result of another relay", () => {
    const headers = [
      header("authentication-results", "evil.test; dmarc=pass header.from=example.org"),
      header("from", "ana@example.org"),
    ];
    expect(readAuthenticationResults(headers, ["mx.example.com"], "ana@example.org").sender).toBeNull();
  });
});
