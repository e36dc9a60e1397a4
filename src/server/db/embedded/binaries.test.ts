import { execFileSync } from "node:child_process";
import { chmod, cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot } from "./account.ts";
import {
  copyPackage,
  findMissingLinks,
  findPostgresPackage,
  type LibraryLink,
  prepareBinaries,
  relativeLinkSource,
  repairLinks,
} from "./binaries.ts";

const nobody = { uid: 65_534, gid: 65_534 };

const createDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), "faro binaries "));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  return directory;
};

const packageWithoutLinks = async (): Promise<string> => {
  const root = join(await createDirectory(), "package");
  await cp(findPostgresPackage(), root, { recursive: true, verbatimSymlinks: true });
  for (const { target } of await readLinks(root)) await rm(join(root, target), { force: true });
  return root;
};

const readLinks = async (root: string) => {
  const { default: links } = await import(join(root, "native/pg-symlinks.json"), { with: { type: "json" } });
  return links as LibraryLink[];
};

const postgresVersion = (native: string) =>
  execFileSync(join(native, "bin/postgres"), ["--version"]).toString();

test("computes the content of a link relative to its directory", () => {
  expect(relativeLinkSource({ source: "native/lib/a.so.1.2", target: "native/lib/a.so" })).toBe("a.so.1.2");
  expect(relativeLinkSource({ source: "native/lib/a.so", target: "native/bin/a.so" })).toBe("../lib/a.so");
});

describe("library links", { timeout: 60_000 }, () => {
  test("repairs missing and broken links so that the program runs", async () => {
    const root = await packageWithoutLinks();
    const allLinks = await readLinks(root);
    await symlink("nowhere", join(root, allLinks[0]?.target ?? ""));
    expect(await findMissingLinks(root)).toHaveLength(allLinks.length);
    await Promise.all([repairLinks(root), repairLinks(root)]);
    expect(await findMissingLinks(root)).toEqual([]);
    expect(postgresVersion(join(root, "native"))).toContain("PostgreSQL");
    expect(
      (await readdir(join(root, "native/lib"))).filter((name) => /\.\d+-[0-9a-f]{8}$/.test(name)),
    ).toEqual([]);
  });
});

describe("copying the package", { timeout: 60_000 }, () => {
  test("copies completely, once, and removes unfinished copies of killed processes", async () => {
    const root = await packageWithoutLinks();
    const base = await createDirectory();
    const copy = await copyPackage(root, base);
    await rm(copy, { recursive: true });
    const name = copy.slice(base.length + 1);
    await writeFile(join(base, `.${name}.4194305-aaaaaaaa`), "");
    const both = await Promise.all([copyPackage(root, base), copyPackage(root, base)]);
    expect(both).toEqual([copy, copy]);
    expect(await readdir(base)).toEqual([name]);
    expect(postgresVersion(join(copy, "native"))).toContain("PostgreSQL");
    await writeFile(join(copy, "mark"), "");
    await copyPackage(root, base);
    expect(await readdir(copy)).toContain("mark");
  });

  test.skipIf(!isRoot())("(root only) copies when the server's user cannot read the package", async () => {
    const root = await packageWithoutLinks();
    await chmod(root, 0o700);
    const copies = join(await createDirectory(), "copies");
    const native = await prepareBinaries({ packageDir: root, copyDir: copies, user: nobody });
    expect(native.startsWith(copies)).toBe(true);
    const run = execFileSync(join(native, "bin/postgres"), ["--version"], nobody);
    expect(run.toString()).toContain("PostgreSQL");
  });

  test.skipIf(isRoot())("(not as root) copies when links are missing and cannot be created", async () => {
    const root = await packageWithoutLinks();
    await chmod(join(root, "native/lib"), 0o555);
    onTestFinished(() => chmod(join(root, "native/lib"), 0o755));
    const copies = await createDirectory();
    const native = await prepareBinaries({ packageDir: root, copyDir: copies, user: undefined });
    expect(native.startsWith(copies)).toBe(true);
    expect(postgresVersion(native)).toContain("PostgreSQL");
  });

  test("does not copy when the package is usable in place", async () => {
    const copies = await createDirectory();
    const native = await prepareBinaries({
      packageDir: findPostgresPackage(),
      copyDir: copies,
      user: undefined,
    });
    expect(native).toBe(join(findPostgresPackage(), "native"));
    expect(await readdir(copies)).toEqual([]);
  });
});
