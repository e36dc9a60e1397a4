import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "#server/start-error.ts";
import { hasName, isRoot, systemAccount } from "./account.ts";
import { findPackage, packageVersion, readyBinaries } from "./binaries.ts";
import { checkVersion, DATABASE, readyCluster, USER } from "./cluster.ts";
import { explain } from "./explain.ts";
import { clearTheWay } from "./orphan.ts";
import { type Account, factOf } from "./permission.ts";
import { presentOwner, settlePlace } from "./place.ts";
import { rotateLog } from "./server-log.ts";
import { makeSocketDir, PORT, removeSocketDir } from "./socket-dir.ts";
import { supervise } from "./supervisor.ts";

export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; database: string };
  /** Resolves when the server has stopped. */
  stop(): Promise<void>;
  pid(): number | undefined;
};

type Options = { dataDir: string; say: (line: string) => void; settings?: Record<string, string> };

const SYSTEM_DIR = "/var/lib/faro";

const chooseAccount = async (dataDir: string, say: Options["say"]): Promise<Account | undefined> => {
  if (!isRoot()) return undefined;
  const owner = await presentOwner(dataDir);
  if (owner && (owner.hasCluster || (await hasName(owner)))) return { uid: owner.uid, gid: owner.gid };
  return systemAccount(say);
};

/** A cluster restored by root belongs to root; one of another user is not ours to take. */
const settleOwner = async (cluster: string, account: Account | undefined): Promise<void> => {
  const { uid } = await factOf(cluster);
  if (account && uid === 0) {
    await promisify(execFile)("chown", ["-Rh", `${account.uid}:${account.gid}`, cluster]);
  } else if (!account && uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${cluster} belongs to another user: start Faro as that user, or as root.`,
    );
  }
};

const start = async ({ dataDir, say, settings = {} }: Options): Promise<EmbeddedPostgres> => {
  const account = await chooseAccount(dataDir, say);
  const place = await settlePlace({ dataDir, systemDir: SYSTEM_DIR, account, say });
  const root = findPackage();
  const native = await readyBinaries({ root, copies: account ? SYSTEM_DIR : dataDir, account });
  const cluster = await readyCluster({ native, place, account, say });
  await settleOwner(cluster, account);
  await checkVersion(cluster, await packageVersion(root));
  // The socket and the log of a server that still runs are not touched.
  await clearTheWay(cluster, say);
  const logFile = join(dataDir, "postgres.log");
  await rotateLog(logFile);
  const socketDir = await makeSocketDir(place, account);
  const connection = { host: socketDir, port: PORT, user: USER, database: DATABASE };
  try {
    const launch = { native, cluster, socketDir, settings, logFile, account };
    const server = await supervise({ ...launch, connection, place, say });
    const stop = () => server.stop().then(() => removeSocketDir(socketDir));
    return { connection, stop, pid: server.pid };
  } catch (error) {
    await removeSocketDir(socketDir);
    throw error;
  }
};

/** Starts the bundled PostgreSQL on a data directory, which the caller holds alone. */
export const startEmbedded = async (options: Options): Promise<EmbeddedPostgres> => {
  try {
    return await start({ ...options, dataDir: await realpath(options.dataDir) });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw explain("Starting the database", String(error), options.dataDir);
  }
};
