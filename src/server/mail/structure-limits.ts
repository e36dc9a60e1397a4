const maxDelimiterLength = 200;
const maxBoundaries = 5000;
const maxCountedLines = 10_000;

/**
 * Checked before parsing, because each part costs far more memory than its delimiter has bytes. Decodes as Latin-1,
 * which maps each byte to one character.
 */
export const hasTooManyParts = (raw: Buffer, maxParts: number): boolean => {
  const text = raw.toString("latin1");
  const boundaries = declaredBoundaries(text);
  // Without known boundaries, every repeated line that could be a delimiter counts.
  const isBoundary = (name: string) => boundaries === "unclear" || boundaries.has(name);
  const counts = new Map<string, number>();
  let total = 0;
  const firstStart = text.startsWith("--") ? 0 : nextDelimiter(text, 0);
  for (let start = firstStart; start >= 0; start = nextDelimiter(text, start)) {
    const nameStart = start + 2;
    const lineEnd = text.indexOf("\n", start);
    const nameEnd = Math.min(lineEnd < 0 ? text.length : lineEnd, nameStart + maxDelimiterLength);
    const name = text.slice(nameStart, nameEnd).trimEnd();
    if (!isBoundary(name)) continue;
    if (boundaries === "unclear") {
      const count = (counts.get(name) ?? 0) + 1;
      if (counts.size < maxCountedLines || counts.has(name)) counts.set(name, count);
      if (count > maxParts) return true;
    } else if (++total > maxParts) return true;
  }
  return false;
};

const nextDelimiter = (text: string, from: number): number => {
  const lineBreak = text.indexOf("\n--", from);
  return lineBreak < 0 ? -1 : lineBreak + 1;
};

const boundaryParameter = /boundary(\*\d*\*?)?[ \t]*=[ \t\r\n]*(?:"([^"\r\n]{1,200})"?|([^\s;"]{1,200}))/gi;

/** A boundary that is split by RFC 2231 continuations (`boundary*0=`) makes the result unclear. */
const declaredBoundaries = (text: string): Set<string> | "unclear" => {
  const boundaries = new Set<string>();
  for (const [, continuation, quoted, unquoted] of text.matchAll(boundaryParameter)) {
    if (continuation !== undefined || boundaries.size > maxBoundaries) return "unclear";
    boundaries.add((quoted ?? unquoted ?? "").replaceAll("\\", "").trimEnd());
  }
  return boundaries;
};

const lineFeed = 0x0a;

export const hasTooManyLines = (raw: Buffer, maxLines: number): boolean => {
  let count = 0;
  for (let index = raw.indexOf(lineFeed); index >= 0; index = raw.indexOf(lineFeed, index + 1))
    if (++count > maxLines) return true;
  return false;
};
