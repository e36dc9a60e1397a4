import { type SQL, sql } from "drizzle-orm";
import type { Db, Reader } from "#server/db/database.ts";
import { findPeopleIds, matchesPersonSql } from "#server/store/people/people-search.ts";

/** Which part of a ledger to read: instants from `from` until before `until`, after the cursor. */
export type LedgerRange = {
  from?: Date | undefined;
  until?: Date | undefined;
  before?: string | undefined;
};

export type LedgerPage<Row> = { records: Row[]; nextBefore: string | null };

/** How the rows of a ledger are read; its table has the alias `entry`. */
export type LedgerSource<Stored, Row> = {
  table: SQL;
  columns: SQL;
  joins: SQL;
  /** Conditions on the table that an index finds. */
  indexed: SQL[];
  /** Conditions that are tested on each entry. */
  filters: SQL[];
  present: (stored: Stored) => Row;
};

/** The most entries that one request tests; older ones need further requests. */
export const ledgerWindow = 100_000;

/** With more people than this, the entries are tested instead: then so many match that a page is soon full. */
const maxNamedPeople = 1000;

/** The conditions that find the entries of the people who match a search. */
export const personConditions = async (
  db: Reader,
  search: string | undefined,
): Promise<{ indexed: SQL[]; filters: SQL[] }> => {
  if (!search) return { indexed: [], filters: [] };
  const ids = await findPeopleIds(db, search, maxNamedPeople + 1);
  return ids.length > maxNamedPeople
    ? { indexed: [], filters: [matchesPersonSql(search)] }
    : { indexed: [sql`entry.person_id = ANY(${sql.param(ids)}::uuid[])`], filters: [] };
};

const allOf = (conditions: SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);

const toCursor = ({ id, createdAt }: { id: string; createdAt: string }): string => `${createdAt}_${id}`;

const rangeConditions = ({ from, until, before }: LedgerRange): SQL[] => {
  const [time, id] = before?.split("_") ?? [];
  return [
    ...(from ? [sql`entry.created_at >= to_timestamp(${from.getTime() / 1000})`] : []),
    ...(until ? [sql`entry.created_at < to_timestamp(${until.getTime() / 1000})`] : []),
    ...(time && id ? [sql`(entry.created_at, entry.id) < (${time}::timestamptz, ${id}::uuid)`] : []),
  ];
};

/** As the indexes are ordered: with another place for NULL, PostgreSQL would sort all rows. */
const newestFirst = sql`entry.created_at DESC NULLS LAST, entry.id DESC NULLS LAST`;

type StoredEntry = { id: string; createdAt: string };

/** A page of a ledger, newest first, and where the next one starts; null at the end. */
export const readLedgerPage = async <Stored extends StoredEntry, Row extends StoredEntry>(
  db: Db,
  source: LedgerSource<Stored, Row>,
  range: LedgerRange,
  limit: number,
): Promise<LedgerPage<Row>> => {
  const { table, columns, joins, indexed, filters, present } = source;
  const inRange = allOf([...indexed, ...rangeConditions(range)]);
  const window = filters.length === 0 ? limit + 1 : ledgerWindow;
  const readRows = async (reader: Reader): Promise<LedgerPage<Row>> => {
    const { rows } = await reader.execute<Stored>(sql`
      SELECT ${columns}, entry.id, entry.created_at AS "createdAt"
        FROM (SELECT * FROM ${table} entry WHERE ${inRange}
               ORDER BY ${newestFirst} LIMIT ${window}) entry ${joins}
       WHERE ${allOf(filters)} ORDER BY ${newestFirst} LIMIT ${limit + 1}`);
    const records = rows
      .slice(0, limit)
      .map((row) => ({ ...present(row as Stored), createdAt: new Date(row.createdAt).toISOString() }));
    const last = records.at(-1);
    return { records, nextBefore: rows.length > limit && last ? toCursor(last) : null };
  };
  if (filters.length === 0) return readRows(db);
  // One snapshot: entries added between the two reads would move the end of the window.
  return db.transaction(
    async (tx) => {
      const page = await readRows(tx);
      if (page.nextBefore !== null) return page;
      const { rows } = await tx.execute<StoredEntry>(sql`
        SELECT entry.id, entry.created_at AS "createdAt" FROM ${table} entry WHERE ${inRange}
         ORDER BY ${newestFirst} OFFSET ${window - 1} LIMIT 1`);
      const end = rows[0] && { ...rows[0], createdAt: new Date(rows[0].createdAt).toISOString() };
      return { ...page, nextBefore: end ? toCursor(end) : null };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
};
