/** What a DNS query for TXT records returned. */
export type DnsAnswer = { ok: true; texts: string[] } | { ok: false; failure: DnsFailure };
export const dnsFailures = ["timeout", "server_failed"] as const;
export type DnsFailure = (typeof dnsFailures)[number];

export const mailDnsKinds = ["spf", "dkim", "dmarc"] as const;
export type MailDnsKind = (typeof mailDnsKinds)[number];

export const mailDnsProblems = [
  "missing",
  "several",
  "allows_all",
  "lacks_relay",
  "key_revoked",
  "policy_missing",
  ...dnsFailures,
] as const;
export type MailDnsProblem = (typeof mailDnsProblems)[number];

export type MailDnsResult = {
  kind: MailDnsKind;
  /** Where the record belongs. */
  name: string;
  /** A value to publish; null where only the relay knows it. */
  suggestion: string | null;
  found: string[];
  /** Null when the record is right. */
  problem: MailDnsProblem | null;
};

/** What well-known relays ask to be included in SPF, by the end of their host. */
const relayIncludes: readonly [host: string, include: string][] = [
  ["sendgrid.net", "sendgrid.net"],
  ["amazonaws.com", "amazonses.com"],
  ["mailgun.org", "mailgun.org"],
  ["gmail.com", "_spf.google.com"],
  ["google.com", "_spf.google.com"],
  ["office365.com", "spf.protection.outlook.com"],
  ["outlook.com", "spf.protection.outlook.com"],
  ["mandrillapp.com", "spf.mandrillapp.com"],
  ["postmarkapp.com", "spf.mtasv.net"],
  ["zoho.com", "zoho.com"],
];
const relayInclude = (host: string): string | undefined =>
  relayIncludes.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1];

export const mailDnsNames = (domain: string, selector: string): Record<MailDnsKind, string> => ({
  spf: domain,
  dkim: `${selector}._domainkey.${domain}`,
  dmarc: `_dmarc.${domain}`,
});

const startsWith = (texts: string[], version: RegExp): string[] =>
  texts.filter((text) => version.test(text.trim()));

const spfProblem = (records: string[], include: string | undefined): MailDnsProblem | null => {
  const [record, ...others] = records;
  if (record === undefined) return "missing";
  // A receiver takes two records for an error and uses neither.
  if (others.length > 0) return "several";
  if (/(^|\s)\+?all\b/i.test(record)) return "allows_all";
  const lacksRelay = include !== undefined && !record.toLowerCase().includes(`include:${include}`);
  return lacksRelay && !/\sredirect=/i.test(record) ? "lacks_relay" : null;
};

const dkimProblem = (records: string[]): MailDnsProblem | null => {
  const [record] = records;
  if (record === undefined) return "missing";
  return /(^|;)\s*p=\s*(;|$)/i.test(record) ? "key_revoked" : null;
};

const dmarcProblem = (records: string[]): MailDnsProblem | null => {
  const [record, ...others] = records;
  if (record === undefined) return "missing";
  if (others.length > 0) return "several";
  return /;\s*p=\s*(none|quarantine|reject)\b/i.test(record) ? null : "policy_missing";
};

/** Whether the three records that receivers ask for are there, and what to publish where they are not. */
export const evaluateMailDns = (
  { domain, selector, relayHost }: { domain: string; selector: string; relayHost: string },
  answers: Readonly<Record<MailDnsKind, DnsAnswer>>,
): MailDnsResult[] => {
  const names = mailDnsNames(domain, selector);
  const include = relayInclude(relayHost.toLowerCase());
  const parts: Record<
    MailDnsKind,
    { version: RegExp; problem: (records: string[]) => MailDnsProblem | null; suggestion: string | null }
  > = {
    spf: {
      version: /^v=spf1(\s|$)/i,
      problem: (records) => spfProblem(records, include),
      suggestion: include ? `v=spf1 include:${include} ~all` : `v=spf1 a:${relayHost} ~all`,
    },
    // The version is optional in a key record.
    dkim: { version: /(^|;)\s*p=/i, problem: dkimProblem, suggestion: null },
    dmarc: {
      version: /^v=DMARC1\s*(;|$)/i,
      problem: dmarcProblem,
      suggestion: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    },
  };
  return mailDnsKinds.map((kind): MailDnsResult => {
    const { version, problem, suggestion } = parts[kind];
    const answer = answers[kind];
    const shared = { kind, name: names[kind], suggestion };
    if (!answer.ok) return { ...shared, found: [], problem: answer.failure };
    const found = startsWith(answer.texts, version);
    return { ...shared, found, problem: problem(found) };
  });
};
