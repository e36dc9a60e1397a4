import type { SipTransport } from "./extension.ts";

/** The methods that the test of an extension uses; it never calls anybody. */
export type SipMethod = "OPTIONS" | "REGISTER";

export type SipRequest = {
  method: SipMethod;
  /** The request's address, `sip:` and the domain. */
  uri: string;
  transport: SipTransport;
  /** Our end of the connection. */
  local: { host: string; port: number };
  username: string;
  domain: string;
  branch: string;
  fromTag: string;
  callId: string;
  cseq: number;
  /** Whether the request names us as the place where calls arrive. */
  hasContact: boolean;
  expires?: number | undefined;
  authorization?: { name: string; value: string } | undefined;
  userAgent: string;
};

export type SipReply = {
  status: number;
  /** The words after the status, as a short single line. */
  phrase: string;
  /** Names in lower case and in their long form. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
};

export const sipLimits = { messageBytes: 64 * 1024, headBytes: 16 * 1024, headers: 128, phrase: 80 } as const;

const uriHost = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const forbiddenInHeader = /[\u0000-\u001f\u007f]/;

const headerLine = (name: string, value: string): string => {
  // Input is validated before; this keeps a mistake from becoming a second header.
  if (forbiddenInHeader.test(value)) throw new Error(`The SIP header ${name} contains a control character`);
  return `${name}: ${value}\r\n`;
};

export const buildSipRequest = (request: SipRequest): string => {
  const { method, uri, transport, username, domain } = request;
  const local = `${uriHost(request.local.host)}:${request.local.port}`;
  const address = `<sip:${username}@${domain}>`;
  const transportPart = transport === "UDP" ? "" : `;transport=${transport.toLowerCase()}`;
  const headers: [string, string | undefined][] = [
    ["Via", `SIP/2.0/${transport} ${local};branch=${request.branch};rport`],
    ["Max-Forwards", "70"],
    ["From", `${address};tag=${request.fromTag}`],
    ["To", address],
    ["Call-ID", request.callId],
    ["CSeq", `${request.cseq} ${method}`],
    ["Contact", request.hasContact ? `<sip:${username}@${local}${transportPart}>` : undefined],
    ["Expires", request.expires === undefined ? undefined : String(request.expires)],
    ["Accept", method === "OPTIONS" ? "application/sdp" : undefined],
    [request.authorization?.name ?? "", request.authorization?.value],
    ["User-Agent", request.userAgent],
    ["Content-Length", "0"],
  ];
  const lines = headers.map(([name, value]) => (value === undefined ? "" : headerLine(name, value)));
  if (/\s/.test(uri)) throw new Error("The SIP address contains a space");
  return `${method} ${uri} SIP/2.0\r\n${lines.join("")}\r\n`;
};

const longNames: Record<string, string> = {
  a: "accept-contact",
  c: "content-type",
  e: "content-encoding",
  f: "from",
  i: "call-id",
  k: "supported",
  l: "content-length",
  m: "contact",
  o: "event",
  r: "refer-to",
  s: "subject",
  t: "to",
  u: "allow-events",
  v: "via",
};

const statusLine = /^SIP\/2\.0 ([1-6]\d{2})(?: (.*))?$/i;
const headerPattern = /^([A-Za-z0-9\-.!%*_+`'~]+)[ \t]*:(.*)$/s;

/** One line of printable characters. */
export const readPhrase = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > sipLimits.phrase ? `${line.slice(0, sipLimits.phrase - 1)}…` : line;
};

/** Undefined when this is not a SIP response. */
export const parseSipReply = (text: string): SipReply | undefined => {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  if (head.length > sipLimits.headBytes) return undefined;
  // A line that starts with a space continues the one before it.
  const [first = "", ...lines] = head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const status = statusLine.exec(first);
  if (!status || lines.length > sipLimits.headers) return undefined;
  const headers: (readonly [string, string])[] = [];
  for (const line of lines) {
    if (line === "") continue;
    const [, name = "", rawValue = ""] = headerPattern.exec(line) ?? [];
    const value = rawValue.replaceAll("\t", " ");
    // Parts of a challenge are sent back, so what cannot be sent is not accepted.
    if (name === "" || forbiddenInHeader.test(value)) return undefined;
    const lower = name.toLowerCase();
    headers.push([longNames[lower] ?? lower, value.trim()]);
  }
  return {
    status: Number(status[1]),
    phrase: readPhrase(status[2] ?? ""),
    headers,
    body: end ? text.slice(end.index + end[0].length) : "",
  };
};

export const headerValues = ({ headers }: SipReply, name: string): string[] =>
  headers.filter(([header]) => header === name).map(([, value]) => value);

/** Whether this is the response to that request, and not to an earlier or a forged one. */
export const answersRequest = (
  reply: SipReply,
  { branch, callId, cseq, method }: Pick<SipRequest, "branch" | "callId" | "cseq" | "method">,
): boolean => {
  const [via = ""] = headerValues(reply, "via");
  const [number = "", name = ""] = (headerValues(reply, "cseq")[0] ?? "").split(/\s+/);
  const replyBranch = /;\s*branch\s*=\s*([^;,\s]+)/i.exec(via)?.[1];
  return (
    replyBranch === branch &&
    headerValues(reply, "call-id")[0] === callId &&
    Number(number) === cseq &&
    name.toUpperCase() === method
  );
};
