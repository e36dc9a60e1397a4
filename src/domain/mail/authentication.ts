import { headerValues, type MailHeader } from "./headers.ts";

/** Results as the relay reports them: pass, fail, softfail, none, … */
export type MailAuthentication = {
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  /** Whether the relay says that the sender's domain sent the message; null without a trusted relay's result. */
  sender: "authenticated" | "forged" | null;
};

/** One method of an Authentication-Results header, such as `dkim=pass header.d=example.com`. */
type MethodResult = { method: string; result: string; properties: Map<string, string> };

const resultPattern = /^[a-z]{2,20}$/;

/**
 * Any sender can forge these headers, so only the topmost one of a trusted relay counts: a relay puts its own above
 * those that came with the message. `trusted` lists authserv-ids or their domains. The format is that of RFC 8601.
 */
export const readAuthenticationResults = (
  headers: readonly MailHeader[],
  trusted: readonly string[],
  from: string | null = null,
): MailAuthentication => {
  const results =
    headerValues(headers, "authentication-results")
      .map(parseResults)
      .find(({ server }) => isTrusted(server, trusted))?.results ?? [];
  const summary = {
    spf: summarize(results, "spf") ?? readReceivedSpf(headers, trusted),
    dkim: summarize(results, "dkim"),
    dmarc: summarize(results, "dmarc"),
  };
  // With two From headers a relay may have checked another one than the reader shows.
  const senderDomain = headerValues(headers, "from").length === 1 ? domainOf(from ?? "") : "";
  return { ...summary, sender: judgeSender(results, summary, senderDomain) };
};

/** Whether a stored mail comes from the address, by the word of a trusted relay. */
export const isMailOf = (mail: unknown, address: string | undefined): boolean => {
  const { authentication, from } = (mail ?? {}) as {
    authentication?: { sender?: unknown } | null;
    from?: { address?: unknown } | null;
  };
  return (
    address !== undefined &&
    authentication?.sender === "authenticated" &&
    String(from?.address).toLowerCase() === address.toLowerCase()
  );
};

const judgeSender = (
  results: readonly MethodResult[],
  { spf, dmarc }: { spf: string | null; dmarc: string | null },
  senderDomain: string,
): MailAuthentication["sender"] => {
  if (dmarc === "fail") return "forged";
  const isAligned = results.some((each) => each.result === "pass" && confirmsDomain(each, senderDomain));
  if (isAligned) return "authenticated";
  return spf === "fail" ? "forged" : null;
};

/** Whether a passed method is about the domain that the reader sees as the sender. */
const confirmsDomain = ({ method, properties }: MethodResult, senderDomain: string): boolean => {
  if (senderDomain === "") return false;
  if (method === "dmarc") return isAlignedDomain(properties.get("header.from") ?? "", senderDomain);
  if (method === "dkim") {
    const signer = properties.get("header.d") ?? domainOf(properties.get("header.i") ?? "");
    return isAlignedDomain(signer, senderDomain);
  }
  return method === "spf" && isAlignedDomain(domainOf(properties.get("smtp.mailfrom") ?? ""), senderDomain);
};

/** Suffixes under which anybody can register a domain, such as `com` and `co.uk`. */
const sharedSuffix = /^(?:[^.]*|(?:com|co|net|org|gob|gov|edu|ac|or|ne|info|name|pro|biz|isla)\.[a-z]{2})$/;

/** Relaxed alignment: the same domain, or one of them within the other. */
const isAlignedDomain = (domain: string, senderDomain: string): boolean => {
  if (domain === "" || sharedSuffix.test(domain) || sharedSuffix.test(senderDomain)) return false;
  return (
    domain === senderDomain || domain.endsWith(`.${senderDomain}`) || senderDomain.endsWith(`.${domain}`)
  );
};

/** Also of a bare domain, as some relays give for `smtp.mailfrom`. */
const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(/\.$/, "");

const isTrusted = (server: string, trusted: readonly string[]): boolean =>
  trusted.some((host) => server === host.toLowerCase() || server.endsWith(`.${host.toLowerCase()}`));

/** Of several results of one method a pass wins. */
const summarize = (results: readonly MethodResult[], method: string): string | null => {
  const given = results.filter((each) => each.method === method).map(({ result }) => result);
  return given.find((result) => result === "pass") ?? given[0] ?? null;
};

/** `server [version]; method[/version]=result [reason=…] [type.property=value …]; …` */
const parseResults = (value: string): { server: string; results: MethodResult[] } => {
  const [first = "", ...rest] = splitAtSemicolons(removeComments(value));
  const server = unquote(first.trim().split(/\s+/)[0] ?? "").toLowerCase();
  return { server, results: rest.flatMap((part) => parseMethod(part) ?? []) };
};

const parseMethod = (part: string): MethodResult | undefined => {
  const [, method = "", value = ""] = /^\s*([a-z0-9-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? [];
  const result = value.toLowerCase();
  if (!resultPattern.test(result)) return undefined;
  const properties = new Map<string, string>();
  for (const [, name = "", given = ""] of part.matchAll(
    /(?<=\s)([a-z]+\s*\.\s*[a-z0-9-]+)\s*=\s*("[^"]*"|[^\s;]+)/gi,
  ))
    properties.set(name.replace(/\s+/g, "").toLowerCase(), unquote(given).toLowerCase());
  return { method: method.toLowerCase(), result, properties };
};

const unquote = (text: string): string => text.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1");

const splitAtSemicolons = (text: string): string[] => text.match(/(?:"[^"]*"|[^;])+/g) ?? [];

const readReceivedSpf = (headers: readonly MailHeader[], trusted: readonly string[]): string | null => {
  for (const value of headerValues(headers, "received-spf")) {
    const [, result = ""] = /^\s*([a-z]+)/i.exec(value) ?? [];
    const [, receiver = ""] = /receiver=\s*"?([\w.-]+)/i.exec(value) ?? [];
    const [, comment = ""] = /^\s*[a-z]+\s*\(([\w.-]+):/i.exec(value) ?? [];
    const server = (receiver || comment).toLowerCase();
    if (resultPattern.test(result.toLowerCase()) && isTrusted(server, trusted)) return result.toLowerCase();
  }
  return null;
};

/** Comments may be nested; a parenthesis in a quoted string is not one. */
const removeComments = (value: string): string => {
  let depth = 0;
  let isQuoted = false;
  let text = "";
  for (const character of value.slice(0, 10_000)) {
    if (character === '"' && depth === 0) isQuoted = !isQuoted;
    if (character === "(" && !isQuoted) depth++;
    else if (character === ")" && !isQuoted) depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
};
