import { headerValues, type MailHeader } from "./headers.ts";

/** Results as the relay reports them: pass, fail, softfail, none, … */
export type MailAuthentication = { spf: string | null; dkim: string | null; dmarc: string | null };

const resultPattern = /^[a-z]{2,20}$/;

/**
 * Any sender can forge these headers, so only the topmost one of a trusted relay counts: a relay puts its own above
 * those that came with the message. `trusted` lists hosts or their domains.
 */
export const readAuthenticationResults = (
  headers: readonly MailHeader[],
  trusted: readonly string[],
): MailAuthentication => {
  const results = headerValues(headers, "authentication-results").map(parseResults);
  const trustedResults = results.find(({ server }) => isTrusted(server, trusted))?.methods;
  return {
    spf: trustedResults?.get("spf") ?? readReceivedSpf(headers, trusted),
    dkim: trustedResults?.get("dkim") ?? null,
    dmarc: trustedResults?.get("dmarc") ?? null,
  };
};

const isTrusted = (server: string, trusted: readonly string[]): boolean =>
  trusted.some((host) => server === host.toLowerCase() || server.endsWith(`.${host.toLowerCase()}`));

/** `server; method=result …; method=result …`; of several results of one method a pass wins. */
const parseResults = (value: string): { server: string; methods: Map<string, string> } => {
  const [first = "", ...rest] = removeComments(value).split(";");
  const server = first.trim().split(/\s+/)[0]?.toLowerCase() ?? "";
  const methods = new Map<string, string>();
  for (const part of rest) {
    const match = /^\s*(spf|dkim|dmarc)\s*=\s*([a-z]+)/i.exec(part);
    const [, method = "", value = ""] = match ?? [];
    const methodName = method.toLowerCase();
    const result = value.toLowerCase();
    if (!resultPattern.test(result) || methods.get(methodName) === "pass") continue;
    if (!methods.has(methodName) || result === "pass") methods.set(methodName, result);
  }
  return { server, methods };
};

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

const removeComments = (value: string): string => {
  let depth = 0;
  let text = "";
  for (const character of value.slice(0, 10_000)) {
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
};
