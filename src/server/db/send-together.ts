import type { Duplex } from "node:stream";
import type pg from "pg";

type Connected = pg.PoolClient & { connection: { stream: Duplex } };
type Query = (...given: unknown[]) => unknown;

/** Has statements that are asked for in the same moment leave in one write: each of its own wakes the server anew. */
export const sendTogether = (pool: pg.Pool): void => {
  pool.on("connect", (client) => {
    const { stream } = (client as Connected).connection;
    const query = client.query.bind(client) as Query;
    let waits = false;
    const together: Query = (...given) => {
      if (!waits) {
        waits = true;
        stream.cork();
        process.nextTick(() => {
          waits = false;
          stream.uncork();
        });
      }
      return query(...given);
    };
    client.query = together as typeof client.query;
  });
};
