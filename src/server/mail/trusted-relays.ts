/** Whose word on SPF, DKIM and DMARC counts for mail read from a mailbox: the server that received it for us. */
const families: [RegExp, string[]][] = [
  [/(^|\.)(gmail|googlemail|google)\.com$/, ["google.com"]],
  [/(^|\.)(office365|outlook|hotmail|live)\.com$/, ["outlook.com"]],
  [/(^|\.)(yahoo|aol|ymail)\.com$/, ["yahoo.com", "aol.com"]],
  [/(^|\.)(me|icloud|mac)\.com$/, ["icloud.com", "me.com", "apple.com"]],
  [/(^|\.)fastmail\.com$/, ["fastmail.com", "messagingengine.com"]],
  [/(^|\.)zoho\.[a-z.]+$/, ["zoho.com", "zohomail.com"]],
];

/** Parts of a name that many owners share: `co.uk` names nobody. */
const shared = /^(com|co|net|org|gob|gov|edu|ac|or|ne)\.[a-z]{2}$/;

export const trustedRelays = (mailboxHost: string): string[] => {
  const host = mailboxHost.toLowerCase().replace(/\.$/, "");
  const family = families.find(([pattern]) => pattern.test(host))?.[1] ?? [];
  const labels = host.split(".");
  const last = labels.slice(-2).join(".");
  const own = labels.length < 2 ? host : shared.test(last) ? labels.slice(-3).join(".") : last;
  return [...family, own];
};
