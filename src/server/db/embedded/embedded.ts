import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "#server/start-error.ts";
import { ensureSystemUser, hasUserName, isRoot, readPermissions, type SystemUser } from "./account.ts";
import { findPostgresPackage, prepareBinaries, readPackageVersion } from "./binaries.ts";
import { checkClusterVersion, DATABASE_NAME, DATABASE_USER, ensureCluster } from "./cluster.ts";
import {
  createSocketDir,
  findCurrentOwner,
  prepareDatabaseDir,
  removeSocketDir,
  SOCKET_PORT,
} from "./directories.ts";
import { stopLeftoverServer } from "./leftover-processes.ts";
import { rotateLog, type SocketConnection } from "./postmaster.ts";
import { createStartError } from "./start-failure.ts";
import { superviseServer } from "./supervisor.ts";

export type EmbeddedPostgres = {
  connection: SocketConnection;
  /** Resolves when the server has stopped. */
  stop(): Promise<void>;
  pid(): number | undefined;
};

type EmbeddedOptions = {
  dataDir: string;
  report: (line: string) => void;
  settings?: Record<string, string>;
};

const SYSTEM_DIR = "/var/lib/faro";

const chooseUser = async (
  dataDir: string,
  report: EmbeddedOptions["report"],
): Promise<SystemUser | undefined> => {
  if (!isRoot()) return undefined;
  const owner = await findCurrentOwner(dataDir);
  if (owner && (owner.hasCluster || (await hasUserName(owner)))) return { uid: owner.uid, gid: owner.gid };
  return ensureSystemUser(report);
};

/** A cluster that root restored is handed to the server's user; one of another user is left alone. */
const ensureOwner = async (cluster: string, user: SystemUser | undefined): Promise<void> => {
  const { uid } = await readPermissions(cluster);
  if (user && uid === 0) {
    await promisify(execFile)("chown", ["-Rh", `${user.uid}:${user.gid}`, cluster]);
  } else if (!user && uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${cluster} belongs to another user: start Faro as that user, or as root.`,
    );
  }
};

const start = async ({ dataDir, report, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const user = await chooseUser(dataDir, report);
  const databaseDir = await prepareDatabaseDir({ dataDir, systemDir: SYSTEM_DIR, user, report });
  const packageDir = findPostgresPackage();
  const native = await prepareBinaries({ packageDir, copyDir: user ? SYSTEM_DIR : dataDir, user });
  const cluster = await ensureCluster({ native, databaseDir, user, report });
  await ensureOwner(cluster, user);
  await checkClusterVersion(cluster, await readPackageVersion(packageDir));
  // Before the log and the socket directory are touched: a running server uses them.
  await stopLeftoverServer(cluster, report);
  const logFile = join(dataDir, "postgres.log");
  await rotateLog(logFile);
  const socketDir = await createSocketDir(databaseDir, user);
  const connection = { host: socketDir, port: SOCKET_PORT, user: DATABASE_USER, database: DATABASE_NAME };
  try {
    const launch = { native, cluster, socketDir, settings, logFile, user };
    const server = await superviseServer({ ...launch, connection, databaseDir, report });
    const stop = () => server.stop().then(() => removeSocketDir(socketDir));
    return { connection, stop, pid: server.pid };
  } catch (error) {
    await removeSocketDir(socketDir);
    throw error;
  }
};

/** Starts the bundled PostgreSQL on a data directory that the caller has locked. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  try {
    return await start({ ...options, dataDir: await realpath(options.dataDir) });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw createStartError("Starting the database", String(error), options.dataDir);
  }
};
