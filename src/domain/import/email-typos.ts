import { editDistance } from "#domain/knowledge/edit-distance.ts";

const commonDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com",
  "icloud.com",
  "live.com",
  "msn.com",
  "aol.com",
  "prtc.net",
  "coqui.net",
];
/** Real domains that are one letter from a common one. */
const realDomains = new Set([
  ...commonDomains,
  "mail.com",
  "ymail.com",
  "email.com",
  "gmx.com",
  "me.com",
  "aim.com",
  "live.ca",
  "live.co",
  "yahoo.co",
  "outlook.co",
  "mymail.com",
  "fmail.com",
  "rocketmail.com",
  "love.com",
]);

const endings: [wrong: RegExp, right: string][] = [
  [/\.(?:con|cmo|comm|cpm|vom|xom|ocm|clm|coom)$/, ".com"],
  [/(?<=gmail|hotmail|outlook|yahoo|icloud)com$/, ".com"],
  [/(?<=gmail|hotmail|outlook|icloud)\.(?:co|cm|om|c|coml|net\.com)$/, ".com"],
];

const findMeantDomain = (domain: string): string | undefined => {
  const ended = endings.reduce((text, [wrong, right]) => text.replace(wrong, right), domain);
  if (realDomains.has(ended)) return ended === domain ? undefined : ended;
  const close = commonDomains.find(
    (known) =>
      known.length >= 7 && Math.abs(known.length - ended.length) <= 1 && editDistance(known, ended) === 1,
  );
  return close ?? (ended === domain ? undefined : ended);
};

const maxCached = 2000;
const answers = new Map<string, string | undefined>();

/** The domain that was probably meant; undefined where it is right or unknown. Files repeat few domains. */
export const mendDomain = (domain: string): string | undefined => {
  if (answers.has(domain)) return answers.get(domain);
  const meant = findMeantDomain(domain);
  if (answers.size >= maxCached) answers.clear();
  answers.set(domain, meant);
  return meant;
};
