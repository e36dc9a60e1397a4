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

const place = { table: "api_keys", row: "r1", field: "key_value" };

describe("the vault", () => {
  test("opens what it sealed, and no two seals are alike", async () => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "sk-ñandú", place);
    expect(unseal(keyring, sealed, place)).toBe("sk-ñandú");
    expect(seal(keyring, "sk-ñandú", place)).not.toBe(sealed);
    expect(sealed).not.toContain("sk-");
  });

  test.each([
    ["another row", { ...place, row: "r2" }],
    ["another field", { ...place, field: "other" }],
    ["another table", { ...place, table: "ai_providers" }],
  ])("does not open in %s", async (_where, elsewhere) => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "secret", place);
    expect(() => unseal(keyring, sealed, elsewhere)).toThrow();
  });

  test("does not open when one character was changed", async () => {
    const keyring = await openKeyring(dir, undefined);
    const sealed = seal(keyring, "secret", place);
    for (const at of [20, 60, sealed.length - 3]) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(() => unseal(keyring, changed, place)).toThrow();
    }
  });

  test("after rotation old seals still open, new ones use the new key, and a running process notices", async () => {
    const running = await openKeyring(dir, undefined);
    const sealed = seal(running, "secret", place);
    await addKeyToFile(dir, await openKeyring(dir, undefined));
    expect(unseal(running, sealed, place)).toBe("secret");
    const moved = rewrap(running, sealed, place);
    expect(sealingKeyId(moved)).toBe(running.current().id);
    expect(sealingKeyId(moved)).not.toBe(sealingKeyId(sealed));
    expect(unseal(running, moved, place)).toBe("secret");
  });

  test("the key file is for its owner alone; a file that others can read is refused", async () => {
    await openKeyring(dir, undefined);
    const path = join(dir, "secret.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { chmod } = await import("node:fs/promises");
    await chmod(path, 0o644);
    await expect(openKeyring(dir, undefined)).rejects.toThrow("chmod 600");
  });

  test("two first starts at once agree on one key", async () => {
    const rings = await Promise.all([openKeyring(dir, undefined), openKeyring(dir, undefined)]);
    expect(rings[0]?.current().id).toBe(rings[1]?.current().id);
    expect((await readFile(join(dir, "secret.key"), "utf8")).split("\n").filter(Boolean)).toHaveLength(1);
  });

  test.each([
    "short",
    ",",
    `!!!!${Buffer.alloc(32).toString("base64")}`,
    "x".repeat(44),
    Buffer.alloc(31).toString("base64"),
  ])("FARO_SECRET_KEY=%s is refused", async (key) => {
    await expect(openKeyring(dir, key)).rejects.toThrow("FARO_SECRET_KEY");
  });

  test.each([
    ["sk-1234567890abcd", "abcd"],
    ["short", ""],
  ])("the end of %s that may be shown is '%s'", (plain, end) => expect(lastFourCharacters(plain)).toBe(end));
});
