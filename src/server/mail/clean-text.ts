/** Removes what PostgreSQL cannot store and cuts the text between two characters. */
export const cleanText = (text: string, maxBytes: number): string => {
  const cut = text.length > maxBytes ? text.slice(0, maxBytes) : text;
  const clean = cut.replaceAll("\u0000", "").toWellFormed();
  if (Buffer.byteLength(clean) <= maxBytes) return clean;
  const bytes = Buffer.from(clean);
  let end = maxBytes;
  // Continuation bytes of UTF-8 start with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
};

/** A header value as a single line without control characters. */
export const cleanLine = (text: string | null | undefined, maxBytes: number): string =>
  cleanText((text ?? "").replace(/\p{Cc}+/gu, " ").trim(), maxBytes);
