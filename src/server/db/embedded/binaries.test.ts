import { execFileSync } from "node:child_process";
import { chmod, cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot } from "./account.ts";
import { copyOut, findPackage, linkText, missingLinks, readyBinaries, repairLinks } from "./binaries.ts";

const nobody = { uid: 65_534, gid: 65_534 };

const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), "faro binaries "));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  await chmod(made, 0o755);
  return made;
};

const packageWithoutLinks = async (): Promise<string> => {
  const root = join(await folder(), "package");
  await cp(findPackage(), root, { recursive: true, verbatimSymlinks: true });
  for (const { target } of await links(root)) await rm(join(root, target), { force: true });
  return root;
};

const links = async (root: string) => {
  const { default: all } = await import(join(root, "native/pg-symlinks.json"), { with: { type: "json" } });
  return all as { source: string; target: string }[];
};

const version = (native: string) => execFileSync(join(native, "bin/postgres"), ["--version"]).toString();

test("a link is relative to where it lies", () => {
  expect(linkText({ source: "native/lib/a.so.1.2", target: "native/lib/a.so" })).toBe("a.so.1.2");
  expect(linkText({ source: "native/lib/a.so", target: "native/bin/a.so" })).toBe("../lib/a.so");
});

describe("links that npm left out", { timeout: 60_000 }, () => {
  test("missing and broken ones are mended, and the program then runs", async () => {
    const root = await packageWithoutLinks();
    const wanted = await links(root);
    await symlink("nowhere", join(root, wanted[0]?.target ?? ""));
    expect(await missingLinks(root)).toHaveLength(wanted.length);
    await Promise.all([repairLinks(root), repairLinks(root)]);
    expect(await missingLinks(root)).toEqual([]);
    expect(version(join(root, "native"))).toContain("PostgreSQL");
    expect(
      (await readdir(join(root, "native/lib"))).filter((name) => /\.\d+-[0-9a-f]{8}$/.test(name)),
    ).toEqual([]);
  });
});

describe("copying out", { timeout: 60_000 }, () => {
  test("whole, once, and without what a killed copy left", async () => {
    const root = await packageWithoutLinks();
    const base = await folder();
    const copy = await copyOut(root, base);
    await rm(copy, { recursive: true });
    const name = copy.slice(base.length + 1);
    await writeFile(join(base, `.${name}.4194305-aaaaaaaa`), "");
    const both = await Promise.all([copyOut(root, base), copyOut(root, base)]);
    expect(both).toEqual([copy, copy]);
    expect(await readdir(base)).toEqual([name]);
    expect(version(join(copy, "native"))).toContain("PostgreSQL");
    await writeFile(join(copy, "mark"), "");
    await copyOut(root, base);
    expect(await readdir(copy)).toContain("mark");
  });

  test.skipIf(!isRoot())(
    "(root only, who alone runs as another) when the user cannot read them",
    async () => {
      const root = await packageWithoutLinks();
      await chmod(root, 0o700);
      const copies = join(await folder(), "copies");
      const native = await readyBinaries({ root, copies, account: nobody });
      expect(native.startsWith(copies)).toBe(true);
      const run = execFileSync(join(native, "bin/postgres"), ["--version"], nobody);
      expect(run.toString()).toContain("PostgreSQL");
    },
  );

  test.skipIf(isRoot())(
    "(not root, whom permissions do not bind) when links are missing and cannot be made",
    async () => {
      const root = await packageWithoutLinks();
      await chmod(join(root, "native/lib"), 0o555);
      onTestFinished(() => chmod(join(root, "native/lib"), 0o755));
      const copies = await folder();
      const native = await readyBinaries({ root, copies, account: undefined });
      expect(native.startsWith(copies)).toBe(true);
      expect(version(native)).toContain("PostgreSQL");
    },
  );

  test("not when they can be used where they are", async () => {
    const copies = await folder();
    const native = await readyBinaries({ root: findPackage(), copies, account: undefined });
    expect(native).toBe(join(findPackage(), "native"));
    expect(await readdir(copies)).toEqual([]);
  });
});
