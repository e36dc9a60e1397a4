import type { ImapMessage } from "./imap-commands.ts";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const two = (number: number): string => String(number).padStart(2, "0");

const internalDate = (at: Date): string =>
  `${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;

const literal = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${name} {${content.length}}\r\n`), content]);

const headersOf = (raw: Buffer): Buffer => {
  const end = raw.indexOf("\r\n\r\n");
  return end < 0 ? raw : raw.subarray(0, end + 4);
};

/** What was asked of a message, in the order it was asked for. */
export const fetchItems = (message: ImapMessage, asked: string): { data: Buffer; isWhole: boolean } => {
  const parts: Buffer[] = [Buffer.from(`UID ${message.uid}`)];
  const isWhole = /BODY(\.PEEK)?\[\]/i.test(asked) || /\bRFC822\b(?!\.)/i.test(asked);
  if (/\bFLAGS\b/i.test(asked)) parts.push(Buffer.from(`FLAGS (${[...message.flags].join(" ")})`));
  if (/RFC822\.SIZE/i.test(asked)) parts.push(Buffer.from(`RFC822.SIZE ${message.raw.length}`));
  if (/INTERNALDATE/i.test(asked)) parts.push(Buffer.from(`INTERNALDATE "${internalDate(message.arrived)}"`));
  if (isWhole) parts.push(literal("BODY[]", message.raw));
  if (/BODY(\.PEEK)?\[HEADER\]/i.test(asked)) parts.push(literal("BODY[HEADER]", headersOf(message.raw)));
  const spaced = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(" "), part]));
  return { data: Buffer.concat(spaced), isWhole };
};
