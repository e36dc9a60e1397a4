import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { isFullDose } from "../chaos/dose.ts";
import { project } from "../process.ts";

/**
 * Copies the project's files without builds, as a clone contains them. Its packages were already installed with
 * `npm ci`, whose result is linked; `npm run chaos` lets `npm start` install them and train the reader itself.
 */
export const cloneProject = (target: string): void => {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: project,
  });
  for (const path of list.toString().split("\0").filter(Boolean))
    cpSync(join(project, path), join(target, path), { recursive: true });
  if (isFullDose) return;
  linkFolder(join(project, "node_modules"), join(target, "node_modules"));
  cpSync(join(project, "dist/reader"), join(target, "dist/reader"), { recursive: true });
};

/** Files that tools rewrite in place: a link would change the project's own. */
const isRewritten = (name: string): boolean => /^\.(?:faro-stamp|cache|vite.*)$/.test(name);

const linkFolder = (from: string, to: string): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (isRewritten(entry.name)) continue;
    if (entry.isDirectory()) linkFolder(source, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy);
    else linkFile(source, copy);
  }
};

/** The temporary folder may be on another file system. */
const linkFile = (source: string, copy: string): void => {
  try {
    linkSync(source, copy);
  } catch {
    copyFileSync(source, copy);
  }
};
