/** What PostgreSQL cannot hold is taken out; what is too long is cut between two letters. */
export const cleanText = (text: string, mostBytes: number): string => {
  const cut = text.length > mostBytes ? text.slice(0, mostBytes) : text;
  const whole = cut.replaceAll("\u0000", "").toWellFormed();
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const bytes = Buffer.from(whole);
  let end = mostBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
};

/** One line of a header: no breaks, no control characters. */
export const cleanLine = (text: string | null | undefined, mostBytes: number): string =>
  cleanText((text ?? "").replace(/\p{Cc}+/gu, " ").trim(), mostBytes);
