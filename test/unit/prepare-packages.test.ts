import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { project } from "../process.ts";

type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Entry> };
type Level = "run" | "all";

const { withoutTools, withAddresses } = (await import(join(project, "bin/lock-file.mjs"))) as {
  withoutTools: (lock: Lock) => Lock;
  withAddresses: (lock: Lock, registry: string) => Lock;
};
const registry = "https://packages.example.com/npm/";
const { packagesAreFresh, installPackages } = (await import(join(project, "bin/prepare-packages.mjs"))) as {
  packagesAreFresh: (root: string, level: Level) => boolean;
  installPackages: (root: string, level: Level, onStart: () => () => void) => Promise<void>;
};

const readLock = (file: string) => JSON.parse(readFileSync(join(project, file), "utf8")) as Lock;
const lockFiles = ["package-lock.json", "bin/node/package-lock.json"];

describe("the lock files", () => {
  test.each(lockFiles)("%s records a hash and no address of each package", (file) => {
    for (const [path, { resolved }] of Object.entries(readLock(file).packages))
      expect({ path, resolved }).toEqual({ path, resolved: undefined });
    for (const { resolved, integrity } of Object.values(withAddresses(readLock(file), registry).packages))
      expect(resolved === undefined).toBe(integrity === undefined);
  });

  test("addresses have the name of the package and the file without its scope", () => {
    const lock = {
      packages: { "node_modules/a/node_modules/@b/c": { version: "1.2.3", integrity: "sha512-x" } },
    };
    const [entry] = Object.values(withAddresses(lock, registry).packages);
    expect(entry?.resolved).toBe("https://packages.example.com/npm/@b/c/-/c-1.2.3.tgz");
  });

  test("building and running need every dependency and no package of tools and tests", () => {
    const lock = readLock("package-lock.json");
    const { "": root, ...needed } = withoutTools(lock).packages;
    expect(Object.keys(needed)).toEqual(
      expect.arrayContaining(Object.keys(root?.dependencies ?? {}).map((name) => `node_modules/${name}`)),
    );
    expect(Object.entries(needed).filter(([, { dev }]) => dev)).toEqual([]);
    expect(root?.devDependencies).toBeUndefined();
    const tools = Object.keys(lock.packages[""]?.devDependencies ?? {}).map((name) => `node_modules/${name}`);
    expect(tools.filter((path) => path in needed)).toEqual([]);
  });
});

/** A checkout with one package that running needs and one tool, as npm left them. */
const createCheckout = async (installed: string[]) => {
  const root = await mkdtemp(join(tmpdir(), "faro packages "));
  onTestFinished(() => rm(root, { recursive: true }));
  const entry = (name: string) => ({ version: "1.0.0", integrity: `sha512-${name}` });
  const lock = {
    packages: {
      "": { dependencies: { product: "1.0.0" }, devDependencies: { tool: "1.0.0" } },
      "node_modules/product": entry("product"),
      "node_modules/tool": { ...entry("tool"), dev: true },
    },
  };
  mkdirSync(join(root, "bin/node"), { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    writeFileSync(join(root, "bin/node", file), readFileSync(join(project, "bin/node", file)));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(process.execPath, join(root, "node_modules/.bin/node"));
  for (const name of installed) {
    mkdirSync(join(root, "node_modules", name));
    writeFileSync(join(root, "node_modules", name, "package.json"), "{}");
  }
  const packages = Object.fromEntries(installed.map((name) => [`node_modules/${name}`, entry(name)]));
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  return { root, lock };
};

const noProgram = () => {
  throw new Error("A program was started.");
};

describe("packages that npm installed as the lock file lists them", () => {
  test("are accepted as they are, tools included", async () => {
    const { root, lock } = await createCheckout(["product", "tool"]);
    expect(packagesAreFresh(root, "run")).toBe(false);
    await installPackages(root, "run", noProgram);
    expect([packagesAreFresh(root, "run"), packagesAreFresh(root, "all")]).toEqual([true, true]);
    lock.packages["node_modules/product"].integrity = "sha512-other";
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
    expect([packagesAreFresh(root, "run"), packagesAreFresh(root, "all")]).toEqual([false, false]);
  });

  test("without tools are enough to run and not to test", async () => {
    const { root } = await createCheckout(["product"]);
    await installPackages(root, "run", noProgram);
    expect([packagesAreFresh(root, "run"), packagesAreFresh(root, "all")]).toEqual([true, false]);
  });
});
