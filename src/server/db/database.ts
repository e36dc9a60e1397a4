import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { StartError } from "#server/start-error.ts";
import * as access from "./schema/access.ts";
import * as automation from "./schema/automation.ts";
import * as compliance from "./schema/compliance.ts";
import * as connections from "./schema/connections.ts";
import * as figures from "./schema/figures.ts";
import * as ingestion from "./schema/ingestion.ts";
import * as ledgers from "./schema/ledgers.ts";
import * as people from "./schema/people.ts";
import * as voice from "./schema/voice.ts";

const schema = {
  ...access,
  ...automation,
  ...compliance,
  ...connections,
  ...figures,
  ...ingestion,
  ...ledgers,
  ...people,
  ...voice,
};

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Where a read may run: on the pool, or inside somebody's transaction. */
export type Reader = Db | Tx;

export type Database = { pool: pg.Pool; db: Db; connection: pg.ClientConfig; close: () => Promise<void> };

const oldestServer = 150_000;

export const openDatabase = (connection: pg.ClientConfig, onError: (error: Error) => void): Database => {
  const settings = {
    ...connection,
    application_name: "faro",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The server ends what takes too long; should it not answer at all, we stop waiting.
    statement_timeout: 12_000,
    query_timeout: 15_000,
    // A transaction that sits idle holds row locks; nothing of ours waits inside one.
    idle_in_transaction_session_timeout: 60_000,
  };
  // Statements of one transaction that do not need each other's answers go out together, and wait for each other.
  const pool = new pg.Pool({ ...settings, max: 12, pipeline: true, query_timeout: 30_000 } as pg.PoolConfig);
  // Without a listener, an idle connection that breaks would end the process.
  pool.on("error", (error) => pool.ending || onError(error));
  // The pool does not listen to a connection that is lent out; between two statements of a transaction nobody would.
  // Whoever has it learns of the loss with their next statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle(pool, { schema }), connection: settings, close: () => endPool(pool) };
};

/** A connection that no longer answers must not keep a process from ending. */
const endPool = (pool: pg.Pool): Promise<void> =>
  Promise.race([pool.end(), sleep(10_000, undefined, { ref: false })]);

/** Waits for the first answer, so that a start says plainly what is wrong with DATABASE_URL. */
export const checkDatabase = async (pool: pg.Pool): Promise<void> => {
  let version: number;
  try {
    const { rows } = await pool.query<{ v: string }>("SELECT current_setting('server_version_num') AS v");
    version = Number(rows[0]?.v);
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  if (version < oldestServer) {
    throw new StartError("DATABASE_URL names a PostgreSQL older than 15; Faro needs 15 or later.");
  }
};

const reasonOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};

const lostCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08003",
  "08006",
  // A leader that was just made a replica.
  "25006",
  // Took too long.
  "57014",
]);

/** The database is away, restarting or full of connections: worth trying again, and nobody's mistake. */
export const isConnectionLoss = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const code = "code" in error ? String(error.code) : "";
  if (lostCodes.has(code)) return true;
  if (
    /connection terminated|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|client was closed/i.test(
      error.message,
    )
  ) {
    return true;
  }
  return error.cause !== undefined && isConnectionLoss(error.cause);
};
