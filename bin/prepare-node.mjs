import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PrepareError } from "./prepare-error.mjs";
import { findSystemNode, installInFolder } from "./prepare-npm.mjs";

const requiredMajor = 24;

export const isNewEnough = (version) => Number.parseInt(version.slice(1), 10) >= requiredMajor;

/** npm puts this folder first in the PATH of its scripts. */
export const ownNodeFile = (root) => join(root, "node_modules", ".bin", "node");

/** The Node that runs the product: our own where there is one, else the system's. */
export const findNode = (root) =>
  existsSync(ownNodeFile(root)) ? ownNodeFile(root) : findSystemNode(root).node;

const versionOf = (file) => {
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};

/** Whether our own Node must be installed: the system's is too old, and the locked one is not there. */
export const lacksNode = (root) => {
  const own = ownNodeFile(root);
  const { name, version } = lockedNode(root);
  if (existsSync(own) && version !== undefined && versionOf(own) === `v${version}`) return false;
  const system = findSystemNode(root).node;
  const systemVersion =
    system === process.execPath ? process.version : (versionOf(system) ?? process.version);
  if (isNewEnough(systemVersion)) {
    rmSync(own, { force: true });
    return false;
  }
  if (version === undefined)
    throw new PrepareError(
      `Faro needs Node ${requiredMajor} or later: this is ${systemVersion}, and there is no ${name}.`,
    );
  return true;
};

const readJson = (root, file) => JSON.parse(readFileSync(join(root, "bin", "node", file), "utf8"));

const lockedNode = (root) => {
  const name = `node-${process.platform}-${process.arch}`;
  return { name, version: readJson(root, "package.json").optionalDependencies[name] };
};

/** Downloads our own Node; returns its file, and a function that puts it into node_modules. */
export const downloadNode = async (root, onStart) => {
  const folder = await installInFolder({
    root,
    name: "node-package",
    manifest: readJson(root, "package.json"),
    lock: readJson(root, "package-lock.json"),
    title: `Installing Node ${requiredMajor}`,
    args: [],
    log: "npm-node.log",
    onStart,
  });
  const downloaded = join(folder, "node_modules", lockedNode(root).name, "bin", "node");
  chmodSync(downloaded, 0o755);
  const place = () => {
    mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
    // The rest of the package is another npm and headers for C++.
    renameSync(downloaded, ownNodeFile(root));
    rmSync(folder, { recursive: true, force: true });
    if (versionOf(ownNodeFile(root)) === undefined)
      throw new PrepareError(
        `The packages are installed, but their Node ${requiredMajor} does not run on this system.`,
      );
  };
  return { node: downloaded, place };
};
