import { type SQL, sql } from "drizzle-orm";
import type { ThreadItem } from "#contract/threads.ts";
import type { Reader } from "#server/db/database.ts";
import { type ItemPlace, type ItemSource, itemSources, readItemDetails } from "./thread-item-details.ts";

/** Items older than this one; `isInclusive` includes it. */
export type ItemCursor = { at: number; id: string; isInclusive?: boolean };

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const parseItemCursor = (text: string): ItemCursor | undefined => {
  const [, at, id] = cursorPattern.exec(text) ?? [];
  return id === undefined ? undefined : { at: Number(at), id };
};

const writeItemCursor = ({ at, id }: ItemPlace): string => `${at}_${id}`;

/** The timeline repeats messages, calls and notes; only what is nothing else is a line of the thread. */
const isLine = sql`x.event_type NOT LIKE 'message\\_%' AND x.event_type NOT IN ('event_received', 'call_completed')
  AND (x.event_type <> 'note_added' OR NOT EXISTS (SELECT FROM notes n WHERE n.id = x.caused_by))`;

const hasNoMessage = sql`NOT EXISTS (SELECT FROM messages m WHERE m.id = x.id)`;

/** The tables that items come from, each with an index by person and time. */
const sources: Record<ItemSource, { table: SQL; time: SQL; where: SQL }> = {
  message: { table: sql`messages`, time: sql`x.at`, where: sql`true` },
  // What was not handed to a vendor yet stands where it was created.
  action: {
    table: sql`actions`,
    time: sql`x.created_at`,
    where: sql`${hasNoMessage} AND NOT EXISTS (SELECT FROM calls c WHERE c.id = x.id)`,
  },
  event: {
    table: sql`events`,
    time: sql`x.created_at`,
    where: sql`${hasNoMessage} AND coalesce(x.event_type, '') NOT IN ('call_received', 'call_completed')`,
  },
  call: { table: sql`calls`, time: sql`x.created_at`, where: hasNoMessage },
  note: { table: sql`notes`, time: sql`x.created_at`, where: hasNoMessage },
  line: { table: sql`timeline`, time: sql`x.created_at`, where: isLine },
};

const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

const readPlaces = (
  source: ItemSource,
  personId: string,
  { before, notBefore }: { before: ItemCursor | undefined; notBefore: number | undefined },
  limit: number,
): SQL => {
  const { table, time, where } = sources[source];
  const comparison = sql.raw(before?.isInclusive ? "<=" : "<");
  const conditions = [
    sql`x.person_id = ${personId}`,
    where,
    // The first condition alone bounds the scan of an index that ends with the time.
    ...(before
      ? [
          sql`${time} <= ${instant(before.at)}`,
          sql`(${time}, x.id) ${comparison} (${instant(before.at)}, ${before.id}::uuid)`,
        ]
      : []),
    ...(notBefore === undefined ? [] : [sql`${time} >= ${instant(notBefore)}`]),
  ];
  return sql`(SELECT x.id, (extract(epoch FROM ${time}) * 1000)::float8 AS at, ${source}::text AS source
    FROM ${table} x WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${time} DESC NULLS LAST, x.id DESC NULLS LAST LIMIT ${limit})`;
};

const byNewest = (one: ItemPlace, other: ItemPlace): number =>
  other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);

/**
 * The places of the newest items before a cursor. Messages are read first: nothing older than the last of a full page
 * of them can be on it, which bounds what is read of the other sources.
 */
const findPlaces = async (
  db: Reader,
  personId: string,
  before: ItemCursor | undefined,
  limit: number,
  wanted: readonly ItemSource[] = itemSources,
): Promise<ItemPlace[]> => {
  const { rows: messages } = await db.execute<ItemPlace>(
    readPlaces("message", personId, { before, notBefore: undefined }, limit),
  );
  const notBefore = messages.length === limit ? messages.at(-1)?.at : undefined;
  const others = wanted
    .filter((source) => source !== "message")
    .map((source) => readPlaces(source, personId, { before, notBefore }, limit));
  const { rows } = await db.execute<ItemPlace>(sql.join(others, sql` UNION ALL `));
  return [...messages, ...rows].sort(byNewest).slice(0, limit);
};

/** The place of an item that a search or a link names. */
export const findItemPlace = async (
  db: Reader,
  personId: string,
  id: string,
): Promise<ItemPlace | undefined> => {
  const found = itemSources.map((source) => {
    const { table, time } = sources[source];
    return sql`SELECT x.id, (extract(epoch FROM ${time}) * 1000)::float8 AS at, ${source}::text AS source
      FROM ${table} x WHERE x.id = ${id} AND x.person_id = ${personId}`;
  });
  const { rows } = await db.execute<ItemPlace>(sql`${sql.join(found, sql` UNION ALL `)} LIMIT 1`);
  return rows[0];
};

/** A page of a thread, oldest first, and the cursor of the page before it. */
export const readThreadItems = async (
  db: Reader,
  personId: string,
  before: ItemCursor | undefined,
  limit: number,
): Promise<{ items: ThreadItem[]; nextBefore: string | null }> => {
  const places = await findPlaces(db, personId, before, limit + 1);
  const page = places.slice(0, limit);
  const last = page.at(-1);
  const items = await readItemDetails(db, personId, page);
  return {
    items: items.reverse(),
    nextBefore: places.length > limit && last ? writeItemCursor(last) : null,
  };
};

/**
 * The newest message, call or note, with its place: what a reply must have seen. A message that waits moves when it
 * leaves, so its id alone does not say what came after it.
 */
export const findNewestItem = async (db: Reader, personId: string): Promise<string | null> => {
  const [newest] = await findPlaces(db, personId, undefined, 1, ["message", "action", "call", "note"]);
  return newest ? writeItemCursor(newest) : null;
};
