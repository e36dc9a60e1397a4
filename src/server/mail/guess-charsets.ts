/**
 * Adds the charset to text parts that do not name one, and turns 8-bit headers into UTF-8. Without it their accents
 * are lost: the standard's default is ASCII.
 */
export const guessCharsets = (raw: Buffer): Buffer => {
  // Decodes as Latin-1, which maps each byte to one character.
  const text = raw.toString("latin1");
  if (!hasHighBytes(text) && !/^content-transfer-encoding:[ \t]*(?:quoted-printable|base64)/im.test(text))
    return raw;
  const replacements = headerBlocks(text).flatMap((block) => replaceHeaders(text, block) ?? []);
  if (replacements.length === 0) return raw;
  let result = "";
  let position = 0;
  for (const { start, end, headers } of replacements) {
    result += text.slice(position, start) + headers;
    position = end;
  }
  return Buffer.from(result + text.slice(position), "latin1");
};

type Block = { start: number; end: number; bodyEnd: number };

const hasHighBytes = (text: string): boolean => /[\x80-\xff]/.test(text);

const maxBlocks = 400;
const blockStart = /^--[^\r\n]{1,200}\r?\n(?=[!-9;-~]{1,80}:)/gm;

/** The headers of the message and of its parts: after each line that can be a delimiter and is followed by a header. */
const headerBlocks = (text: string): Block[] => {
  const starts = [0];
  for (const match of text.matchAll(blockStart)) {
    if (starts.length >= maxBlocks) break;
    starts.push(match.index + match[0].length);
  }
  return starts.map((start, index) => {
    const blank = /\r?\n\r?\n/g;
    blank.lastIndex = start;
    const next = starts[index + 1] ?? text.length;
    const found = blank.exec(text);
    const end = found && found.index < next ? found.index : next;
    return { start, end, bodyEnd: next };
  });
};

const replaceHeaders = (text: string, { start, end, bodyEnd }: Block) => {
  const given = text.slice(start, end);
  const headers = declareCharset(toUtf8Headers(given), text.slice(end, bodyEnd));
  return headers === given ? undefined : { start, end, headers };
};

/** The bytes of the headers, as UTF-8. */
const toUtf8Headers = (headers: string): string => {
  if (!hasHighBytes(headers)) return headers;
  const bytes = Buffer.from(headers, "latin1");
  return isUtf8(bytes) ? headers : Buffer.from(decodeWestern(bytes), "utf8").toString("latin1");
};

const contentType = /^content-type:[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im;
const charsetParameter = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;
/** Names that say nothing. */
const unknownCharsets = new Set([
  "",
  "us-ascii",
  "ascii",
  "unknown-8bit",
  "x-unknown",
  "unknown",
  "default",
  "8bit",
]);

const declareCharset = (headers: string, body: string): string => {
  const type = contentType.exec(headers)?.[1] ?? "text/plain";
  const charset = charsetParameter.exec(type)?.[1] ?? "";
  if (!/^\s*text\//i.test(type) || !unknownCharsets.has(charset.toLowerCase())) return headers;
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase() ?? "";
  const bytes = decodeBody(body, encoding);
  if (bytes.every((byte) => byte < 0x80)) return headers;
  const guessed = isUtf8(bytes) ? "utf-8" : "windows-1252";
  const declared = `Content-Type: ${type.replace(charsetParameter, "")}; charset=${guessed}`;
  return contentType.test(headers)
    ? headers.replace(contentType, () => declared)
    : `${headers}\r\n${declared}`;
};

/** Enough of the body to tell its charset. */
const maxBytes = 64 * 1024;

const decodeBody = (body: string, encoding: string): Buffer => {
  const start = body.slice(0, maxBytes);
  if (encoding === "base64") return Buffer.from(start.replace(/[^A-Za-z0-9+/]/g, ""), "base64");
  if (encoding !== "quoted-printable") return Buffer.from(start, "latin1");
  const decoded = start.replace(/=([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1");
};

/** The end may be cut in the middle of a character. */
const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const decodeWestern = (bytes: Buffer): string => new TextDecoder("windows-1252").decode(bytes);
