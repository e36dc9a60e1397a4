import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { listDescendants } from "./measure.ts";

/** Milliseconds of processor time. */
type CpuTimes = { web: number; worker: number; otherThreads: number; children: number; postgres: number };
type DatabaseWork = { statements: number; rows: number; walBytes: number };
export type Resources = CpuTimes & DatabaseWork;

const resourceNames = [
  "web",
  "worker",
  "otherThreads",
  "children",
  "postgres",
  "statements",
  "rows",
  "walBytes",
] as const;

export const mapResources = (change: (name: keyof Resources) => number): Resources =>
  Object.fromEntries(resourceNames.map((name) => [name, change(name)])) as Resources;

/** The first field of schedstat: nanoseconds on a processor. */
const readRunTime = async (path: string): Promise<number> => {
  const text = await readFile(`${path}/schedstat`, "utf8").catch(() => "0");
  return Number(text.split(" ")[0]) / 1e6;
};
const readName = async (path: string): Promise<string> =>
  (await readFile(`${path}/comm`, "utf8").catch(() => "")).trim();

const readThreads = async (pid: number): Promise<Pick<CpuTimes, "web" | "worker" | "otherThreads">> => {
  const times = { web: 0, worker: 0, otherThreads: 0 };
  let hasWorker = false;
  for (const thread of (await readdir(`/proc/${pid}/task`)).map(Number).toSorted((a, b) => a - b)) {
    const path = `/proc/${pid}/task/${thread}`;
    const ms = await readRunTime(path);
    // The worker is the first thread that the process starts in JavaScript; later ones read files and train models.
    const isWorker: boolean = !hasWorker && (await readName(path)) === "WorkerThread";
    hasWorker ||= isWorker;
    times[thread === pid ? "web" : isWorker ? "worker" : "otherThreads"] += ms;
  }
  return times;
};

/** `ownBackends` are the benchmark's own connections. */
const readCpu = async (pid: number, ownBackends: readonly number[]): Promise<CpuTimes> => {
  const times = { ...(await readThreads(pid)), children: 0, postgres: 0 };
  for (const child of (await listDescendants(pid)).slice(1)) {
    if (ownBackends.includes(child)) continue;
    const isPostgres = (await readName(`/proc/${child}`)) === "postgres";
    times[isPostgres ? "postgres" : "children"] += await readRunTime(`/proc/${child}`);
  }
  return times;
};

const workQuery = `
  SELECT (SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
           WHERE r.rolname = 'faro') AS statements,
         (SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 FROM pg_stat_user_tables) AS rows,
         pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS "walBytes"`;

/** What the product and its database have used since their start. The pool is of a role of the benchmark's own. */
export const readResources = async (
  pid: number,
  pool: pg.Pool,
  ownBackends: readonly number[],
): Promise<Resources> => {
  const { rows } = await pool.query<DatabaseWork>(workQuery);
  const work = rows[0];
  if (!work) throw new Error("The database has no statistics");
  return { ...(await readCpu(pid, ownBackends)), ...work };
};

export type StatementCost = { query: string; calls: number; ms: number; rows: number; walBytes: number };

/** What the product's statements have cost since the last reset, the most expensive first. */
export const readStatements = async (pool: pg.Pool): Promise<StatementCost[]> => {
  const { rows } = await pool.query<StatementCost>(`
    SELECT query, calls::float8, (total_exec_time + total_plan_time) AS ms, rows::float8,
           wal_bytes::float8 AS "walBytes"
      FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'faro' ORDER BY ms DESC`);
  return rows;
};

/** Trigger functions and others by the time they took themselves. */
export const readFunctions = async (
  pool: pg.Pool,
): Promise<{ name: string; calls: number; ms: number }[]> => {
  const { rows } = await pool.query<{ name: string; calls: number; ms: number }>(`
    SELECT funcname AS name, calls::float8, self_time AS ms FROM pg_stat_user_functions ORDER BY ms DESC`);
  return rows;
};
