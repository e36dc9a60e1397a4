import { crc32, inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { createZip } from "./zip.ts";

/** Reads the archive by its central directory, as unpackers do. */
const readZip = (zip: Buffer): Map<string, string> => {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    const content = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    files.set(zip.toString("utf8", at + 46, at + 46 + nameLength), content.toString());
    at += 46 + nameLength;
  }
  return files;
};

test("an archive contains every file under its name", () => {
  const files = { "data.json": "{}", "files/ñandú.txt": "á".repeat(10_000), empty: "" };
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  expect(Object.fromEntries(readZip(createZip(entries, new Date("2026-03-31T12:00:00Z"))))).toEqual(files);
});

test("an archive may be empty", () => {
  expect(readZip(createZip([], new Date(0))).size).toBe(0);
});
