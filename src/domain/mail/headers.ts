/** An unfolded header; the key is in lower case. */
export type MailHeader = { key: string; value: string };

export const headerValue = (headers: readonly MailHeader[], key: string): string | undefined =>
  headers.find((header) => header.key === key)?.value;

export const headerValues = (headers: readonly MailHeader[], key: string): string[] =>
  headers.filter((header) => header.key === key).map(({ value }) => value);

/** Blocks of `Name: value` lines separated by blank lines, as in reports and enclosed messages. */
export const parseHeaderBlocks = (text: string): MailHeader[][] =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .split(/\n[ \t]*\n/)
    .map(parseHeaders)
    .filter((block) => block.length > 0);

const parseHeaders = (block: string): MailHeader[] => {
  const headers: MailHeader[] = [];
  for (const line of block.split("\n")) {
    const previous = headers.at(-1);
    if (/^[ \t]/.test(line) && previous) {
      previous.value += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (/^[!-9;-~]{1,80}$/.test(key)) headers.push({ key, value: line.slice(colon + 1).trim() });
  }
  return headers;
};
