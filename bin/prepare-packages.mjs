import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const system = `${process.platform}-${process.arch}`;

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** What the installed packages must match: the lock file, the system, and the Node that was tried. */
const wanted = (root) => {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const { size, mtimeMs } = statSync(join(root, "node_modules", ".bin", "node"));
  return JSON.stringify({ lock, system, node: `${size} ${mtimeMs}` });
};

const stampFile = (root) => join(root, "node_modules", ".faro-stamp");

export const packagesAreFresh = (root) => {
  try {
    return read(stampFile(root)) === wanted(root);
  } catch {
    return false;
  }
};

const nodeRuns = async (root) => {
  const { spawnSync } = await import("node:child_process");
  const ran = spawnSync(join(root, "node_modules", ".bin", "node"), ["--version"], { encoding: "utf8" });
  return ran.status === 0 && /^v(2[4-9]|[3-9]\d)\./.test(ran.stdout);
};

const musl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;

/** Whether a package that npm may leave out is one that this system needs. */
const suits = ({ os, cpu, libc }) =>
  (os !== undefined || cpu !== undefined) &&
  (os ?? [process.platform]).includes(process.platform) &&
  (cpu ?? [process.arch]).includes(process.arch) &&
  (libc === undefined || libc.includes(musl() ? "musl" : "glibc"));

/** Whether npm, run by hand, already installed just what the lock file says. */
const installedMatchesLock = (root) => {
  const lock = JSON.parse(read(join(root, "package-lock.json")) ?? "{}").packages ?? {};
  const text = read(join(root, "node_modules", ".package-lock.json"));
  if (text === undefined) return false;
  const installed = JSON.parse(text).packages ?? {};
  return Object.entries(lock).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed[path];
    const mayLack = entry.optional === true || entry.devOptional === true || entry.peer === true;
    if (found === undefined) return mayLack && !suits(entry);
    return found.integrity === entry.integrity && existsSync(join(root, path, "package.json"));
  });
};

/** npm must not run on the Node that it is about to replace. */
const outside = (root) => {
  const inside = join(root, "node_modules") + sep;
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !`${entry}${sep}`.startsWith(inside));
  const node = path
    .map((entry) => join(entry, "node"))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  return { node: process.execPath.startsWith(inside) ? (node ?? process.execPath) : process.execPath, path };
};

export const installPackages = async (root, onStart) => {
  if (installedMatchesLock(root) && (await nodeRuns(root)))
    return writeFileSync(stampFile(root), wanted(root));
  rmSync(stampFile(root), { force: true });
  const { node, path } = outside(root);
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    what: "Installing packages",
    program: npm ? node : "npm",
    args: npm ? [npm, ...args] : args,
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    log: join(root, ".cache", "npm-ci.log"),
    onStart,
    failed: (said) =>
      /code EUSAGE/.test(said)
        ? "The packages could not be installed, because package-lock.json does not fit package.json"
        : "The packages could not be installed: check the connection to the npm registry and the free disk space",
  });
  if (!(await nodeRuns(root))) {
    throw new PrepareError("The packages are installed, but their Node 24 does not run on this system.");
  }
  writeFileSync(stampFile(root), wanted(root));
};
