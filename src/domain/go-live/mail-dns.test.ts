import { describe, expect, test } from "vitest";
import { type DnsAnswer, evaluateMailDns, type MailDnsKind } from "./mail-dns.ts";

const found = (...texts: string[]): DnsAnswer => ({ ok: true, texts });
const good: Record<MailDnsKind, DnsAnswer> = {
  spf: found("google-site-verification=1", "v=spf1 include:sendgrid.net ~all"),
  dkim: found("v=DKIM1; k=rsa; p=MIGfMA0"),
  dmarc: found("v=DMARC1; p=none; rua=mailto:dmarc@company.example"),
};
const sender = { domain: "company.example", selector: "s1", relayHost: "smtp.sendgrid.net" };
const problems = (change: Partial<typeof good>, more: Partial<typeof sender> = {}) =>
  Object.fromEntries(
    evaluateMailDns({ ...sender, ...more }, { ...good, ...change }).map(({ kind, problem }) => [
      kind,
      problem,
    ]),
  );

describe("evaluateMailDns", () => {
  test("finds three right records under their names", () => {
    const results = evaluateMailDns(sender, good);
    expect(results.map(({ name }) => name)).toEqual([
      "company.example",
      "s1._domainkey.company.example",
      "_dmarc.company.example",
    ]);
    expect(results.every(({ problem }) => problem === null)).toBe(true);
    expect(results[0]?.found).toEqual(["v=spf1 include:sendgrid.net ~all"]);
  });

  test.each([
    ["spf", found(), "missing"],
    ["spf", found("v=spf10 ~all"), "missing"],
    ["spf", found("v=spf1 include:sendgrid.net ~all", "v=spf1 -all"), "several"],
    ["spf", found("v=spf1 include:sendgrid.net +all"), "allows_all"],
    ["spf", found("v=spf1 include:sendgrid.net all"), "allows_all"],
    ["spf", found("v=spf1 include:_spf.google.com -all"), "lacks_relay"],
    ["spf", found("v=spf1 redirect=_spf.company.example"), null],
    ["spf", { ok: false, failure: "timeout" }, "timeout"],
    ["dkim", found(), "missing"],
    ["dkim", found("v=DKIM1; k=rsa; p="), "key_revoked"],
    ["dkim", found("k=rsa; p=MIGf"), null],
    ["dkim", { ok: false, failure: "server_failed" }, "server_failed"],
    ["dmarc", found("v=DMARC1"), "policy_missing"],
    ["dmarc", found("v=DMARC1; p=reject"), null],
    ["dmarc", found("v=DMARC1; p=none", "v=DMARC1; p=reject"), "several"],
  ] as const)("%s as %j is %s", (kind, answer, problem) => {
    expect(problems({ [kind]: answer })).toEqual({ spf: null, dkim: null, dmarc: null, [kind]: problem });
  });

  test("suggests a value that names the relay", () => {
    const [unknown] = evaluateMailDns({ ...sender, relayHost: "relay.company.example" }, good);
    expect(unknown?.suggestion).toBe("v=spf1 a:relay.company.example ~all");
    expect(evaluateMailDns(sender, good)[0]?.suggestion).toBe("v=spf1 include:sendgrid.net ~all");
    expect(problems({}, { relayHost: "relay.company.example" })).toMatchObject({ spf: null });
  });
});
