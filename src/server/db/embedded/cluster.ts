import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start-error.ts";
import type { SystemUser } from "./account.ts";
import { createStartError } from "./start-failure.ts";

export const DATABASE_USER = "faro";
export const DATABASE_NAME = "faro";

const TEMPORARY_PREFIX = "cluster.making-";

// The locale only classifies letters in trigram search; macOS has no C.UTF-8.
const locales = ["C.UTF-8", "en_US.UTF-8", "C"] as const;

/**
 * The server inherits neither Faro's secrets nor PG* variables, which would change its behaviour.
 * LC_ALL keeps macOS from starting threads to guess a locale.
 */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
});

/** Runs a program to its end and collects its output. */
const runProgram = (
  program: string,
  args: readonly string[],
  options: { cwd: string; user: SystemUser | undefined; input?: string },
): Promise<{ ok: boolean; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: postgresEnvironment(),
      stdio: ["pipe", "pipe", "pipe"],
      ...options.user,
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    // A program that exits early closes its stdin; its output gives the cause.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    child.on("error", (error) => resolve({ ok: false, output: `${output}\n${error.message}` }));
    child.on("close", (code, signal) =>
      resolve({ ok: code === 0, output: signal ? `${output}\nended by ${signal}` : output }),
    );
  });

const initdbArgs = (directory: string, locale: string): string[] => [
  ...["-D", directory, "--username", DATABASE_USER, "--encoding", "UTF8", "--data-checksums"],
  ...["--no-instructions", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`],
  ...["--auth-local=trust", "--auth-host=reject"],
];

type ClusterOptions = { native: string; databaseDir: string; user: SystemUser | undefined };

const runInitdb = async ({ native, databaseDir, user }: ClusterOptions, directory: string): Promise<void> => {
  let output = "";
  for (const locale of locales) {
    const result = await runProgram(join(native, "bin/initdb"), initdbArgs(directory, locale), {
      cwd: databaseDir,
      user,
    });
    if (result.ok) return;
    output = result.output;
    if (!/invalid locale name/i.test(output)) break;
  }
  throw createStartError("Creating the database", output, databaseDir);
};

const createDatabase = async (
  { native, databaseDir, user }: ClusterOptions,
  directory: string,
): Promise<void> => {
  const settings = ["-c", "exit_on_error=on", "-c", "log_checkpoints=off"];
  const args = ["--single", "-D", directory, ...settings, "postgres"];
  const input = `CREATE DATABASE ${DATABASE_NAME};\n`;
  const result = await runProgram(join(native, "bin/postgres"), args, { cwd: databaseDir, user, input });
  if (!result.ok) throw createStartError("Creating the database", result.output, databaseDir);
};

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
};

/** Creates the cluster if there is none. It appears by a rename, so it is complete or absent. */
export const ensureCluster = async (
  options: ClusterOptions & { report: (line: string) => void },
): Promise<string> => {
  const { databaseDir, report } = options;
  const cluster = join(databaseDir, "cluster");
  for (const name of await readdir(databaseDir)) {
    if (name.startsWith(TEMPORARY_PREFIX)) {
      await rm(join(databaseDir, name), { recursive: true, force: true });
    }
  }
  if (await stat(cluster).then(Boolean, () => false)) return cluster;
  report("First start: creating the database.");
  const temporary = join(databaseDir, `${TEMPORARY_PREFIX}${randomBytes(4).toString("hex")}`);
  try {
    await runInitdb(options, temporary);
    await createDatabase(options, temporary);
    await rename(temporary, cluster);
    await syncDirectory(databaseDir);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
    await rmdir(databaseDir).catch(() => undefined);
    throw error;
  }
  return cluster;
};

/** PostgreSQL reads only clusters of its own major version. */
export const checkClusterVersion = async (cluster: string, bundledVersion: string): Promise<void> => {
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  const bundledMajor = bundledVersion.split(".")[0];
  if (version === bundledMajor) return;
  throw new StartError(
    `The database in ${cluster} was created by PostgreSQL ${version}, but this Faro contains PostgreSQL ${bundledMajor}: restore it from a backup, or set DATABASE_URL to a server of that version.`,
  );
};
