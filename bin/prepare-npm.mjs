import { execFile } from "node:child_process";
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { promisify } from "node:util";
import { withAddresses } from "./lock-file.mjs";

/** Node and PATH outside node_modules: npm must not run on the Node that it is about to replace. */
export const findSystemNode = (root) => {
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

/** The program and first arguments that run npm, and its environment. */
const npmCommand = (root) => {
  const { node, path } = findSystemNode(root);
  const npm = process.env.npm_execpath;
  return {
    program: npm ? node : "npm",
    firstArgs: npm ? [npm] : [],
    env: { ...process.env, PATH: path.join(delimiter) },
  };
};

let registry;

/** The registry that npm is configured to use, asked for once: Node and the packages are installed side by side. */
const readRegistry = (root) => {
  const ask = async () => {
    const { program, firstArgs, env } = npmCommand(root);
    const args = [...firstArgs, "config", "get", "registry"];
    const { stdout } = await promisify(execFile)(program, args, { cwd: root, env, encoding: "utf8" });
    return stdout.trim();
  };
  registry ??= ask();
  return registry;
};

/** Runs npm without scripts of packages: none of ours needs one. */
export const runNpm = async ({ root, title, args, cwd, log, onStart }) => {
  const { program, firstArgs, env } = npmCommand(root);
  const allArgs = [
    ...firstArgs,
    ...args,
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    title,
    program,
    args: allArgs,
    cwd,
    env,
    log: join(root, ".cache", log),
    onStart,
    explainFailure: (output) =>
      /code EUSAGE/.test(output)
        ? "The packages could not be installed, because package-lock.json does not match package.json"
        : "The packages could not be installed: check the connection to the npm registry and the free disk space",
  });
};

/**
 * Installs the packages of a lock file in a new folder and returns it. A kill never leaves a partial node_modules,
 * because the folder's is moved into place when it is complete.
 */
export const installInFolder = async ({ root, name, manifest, lock, args, ...options }) => {
  const folder = join(root, ".cache", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const locked = withAddresses(lock, await readRegistry(root));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(locked));
  if (existsSync(join(root, ".npmrc"))) copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  await runNpm({ root, cwd: folder, args: ["ci", ...args], ...options });
  return folder;
};
