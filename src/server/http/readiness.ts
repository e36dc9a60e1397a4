import { type ProblemCode, problems } from "#contract/problems.ts";
import { Problem } from "#server/api/problem.ts";
import type { Listener } from "#server/db/listener.ts";
import type { Log } from "#server/log.ts";

/** Whoever asks whether the process is ready is answered within this time, also while the database hangs. */
const readyMs = 2_000;

const retryAfterSeconds = 5;

type State = { isReadOnly: boolean };

/**
 * Whether the process can serve requests. It asks over the listening connection: without that, workers are not woken and
 * browsers see no changes; and a pool that is busy is no reason to send requests elsewhere. The jobs must have their
 * tables.
 */
export const createReadiness = (listener: Pick<Listener, "ask">, isStopping: () => boolean, log: Log) => {
  let notReady: ProblemCode | undefined;
  let asking: Promise<State[] | undefined> | undefined;
  /** One question at a time, so that checks of a database that hangs do not pile up. */
  const ask = (): Promise<State[] | undefined> => {
    asking ??= listener
      .ask<State>(
        `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly"
           FROM pgboss.version`,
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const check = async (): Promise<void> => {
    if (isStopping()) throw new Problem("stopping", { retryAfterSeconds });
    const limit = Promise.withResolvers<undefined>();
    const timer = setTimeout(limit.resolve, readyMs, undefined);
    try {
      const rows = await Promise.race([ask(), limit.promise]);
      if (!rows) throw new Problem("unavailable", { retryAfterSeconds });
      if (rows.some(({ isReadOnly }) => isReadOnly)) throw new Problem("read_only", { retryAfterSeconds });
    } finally {
      clearTimeout(timer);
    }
  };
  /** Probes come every few seconds; the log has a line where the answer changes. */
  const note = (code: ProblemCode | undefined): void => {
    if (code === notReady) return;
    notReady = code;
    if (code) log.warn({ code }, `not ready: ${problems[code].en}`);
    else log.info("ready again");
  };
  return async () => {
    try {
      await check();
      note(undefined);
    } catch (error) {
      note(error instanceof Problem ? error.code : "unavailable");
      throw error;
    }
  };
};
