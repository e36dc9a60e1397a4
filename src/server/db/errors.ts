/** Error codes of sockets and of PostgreSQL that mean: the database is away, restarting or out of connections. */
const lostConnectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // admin_shutdown, crash_shutdown, cannot_connect_now
  "57P01",
  "57P02",
  "57P03",
  // too_many_connections
  "53300",
  // connection_exception, connection_does_not_exist, connection_failure
  "08000",
  "08003",
  "08006",
  // read_only_sql_transaction: a leader that has just become a replica
  "25006",
]);

/** What the driver says of a lost connection, for which it has no code. */
const lostConnectionMessages = [
  "connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "client has encountered a connection error",
  "client was closed",
  // The server ends slow statements itself, earlier; when the driver's own limit is reached, it does not answer at all.
  "query read timeout",
];

/** query_canceled: statement_timeout ended it. */
const statementTimeoutCode = "57014";

/** The code of an error, or of what caused it. */
export const errorCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return "code" in error ? String(error.code) : errorCode(error.cause);
};

const matchesLostConnection = (error: Error): boolean => {
  if ("code" in error && lostConnectionCodes.has(String(error.code))) return true;
  const message = error.message.toLowerCase();
  return lostConnectionMessages.some((part) => message.includes(part));
};

/** The statement never reached a working database, so the same work may be tried again later. */
export const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return matchesLostConnection(error) || (error.cause !== undefined && isConnectionLost(error.cause));
};

/** read_only_sql_transaction: a replica, or a server that takes no writes. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === "25006";

/** disk_full of PostgreSQL, and what the operating system says of this machine's own disk. */
const diskFullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

export const isDiskFull = (error: unknown): boolean => diskFullCodes.has(errorCode(error) ?? "");

/** The database works, but this statement took longer than it may. */
export const isStatementTimeout = (error: unknown): boolean => errorCode(error) === statementTimeoutCode;

/** lock_not_available: lock_timeout ended the wait. */
const lockTimeoutCode = "55P03";

/** Another transaction held a lock for longer than this one may wait. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === lockTimeoutCode;

const deadlockCode = "40P01";

/** The transaction and another one waited for each other; nothing of this one was changed. */
export const isDeadlock = (error: unknown): boolean => errorCode(error) === deadlockCode;

const hasMessage = (error: unknown, text: string): boolean =>
  error instanceof Error && (error.message.toLowerCase().includes(text) || hasMessage(error.cause, text));

/** Every connection of the pool was in use for too long; the database itself was not asked. */
export const isPoolBusy = (error: unknown): boolean =>
  hasMessage(error, "timeout exceeded when trying to connect");
