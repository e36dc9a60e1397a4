import type pg from "pg";
import { isDeadlock } from "#server/db/errors.ts";

/**
 * Locks people in the order in which the product does, so that work which still runs rarely ends in a deadlock. Where it
 * does, because a deletion also locks what belongs to people, PostgreSQL may end this side of it: then nothing was
 * deleted, and the other side has its locks, as in the product's own background work.
 */
export const deletePeople = async (pool: pg.Pool): Promise<void> => {
  const remove = () =>
    pool.query(`
      WITH locked AS MATERIALIZED (SELECT id FROM people ORDER BY id FOR UPDATE)
      DELETE FROM people USING locked WHERE people.id = locked.id`);
  await remove().catch(async (error: unknown) => {
    if (!isDeadlock(error)) throw error;
    await remove();
  });
};
