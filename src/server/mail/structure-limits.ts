/**
 * Are there more parts than allowed? Asked before anything is taken apart, because each part costs far more memory
 * than its delimiter costs bytes. One pass over the bytes as Latin letters.
 */
export const hasTooManyParts = (raw: Buffer, most: number): boolean => {
  const text = raw.toString("latin1");
  const boundaries = declaredBoundaries(text);
  // A boundary written in pieces cannot be read off: then every repeated line that could be a delimiter counts.
  const isKnown = (name: string) => boundaries === "unclear" || boundaries.has(name);
  const counts = new Map<string, number>();
  let total = 0;
  for (let at = text.startsWith("--") ? 0 : next(text, 0); at >= 0; at = next(text, at)) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at + 2, Math.min(end < 0 ? text.length : end, at + 202)).trimEnd();
    if (!isKnown(line)) continue;
    if (boundaries === "unclear") {
      const count = (counts.get(line) ?? 0) + 1;
      if (counts.size < 10_000 || counts.has(line)) counts.set(line, count);
      if (count > most) return true;
    } else if (++total > most) return true;
  }
  return false;
};

const next = (text: string, from: number): number => {
  const found = text.indexOf("\n--", from);
  return found < 0 ? -1 : found + 1;
};

const declared = /boundary(\*\d*\*?)?[ \t]*=[ \t\r\n]*(?:"([^"\r\n]{1,200})"?|([^\s;"]{1,200}))/gi;

const declaredBoundaries = (text: string): Set<string> | "unclear" => {
  const found = new Set<string>();
  for (const [, star, quoted, bare] of text.matchAll(declared)) {
    if (star !== undefined || found.size > 5000) return "unclear";
    const name = (quoted ?? bare ?? "").replaceAll("\\", "");
    found.add(name.trimEnd());
  }
  return found;
};

export const hasTooManyLines = (raw: Buffer, most: number): boolean => {
  let count = 0;
  for (let at = raw.indexOf(0x0a); at >= 0; at = raw.indexOf(0x0a, at + 1)) if (++count > most) return true;
  return false;
};
