import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addKeyToFile, openKeyring } from "./keyring.ts";
import { lastFourCharacters, rewrap, seal, sealingKeyId, unseal } from "./vault.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "faro-vault-"));
});
afterEach(() => rm(dir, { recursive: true }));

const location = { table: "api_keys", row: "r1", field: "key_value" };

describe("the vault", () => {
  test("unseals what it sealed, and never seals to the same text twice", async () => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "sk-ñandú", location);
    expect(unseal(keyring, sealed, location)).toBe("sk-ñandú");
    expect(seal(keyring, "sk-ñandú", location)).not.toBe(sealed);
    expect(sealed).not.toContain("sk-");
  });

  test.each([
    ["another row", { ...location, row: "r2" }],
    ["another field", { ...location, field: "other" }],
    ["another table", { ...location, table: "ai_providers" }],
  ])("does not unseal in %s", async (_where, otherLocation) => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "secret", location);
    expect(() => unseal(keyring, sealed, otherLocation)).toThrow();
  });

  test("does not unseal a changed text", async () => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "secret", location);
    for (const at of [20, 60, sealed.length - 3]) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(() => unseal(keyring, changed, location)).toThrow();
    }
  });

  test("after rotation a running process unseals old secrets and seals with the new key", async () => {
    const running = await openKeyring(dir, undefined);
    const sealed = seal(running, "secret", location);
    await addKeyToFile(dir, await openKeyring(dir, undefined));
    expect(unseal(running, sealed, location)).toBe("secret");
    const rewrapped = rewrap(running, sealed, location);
    expect(sealingKeyId(rewrapped)).toBe(running.current().id);
    expect(sealingKeyId(rewrapped)).not.toBe(sealingKeyId(sealed));
    expect(unseal(running, rewrapped, location)).toBe("secret");
  });

  test("creates the key file with mode 0600 and rejects a file readable by others", async () => {
    await openKeyring(dir, undefined);
    const path = join(dir, "secret.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { chmod } = await import("node:fs/promises");
    await chmod(path, 0o644);
    await expect(openKeyring(dir, undefined)).rejects.toThrow("chmod 600");
  });

  test("two concurrent first starts use the same key", async () => {
    const keyrings = await Promise.all([openKeyring(dir, undefined), openKeyring(dir, undefined)]);
    expect(keyrings[0]?.current().id).toBe(keyrings[1]?.current().id);
    expect((await readFile(join(dir, "secret.key"), "utf8")).split("\n").filter(Boolean)).toHaveLength(1);
  });

  test.each([
    "short",
    ",",
    `!!!!${Buffer.alloc(32).toString("base64")}`,
    "x".repeat(44),
    Buffer.alloc(31).toString("base64"),
  ])("rejects FARO_SECRET_KEY=%s", async (key) => {
    await expect(openKeyring(dir, key)).rejects.toThrow("FARO_SECRET_KEY");
  });

  test.each([
    ["sk-1234567890abcd", "abcd"],
    ["short", ""],
  ])("the visible end of %s is '%s'", (plain, end) => expect(lastFourCharacters(plain)).toBe(end));
});
