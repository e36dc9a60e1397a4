import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decryptBackup, encryptBackup, isEncryptedBackup } from "./backup-cipher.ts";
import { openKeyring } from "./keyring.ts";

const openKeys = () => openKeyring(mkdtempSync(join(tmpdir(), "faro-backup-")), undefined);
const keyring = await openKeys();

const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
};
const encrypt = (plain: Buffer) => collect(encryptBackup(keyring)([plain]));
const inPieces = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
    bytes.subarray(n * length, (n + 1) * length),
  );
const decrypt = (sealed: Buffer, length = 10_007) =>
  collect(decryptBackup(keyring)(inPieces(sealed, length)));

const plainOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 31) % 251));
const header = 52;
const chunk = 65_536 + 16;

describe("an encrypted backup", () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])("of %i bytes is restored", async (length) => {
    const plain = plainOf(length);
    const sealed = await encrypt(plain);
    expect(isEncryptedBackup(sealed)).toBe(true);
    expect(sealed.length).toBe(header + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    expect((await decrypt(sealed)).equals(plain)).toBe(true);
    expect((await decrypt(sealed, 7_777_777)).equals(plain)).toBe(true);
    if (length > 8) expect(sealed.includes(plain.subarray(0, 8))).toBe(false);
  });

  test("differs each time", async () => {
    expect((await encrypt(plainOf(100))).equals(await encrypt(plainOf(100)))).toBe(false);
  });

  const threeChunks = () => encrypt(plainOf(3 * 65_536));
  test.each<[string, (sealed: Buffer) => Buffer]>([
    ["without its end", (sealed) => sealed.subarray(0, -1)],
    ["without its last chunk", (sealed) => sealed.subarray(0, header + 2 * chunk)],
    [
      "without its first chunk",
      (sealed) => Buffer.concat([sealed.subarray(0, header), sealed.subarray(header + chunk)]),
    ],
    [
      "with two chunks exchanged",
      (sealed) =>
        Buffer.concat([
          sealed.subarray(0, header),
          sealed.subarray(header + chunk, header + 2 * chunk),
          sealed.subarray(header, header + chunk),
          sealed.subarray(header + 2 * chunk),
        ]),
    ],
    ["with something appended", (sealed) => Buffer.concat([sealed, Buffer.alloc(20)])],
    ["with the last chunk twice", (sealed) => Buffer.concat([sealed, sealed.subarray(-chunk)])],
    [
      "with one bit changed",
      (sealed) => {
        const changed = Buffer.from(sealed);
        changed[header + chunk + 5] = (changed[header + chunk + 5] ?? 0) ^ 1;
        return changed;
      },
    ],
    [
      "with another salt",
      (sealed) => {
        const changed = Buffer.from(sealed);
        changed[30] = (changed[30] ?? 0) ^ 1;
        return changed;
      },
    ],
    ["that is only a header", (sealed) => sealed.subarray(0, header)],
    ["cut within the header", (sealed) => sealed.subarray(0, 20)],
  ])("%s is rejected", async (_what, change) => {
    await expect(decrypt(change(await threeChunks()))).rejects.toThrow("damaged or incomplete");
  });

  test("names the key that it needs", async () => {
    const sealed = await encrypt(plainOf(10));
    const others = await openKeys();
    await expect(collect(decryptBackup(others)([sealed]))).rejects.toThrow(keyring.current().id);
  });
});
