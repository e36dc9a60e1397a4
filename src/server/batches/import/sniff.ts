import type { ReadingOptions } from "#domain/import/import-state.ts";
import { UnreadableFile } from "./file-problem.ts";

export type Encoding = NonNullable<ReadingOptions["encoding"]>;
export type Separator = NonNullable<ReadingOptions["separator"]>;

const startsWith = (bytes: Buffer, ...start: number[]): boolean =>
  start.every((value, index) => bytes[index] === value);

export const isZip = (bytes: Buffer): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

const binaryStarts: number[][] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x7f, 0x45, 0x4c, 0x46],
];

/** The share of NUL bytes at even and odd places tells UTF-16 apart. */
const guessUtf16 = (bytes: Buffer): Encoding | undefined => {
  const zeros = [0, 0];
  for (let index = 0; index < bytes.length; index++)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = bytes.length / 2;
  if ((zeros[1] ?? 0) > half * 0.4 && (zeros[0] ?? 0) < half * 0.1) return "utf-16le";
  if ((zeros[0] ?? 0) > half * 0.4 && (zeros[1] ?? 0) < half * 0.1) return "utf-16be";
  return undefined;
};

/** The encoding of a text by its first bytes. UTF-8 is an assumption until the whole file has been decoded. */
export const sniffEncoding = (bytes: Buffer): Encoding => {
  // Workbooks of before 2007.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile({ code: "old_excel" });
  if (binaryStarts.some((start) => startsWith(bytes, ...start)))
    throw new UnreadableFile({ code: "binary_file" });
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be";
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8";
  const utf16 = guessUtf16(bytes.subarray(0, 4096));
  if (utf16) return utf16;
  if (bytes.subarray(0, 8192).includes(0)) throw new UnreadableFile({ code: "binary_file" });
  return "utf-8";
};

/** Letters of Spanish with an accent, by their bytes in each encoding. */
const windowsLetters = new Set([
  0xc1, 0xc9, 0xcd, 0xd1, 0xd3, 0xda, 0xe1, 0xe9, 0xed, 0xf1, 0xf3, 0xfa, 0xfc,
]);
const macLetters = new Set([0x83, 0x84, 0x87, 0x8e, 0x92, 0x96, 0x97, 0x9c, 0x9f]);
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
/** In Windows-1252 this byte is an apostrophe, which few letters follow: "Joe’s", "O’Brien". */
const apostrophe = 0x92;
const afterApostrophe = new Set([..."stdmrlvSTDMRLV"].map((letter) => letter.charCodeAt(0)));

/** The encoding of a text that is no UTF-8: accented letters stand between plain ones in one of two encodings. */
export const guessOldEncoding = (bytes: Buffer): Encoding => {
  let mac = 0;
  let windows = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80 || !isLetter(bytes[index - 1])) continue;
    const next = bytes[index + 1];
    if (windowsLetters.has(byte)) windows += 1;
    else if (
      macLetters.has(byte) &&
      (byte !== apostrophe || (isLetter(next) && !afterApostrophe.has(next ?? 0)))
    )
      mac += 1;
  }
  return mac > windows ? "macintosh" : "windows-1252";
};

const separators: readonly Separator[] = [",", ";", "\t", "|"];

/** How often each separator is in each of the first lines, outside of quotes. */
const countSeparators = (text: string): Map<Separator, number[]> => {
  const counts = new Map<Separator, number[]>(separators.map((separator) => [separator, []]));
  let isQuoted = false;
  let line = 0;
  const start = (): void => separators.forEach((separator) => void counts.get(separator)?.push(0));
  start();
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === "\n" || char === "\r") {
      line += 1;
      if (line >= 60) break;
      start();
    } else {
      const own = counts.get(char as Separator);
      if (own) own[own.length - 1] = (own.at(-1) ?? 0) + 1;
    }
  }
  return counts;
};

/** The count that most lines with the separator share; lines without one are titles or blank. */
const commonCount = (counts: readonly number[]): { count: number; lines: number } => {
  const lines = new Map<number, number>();
  for (const count of counts) if (count > 0) lines.set(count, (lines.get(count) ?? 0) + 1);
  return [...lines].reduce((best, [count, times]) => (times > best.lines ? { count, lines: times } : best), {
    count: 0,
    lines: 0,
  });
};

/** The separator that is in most lines equally often. */
export const sniffSeparator = (text: string): Separator => {
  const stated = /^\uFEFF?sep=([,;|\t])\r?\n/i.exec(text)?.[1];
  if (stated) return stated as Separator;
  let best: { separator: Separator; weight: number } = { separator: ",", weight: 0 };
  for (const [separator, all] of countSeparators(text)) {
    const complete = all.slice(0, Math.max(1, all.length - 1));
    const filled = complete.filter((count) => count > 0);
    const { count, lines } = commonCount(filled);
    const weight = filled.length === 0 ? 0 : (count * lines) / filled.length;
    if (weight > best.weight) best = { separator, weight };
  }
  return best.separator;
};
