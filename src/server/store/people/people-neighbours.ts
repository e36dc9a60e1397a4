import type pg from "pg";
import type { PeopleCursor, PeopleOrder } from "./people-order.ts";
import { type PeopleFilter, pageStatement, placeStatement, sortKeyStatement } from "./people-search.ts";

/** A place further down is not counted. */
const maxPlace = 1000;

export type Neighbours = { previousId: string | null; nextId: string | null; position: number | null };

const reverse = ({ sort, direction }: PeopleOrder): PeopleOrder => ({
  sort,
  direction: direction === "asc" ? "desc" : "asc",
});

/** The people around one in a list. A person without a score has none in the list by score, where they have no place. */
export const findNeighbours = async (
  pool: pg.Pool,
  personId: string,
  filter: PeopleFilter,
  order: PeopleOrder,
): Promise<Neighbours> => {
  const { rows } = await pool.query<{ key: string | number | Date | null }>(
    sortKeyStatement(order, personId),
  );
  const key = rows[0]?.key ?? null;
  if (key === null) return { previousId: null, nextId: null, position: null };
  const cursor: PeopleCursor = { key: key instanceof Date ? key.toISOString() : key, id: personId };
  const first = async (towards: PeopleOrder): Promise<string | null> => {
    const found = await pool.query<{ id: string }>(pageStatement(filter, towards, cursor, 1));
    return found.rows[0]?.id ?? null;
  };
  const [previousId, nextId, place] = await Promise.all([
    first(reverse(order)),
    first(order),
    pool.query<{ before: number; isMember: boolean }>(
      placeStatement(filter, reverse(order), cursor, maxPlace),
    ),
  ]);
  const { before = maxPlace, isMember = false } = place.rows[0] ?? {};
  return { previousId, nextId, position: isMember && before < maxPlace ? before + 1 : null };
};
