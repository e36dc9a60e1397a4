import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withoutDevDependencies, withoutTools } from "./lock-file.mjs";

const system = `${process.platform}-${process.arch}`;

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

const lockFiles = ["package-lock.json", join("bin", "node", "package-lock.json")];

/** The stamp of an up-to-date installation without its level: lock files, system, and the Node binary that was verified. */
const expectedStamp = (root) => {
  const hash = createHash("sha256");
  for (const file of lockFiles) hash.update(readFileSync(join(root, file)));
  const own = statSync(join(root, "node_modules", ".bin", "node"), { throwIfNoEntry: false });
  // Without a Node of our own, this process runs on the one that the product will run on.
  const node = own ? `${own.size} ${own.mtimeMs}` : Number.parseInt(process.version.slice(1), 10) >= 24;
  return { lock: hash.digest("hex"), system, node };
};

const stampFile = (root) => join(root, "node_modules", ".faro-stamp");

/** Whether the packages of a level are installed: `run` (to build and run), or `all` (tools and tests as well). */
export const packagesAreFresh = (root, level) => {
  const stamp = readJson(stampFile(root));
  if (stamp === undefined || (level === "all" && stamp.level !== "all")) return false;
  const { lock, node } = expectedStamp(root);
  return stamp.lock === lock && stamp.system === system && node !== false && stamp.node === node;
};

const isMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;

/** Whether an optional package is built for this system. */
const isForThisSystem = ({ os, cpu, libc }) =>
  (os !== undefined || cpu !== undefined) &&
  (os ?? [process.platform]).includes(process.platform) &&
  (cpu ?? [process.arch]).includes(process.arch) &&
  (libc === undefined || libc.includes(isMusl() ? "musl" : "glibc"));

const readLock = (root, level) => {
  const lock = readJson(join(root, "package-lock.json"));
  return level === "run" ? withoutTools(lock) : lock;
};

/** Whether node_modules has exactly the versions of the level that the lock file lists. */
const installedMatchesLock = (root, level) => {
  const { packages } = readLock(root, level);
  const installed = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (installed === undefined) return false;
  return Object.entries(packages).every(([path, entry]) => {
    if (path === "") return true;
    const installedEntry = installed[path];
    const isOptional = entry.optional === true || entry.devOptional === true || entry.peer === true;
    if (installedEntry === undefined) return isOptional && !isForThisSystem(entry);
    return installedEntry.integrity === entry.integrity && existsSync(join(root, path, "package.json"));
  });
};

const title = { run: "Installing packages", all: "Installing packages, tools and tests included" };

/** Source maps are a seventh of what is installed, and neither building nor running reads those of packages. */
const removeSourceMaps = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (entry.name.endsWith(".map")) rmSync(path);
  }
};

/** Installs beside the current node_modules and swaps the two. */
const replacePackages = async (root, level, onStart) => {
  const { installInFolder } = await import("./prepare-npm.mjs");
  const manifest = readJson(join(root, "package.json"));
  const folder = await installInFolder({
    root,
    name: "packages",
    manifest: level === "run" ? withoutDevDependencies(manifest) : manifest,
    lock: readLock(root, level),
    title: title[level],
    args: ["--include=dev"],
    log: "npm-ci.log",
    onStart,
  });
  const [current, next] = [join(root, "node_modules"), join(folder, "node_modules")];
  if (level === "run") removeSourceMaps(next);
  const ownNode = join(current, ".bin", "node");
  if (lstatSync(ownNode, { throwIfNoEntry: false })?.isFile())
    renameSync(ownNode, join(next, ".bin", "node"));
  rmSync(current, { recursive: true, force: true });
  renameSync(next, current);
  rmSync(folder, { recursive: true, force: true });
};

/** Adds the packages that only tools and tests need. The lock file is read, not written. */
const addTools = async (root, onStart) => {
  // npm reads what is installed from this file only while no folder is newer, and otherwise installs everything again.
  // Folders are newer, because source maps were removed and other files added.
  utimesSync(join(root, "node_modules", ".package-lock.json"), new Date(), new Date());
  const { runNpm } = await import("./prepare-npm.mjs");
  await runNpm({
    root,
    title: "Installing packages of tools and tests",
    args: ["install", "--no-save", "--include=dev"],
    cwd: root,
    log: "npm-install.log",
    onStart,
  });
  if (installedMatchesLock(root, "all")) return;
  const { PrepareError } = await import("./prepare-error.mjs");
  throw new PrepareError(
    "The packages are not those of package-lock.json, which does not match package.json.",
  );
};

const installMissing = async (root, level, onStart) => {
  if (installedMatchesLock(root, level)) return;
  if (level === "all" && installedMatchesLock(root, "run")) await addTools(root, onStart);
  else await replacePackages(root, level, onStart);
};

export const installPackages = async (root, level, onStart) => {
  rmSync(stampFile(root), { force: true });
  const { downloadNode, lacksNode } = await import("./prepare-node.mjs");
  const [downloaded] = await Promise.all([
    lacksNode(root) ? downloadNode(root, onStart) : undefined,
    installMissing(root, level, onStart),
  ]);
  downloaded?.place();
  // npm may have removed it, with the package that brought it.
  if (lacksNode(root)) (await downloadNode(root, onStart)).place();
  const installedLevel = installedMatchesLock(root, "all") ? "all" : "run";
  writeFileSync(stampFile(root), JSON.stringify({ ...expectedStamp(root), level: installedLevel }));
};
