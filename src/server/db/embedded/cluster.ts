import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { explain } from "./explain.ts";
import type { Account } from "./permission.ts";
import { runTool } from "./run.ts";

export const USER = "faro";
export const DATABASE = "faro";

const MAKING = "cluster.making-";

// The system's locale only classifies letters in trigram search; macOS names a UTF-8 one differently.
const locales = ["C.UTF-8", "en_US.UTF-8", "C"] as const;

export const initArgs = (folder: string, locale: string): string[] => [
  ...["-D", folder, "--username", USER, "--encoding", "UTF8", "--data-checksums", "--no-instructions"],
  ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`],
  ...["--auth-local=trust", "--auth-host=reject"],
];

type Making = { native: string; place: string; account: Account | undefined };

const initialise = async ({ native, place, account }: Making, folder: string): Promise<void> => {
  let said = "";
  for (const locale of locales) {
    const made = await runTool(join(native, "bin/initdb"), initArgs(folder, locale), { cwd: place, account });
    if (made.ok) return;
    said = made.said;
    if (!/invalid locale name/i.test(said)) break;
  }
  throw explain("Making the database", said, place);
};

const createDatabase = async ({ native, place, account }: Making, folder: string): Promise<void> => {
  const args = ["--single", "-D", folder, "-c", "exit_on_error=on", "-c", "log_checkpoints=off", "postgres"];
  const input = `CREATE DATABASE ${DATABASE};\n`;
  const made = await runTool(join(native, "bin/postgres"), args, { cwd: place, account, input });
  if (!made.ok) throw explain("Making the database", made.said, place);
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
};

/** The cluster of a place, made when there is none. It appears whole, by a rename, or not at all. */
export const readyCluster = async (making: Making & { say: (line: string) => void }): Promise<string> => {
  const { place, say } = making;
  const cluster = join(place, "cluster");
  for (const left of await readdir(place)) {
    if (left.startsWith(MAKING)) await rm(join(place, left), { recursive: true, force: true });
  }
  if (await stat(cluster).then(Boolean, () => false)) return cluster;
  say("Making the database for the first time.");
  const folder = join(place, `${MAKING}${randomBytes(4).toString("hex")}`);
  try {
    await initialise(making, folder);
    await createDatabase(making, folder);
    await rename(folder, cluster);
    await syncFolder(place);
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await rmdir(place).catch(() => undefined);
    throw error;
  }
  return cluster;
};

/** A cluster is only read by the major version that made it. */
export const checkVersion = async (cluster: string, bundled: string): Promise<void> => {
  const made = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  const major = bundled.split(".")[0];
  if (made === major) return;
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${made}, but this Faro brings PostgreSQL ${major}: restore it from a backup, or set DATABASE_URL to a server that holds it.`,
  );
};
