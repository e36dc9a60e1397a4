import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const system = `${process.platform}-${process.arch}`;

const readText = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** The stamp of an up-to-date installation: lock file, system, and the Node binary that was verified. */
const expectedStamp = (root) => {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const { size, mtimeMs } = statSync(join(root, "node_modules", ".bin", "node"));
  return JSON.stringify({ lock, system, node: `${size} ${mtimeMs}` });
};

const stampFile = (root) => join(root, "node_modules", ".faro-stamp");

export const packagesAreFresh = (root) => {
  try {
    return readText(stampFile(root)) === expectedStamp(root);
  } catch {
    return false;
  }
};

const pinnedNodeRuns = async (root) => {
  const { spawnSync } = await import("node:child_process");
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "node"), ["--version"], {
    encoding: "utf8",
  });
  return status === 0 && /^v(2[4-9]|[3-9]\d)\./.test(stdout);
};

const isMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;

/** Whether an optional package is built for this system. */
const isForThisSystem = ({ os, cpu, libc }) =>
  (os !== undefined || cpu !== undefined) &&
  (os ?? [process.platform]).includes(process.platform) &&
  (cpu ?? [process.arch]).includes(process.arch) &&
  (libc === undefined || libc.includes(isMusl() ? "musl" : "glibc"));

/** Whether a manual npm run already installed exactly what the lock file lists. */
const installedMatchesLock = (root) => {
  const lock = JSON.parse(readText(join(root, "package-lock.json")) ?? "{}").packages ?? {};
  const text = readText(join(root, "node_modules", ".package-lock.json"));
  if (text === undefined) return false;
  const installed = JSON.parse(text).packages ?? {};
  return Object.entries(lock).every(([path, entry]) => {
    if (path === "") return true;
    const installedEntry = installed[path];
    const isOptional = entry.optional === true || entry.devOptional === true || entry.peer === true;
    if (installedEntry === undefined) return isOptional && !isForThisSystem(entry);
    return installedEntry.integrity === entry.integrity && existsSync(join(root, path, "package.json"));
  });
};

/** Node and PATH outside node_modules: npm must not run on the Node that it is about to replace. */
const findSystemNode = (root) => {
  const packagesDir = join(root, "node_modules") + sep;
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !`${entry}${sep}`.startsWith(packagesDir));
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
  return {
    node: process.execPath.startsWith(packagesDir) ? (node ?? process.execPath) : process.execPath,
    path,
  };
};

export const installPackages = async (root, onStart) => {
  if (installedMatchesLock(root) && (await pinnedNodeRuns(root)))
    return writeFileSync(stampFile(root), expectedStamp(root));
  rmSync(stampFile(root), { force: true });
  const { node, path } = findSystemNode(root);
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    title: "Installing packages",
    program: npm ? node : "npm",
    args: npm ? [npm, ...args] : args,
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    log: join(root, ".cache", "npm-ci.log"),
    onStart,
    explainFailure: (output) =>
      /code EUSAGE/.test(output)
        ? "The packages could not be installed, because package-lock.json does not match package.json"
        : "The packages could not be installed: check the connection to the npm registry and the free disk space",
  });
  if (!(await pinnedNodeRuns(root))) {
    throw new PrepareError("The packages are installed, but their Node 24 does not run on this system.");
  }
  writeFileSync(stampFile(root), expectedStamp(root));
};
