import { cutText } from "#domain/storable-text.ts";

const maxItems = 50;
const needsQuotes = /[;|,\n"]|^\s|\s$/;

/** A list as one cell, which `splitList` reads back: an item with a separator stands in quotes. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join("; ");

const quotedOrPlain = (separators: string): RegExp =>
  new RegExp(
    String.raw`\s*(?:"((?:[^"]|"")*)"\s*(?=[${separators}]|$)|([^${separators}]*))(?:[${separators}]|$)`,
    "gy",
  );

/** Semicolons, bars and lines separate items; commas do where there is none of them. */
export const splitList = (text: string, maxLength: number): string[] => {
  const outside = text.replaceAll(/"(?:[^"]|"")*"/g, "");
  const pattern = quotedOrPlain(/[;|\n]/.test(outside) ? ";|\\n" : ",");
  const items: string[] = [];
  for (const [whole, quoted, plain = ""] of text.matchAll(pattern)) {
    if (whole === "") continue;
    items.push(cutText((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(), maxLength));
  }
  return [...new Set(items.filter((item) => item !== ""))].slice(0, maxItems);
};
