const maxScannedLength = 1024 * 1024;
const partStart = /^--[^\r\n]{1,200}\r?\n/gm;
const headerLines = /^(?:[!-9;-~]{1,80}:[^\n]{0,4000}\n(?:[ \t][^\n]{0,4000}\n){0,50}){1,50}\r?\n/;
const contentHeaders = /^content-(?:type|transfer-encoding):[^\n]*\n(?:[ \t][^\n]*\n)*/gim;

/**
 * A message whose parts are nested too deeply or have no usable delimiter, as one part: its first plain text, else
 * its first HTML. Undefined when it has neither.
 */
export const flattenMessage = (raw: Buffer): Buffer | undefined => {
  // Decodes as Latin-1, which maps each byte to one character.
  const text = raw.toString("latin1", 0, maxScannedLength);
  const head = /^[\s\S]*?\r?\n(?=\r?\n)/.exec(text)?.[0] ?? text;
  const body = text.slice(head.length);
  const parts = textParts(body);
  const part =
    parts.find(({ type }) => type === "text/plain") ?? parts.find(({ type }) => type === "text/html");
  if (!part || part.body.trim() === "") return undefined;
  return Buffer.from(head.replace(contentHeaders, "") + part.headers + part.body, "latin1");
};

type TextPart = { type: string; headers: string; body: string };

const textParts = (body: string): TextPart[] => {
  const parts: TextPart[] = [];
  for (const match of body.matchAll(partStart)) {
    const start = match.index + match[0].length;
    const headers = headerLines.exec(body.slice(start, start + 64 * 1024))?.[0];
    if (headers === undefined) continue;
    const type = /^content-type:\s*([\w./+-]+)/im.exec(headers)?.[1]?.toLowerCase() ?? "text/plain";
    const rest = body.slice(start + headers.length);
    const end = rest.search(/^--[^\s-]/m);
    parts.push({ type, headers, body: end < 0 ? rest : rest.slice(0, end) });
    if (type === "text/plain") break;
  }
  return parts;
};
