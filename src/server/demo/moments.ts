import { type SQL, sql } from "drizzle-orm";
import { dayCurve, type TimeSlice } from "./calendar.ts";
import { numberArrayParam, numberLiteral, randomUnit, timestampArrayParam } from "./draw.ts";

/**
 * The pieces as rows, one a thing that happens, oldest first: its number `n` from 1, its moment `at`, whether
 * it `is_today`, and the number of its `piece`, of which it is one of `count` with the given `total`.
 * The last thing of the last piece happens at the very end of it.
 */
export const activityRows = (pieces: TimeSlice[]): SQL => {
  const column = (of: (piece: TimeSlice) => number) => numberArrayParam(pieces.map(of));
  const n = sql`w.before::bigint + k`;
  const p = sql`w.p0 + (w.p1 - w.p0) * ((k - 1 + ${randomUnit(n, 1)}) / w.count)`;
  return sql`(
    SELECT n, piece, count, is_today, total,
           CASE WHEN is_today AND n = last THEN until
                ELSE greatest(start, least(until, start + make_interval(secs => seconds * (p + ${numberLiteral(dayCurve)} * sin(2 * pi() * p)))))
            END AS at
      FROM (
        SELECT ${n} AS n, w.piece, w.start, w.seconds, w.until, w.count, w.is_today > 0 AS is_today,
               w.before::bigint + w.count::bigint AS last, w.total::numeric AS total, ${p} AS p
          FROM unnest(
                 ${timestampArrayParam(pieces.map(({ from }) => from))}, ${column(({ length }) => length / 1000)},
                 ${column(({ p0 }) => p0)}, ${column(({ p1 }) => p1)},
                 ${timestampArrayParam(pieces.map(({ until }) => until))}, ${column(({ count }) => count)},
                 ${column(({ offset }) => offset)}, ${column(({ isToday }) => (isToday ? 1 : 0))},
                 ${column(({ total }) => total)}
               ) WITH ORDINALITY AS w (start, seconds, p0, p1, until, count, before, is_today, total, piece),
               generate_series(1, w.count::int) k
      ) things)`;
};
