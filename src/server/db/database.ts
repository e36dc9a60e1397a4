import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { NamedStatementsClient } from "./named-statements-client.ts";

/** Without the schema: it is needed for relational queries only, and every transaction would build all of them. */
export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Where a read may run: on the pool, or inside a transaction. */
export type Reader = Db | Tx;

export type Database = { pool: pg.Pool; db: Db; connection: pg.ClientConfig; close: () => Promise<void> };

const minServerVersion = 150_000;

const defaultMaxConnections = 12;

export const openDatabase = (
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
  { maxConnections = defaultMaxConnections }: { maxConnections?: number } = {},
): Database => {
  const settings: pg.ClientConfig = {
    application_name: "faro",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: 15_000,
    ...connection,
  };
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
    Client: NamedStatementsClient,
    // Statements of a transaction that need no results of each other are sent in one round trip, so each may wait
    // for those before it.
    pipeline: true,
    query_timeout: 30_000,
    onConnect: async (client) => {
      await client.query(timeoutStatement(connection));
    },
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on("error", (error) => pool.ending || onError(error));
  // The pool does not listen to a checked-out connection, whose user gets the error with the next statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle(pool), connection: settings, close: () => endPool(pool) };
};

/** The server cancels a slow statement before the driver gives up, and an idle transaction would hold its row locks. */
const timeouts = { statement_timeout: 12_000, idle_in_transaction_session_timeout: 60_000 };

/**
 * Sets the timeouts that the operator did not set in DATABASE_URL. They are no startup parameters, because PgBouncer
 * rejects a connection with parameters that it does not know.
 */
const timeoutStatement = (connection: pg.ClientConfig): string =>
  Object.entries(timeouts)
    .filter(([name]) => !(name in connection || connection.connectionString?.includes(`${name}=`)))
    .map(([name, ms]) => `SET ${name} = ${ms}`)
    .join("; ");

/** A connection that does not answer must not prevent the process from exiting. */
const endPool = async (pool: pg.Pool): Promise<void> => {
  if (!pool.ending) await Promise.race([pool.end(), sleep(10_000, undefined, { ref: false })]);
};

/** Fails the start with a sentence that says what is wrong with DATABASE_URL. */
export const checkDatabase = async (pool: pg.Pool): Promise<void> => {
  let version: number;
  try {
    const { rows } = await pool.query<{ v: string }>("SELECT current_setting('server_version_num') AS v");
    version = Number(rows[0]?.v);
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL cannot be used: ${firstMessage(error)}.`);
  }
  if (version < minServerVersion) {
    throw new StartError("DATABASE_URL names a PostgreSQL older than 15; Faro needs 15 or later.");
  }
  if (await sharesSessions(pool))
    throw new StartError(
      "DATABASE_URL leads to a pooler such as PgBouncer in transaction mode; Faro needs session mode (pool_mode = session), or the address of PostgreSQL itself.",
    );
};

const readBackend = async (client: pg.PoolClient): Promise<number | undefined> =>
  (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;

/**
 * Whether connections do not have a session of their own, without which LISTEN, timeouts and named statements are lost.
 * A pooler lends the session that has just become free: to the other connection, or another one to this connection.
 */
const sharesSessions = async (pool: pg.Pool): Promise<boolean> => {
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      const [one, other, oneAgain] = [
        await readBackend(first),
        await readBackend(second),
        await readBackend(first),
      ];
      return one === other || one !== oneAgain;
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
};

const firstMessage = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};
