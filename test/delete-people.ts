import type pg from "pg";

/** Locks people in the order in which the product does, so that work which still runs does not end in a deadlock. */
export const deletePeople = (pool: pg.Pool) =>
  pool.query(`
    WITH locked AS MATERIALIZED (SELECT id FROM people ORDER BY id FOR UPDATE)
    DELETE FROM people USING locked WHERE people.id = locked.id`);
