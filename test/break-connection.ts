import type pg from "pg";
import { type Database, openDatabase } from "#server/db/database.ts";
import { startPostgresProxy } from "./chaos/postgres-proxy.ts";

export type BreakPoint = { statement: number; moment: "before" | "answered" };

/** Works through a proxy that breaks all connections at the named statement; tells how many statements it saw. */
export const workAndBreak = async (
  connection: pg.ClientConfig,
  work: (database: Database) => Promise<void>,
  breakAt: BreakPoint | null,
): Promise<{ seen: number; result: "done" | "broken" }> => {
  let seen = 0;
  const proxy = await startPostgresProxy(connection as { host: string; port: number }, {
    before: () => {
      if (breakAt?.moment === "before" && seen === breakAt.statement) return breakOff();
      seen++;
      return undefined;
    },
    answered: () =>
      breakAt?.moment === "answered" && seen - 1 === breakAt.statement ? breakOff() : undefined,
  });
  const breakOff = (): Promise<void> => {
    void proxy.close();
    return new Promise(() => {});
  };
  const { user, database } = connection;
  const broken = openDatabase(
    { host: "127.0.0.1", port: proxy.port, user: user as string, database: database as string },
    () => {},
  );
  const result = await work(broken).then(
    () => "done" as const,
    () => "broken" as const,
  );
  await proxy.close();
  await broken.close();
  return { seen, result };
};
