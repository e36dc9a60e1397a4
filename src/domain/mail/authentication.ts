import { headerValues, type MailHeader } from "./headers.ts";

/** What a relay said of the sender, in its words: pass, fail, softfail, none, … */
export type MailAuthentication = { spf: string | null; dkim: string | null; dmarc: string | null };

const resultPattern = /^[a-z]{2,20}$/;

/**
 * Anyone can write these headers, so only those of a relay we trust count, and of them the topmost: a relay puts
 * its own above what came with the message. `trusted` names hosts, or domains of hosts.
 */
export const readAuthenticationResults = (
  headers: readonly MailHeader[],
  trusted: readonly string[],
): MailAuthentication => {
  const results = headerValues(headers, "authentication-results").map(parseResults);
  const own = results.find(({ server }) => isTrusted(server, trusted))?.methods;
  return {
    spf: own?.get("spf") ?? readReceivedSpf(headers, trusted),
    dkim: own?.get("dkim") ?? null,
    dmarc: own?.get("dmarc") ?? null,
  };
};

const isTrusted = (server: string, trusted: readonly string[]): boolean =>
  trusted.some((one) => server === one.toLowerCase() || server.endsWith(`.${one.toLowerCase()}`));

/** `server; method=verdict …; method=verdict …`; of several signatures the best counts. */
const parseResults = (value: string): { server: string; methods: Map<string, string> } => {
  const [first = "", ...rest] = removeComments(value).split(";");
  const server = first.trim().split(/\s+/)[0]?.toLowerCase() ?? "";
  const methods = new Map<string, string>();
  for (const part of rest) {
    const match = /^\s*(spf|dkim|dmarc)\s*=\s*([a-z]+)/i.exec(part);
    const [, method = "", said = ""] = match ?? [];
    const known = method.toLowerCase();
    const word = said.toLowerCase();
    if (!resultPattern.test(word) || methods.get(known) === "pass") continue;
    if (!methods.has(known) || word === "pass") methods.set(known, word);
  }
  return { server, methods };
};

const readReceivedSpf = (headers: readonly MailHeader[], trusted: readonly string[]): string | null => {
  for (const value of headerValues(headers, "received-spf")) {
    const [, word = ""] = /^\s*([a-z]+)/i.exec(value) ?? [];
    const [, receiver = ""] = /receiver=\s*"?([\w.-]+)/i.exec(value) ?? [];
    const [, comment = ""] = /^\s*[a-z]+\s*\(([\w.-]+):/i.exec(value) ?? [];
    const server = (receiver || comment).toLowerCase();
    if (resultPattern.test(word.toLowerCase()) && isTrusted(server, trusted)) return word.toLowerCase();
  }
  return null;
};

const removeComments = (value: string): string => {
  let depth = 0;
  let kept = "";
  for (const letter of value.slice(0, 10_000)) {
    if (letter === "(") depth++;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += letter;
  }
  return kept;
};
