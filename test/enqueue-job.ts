import type pg from "pg";
import { PgBoss } from "pg-boss";

/** Enqueues a job as the product does, which wakes its worker: without that it looks every five seconds. */
export const enqueueJob = async (pool: pg.Pool, name: string, data: object = {}): Promise<void> => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send(name, data);
  await boss.stop();
};
