import type pg from "pg";
import type { PersonDetail, PersonListItem } from "#contract/people.ts";
import type { PeopleCursor, PeopleOrder } from "./people-order.ts";
import {
  areasStatement,
  counterStatement,
  countStatement,
  isCounted,
  maxCounted,
  type PeopleFilter,
  pageStatement,
  personStatement,
  timelineStatement,
  withoutScoreStatement,
} from "./people-search.ts";
import { type DuplicateColumns, duplicatesStatement, presentDuplicate } from "./possible-duplicates.ts";
import { type PersonColumns, presentPerson, presentProfile } from "./present-person.ts";

export type PeopleTotal = { total: number; totalIs: "exact" | "at_least" };

/** Counts the matches of a filter that has no counter; beyond `maxCounted` only when all of them are asked for. */
export const countPeople = async (
  pool: pg.Pool,
  filter: PeopleFilter,
  all: boolean,
  limit = maxCounted,
): Promise<PeopleTotal> => {
  const { rows } = await pool.query<{ total: number }>(countStatement(filter, all ? null : limit));
  const total = rows[0]?.total ?? 0;
  return { total, totalIs: !all && total >= limit ? "at_least" : "exact" };
};

/** How many of the people live in each area; null is nowhere that is known. */
export const countByArea = async (
  pool: pg.Pool,
  filter: PeopleFilter,
): Promise<{ code: string | null; count: number }[]> =>
  (await pool.query<{ code: string | null; count: number }>(areasStatement(filter))).rows;

type ListColumns = Pick<PersonListItem, "intentScore" | "propensityToBuy" | "churnRisk"> & {
  lastInboundAt: Date | null;
};

export const presentListItem = (row: PersonColumns & ListColumns): PersonListItem => ({
  ...presentPerson(row),
  intentScore: row.intentScore,
  propensityToBuy: row.propensityToBuy,
  churnRisk: row.churnRisk,
  lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
});

type PeopleRow = PersonColumns & ListColumns & { sortKey: string | number | Date | null };

const readRows = async (
  pool: pg.Pool,
  filter: PeopleFilter,
  order: PeopleOrder,
  cursor: PeopleCursor | undefined,
  limit: number,
): Promise<PeopleRow[]> => {
  const isPastScores = order.sort === "score" && cursor?.key === null;
  const rows = isPastScores
    ? []
    : (await pool.query<PeopleRow>(pageStatement(filter, order, cursor, limit))).rows;
  if (order.sort !== "score" || rows.length === limit) return rows;
  const afterId = isPastScores ? cursor.id : undefined;
  const rest = await pool.query<PeopleRow>(withoutScoreStatement(filter, afterId, limit - rows.length));
  return [...rows, ...rest.rows];
};

const toCursor = ({ sortKey, id }: PeopleRow): PeopleCursor => ({
  key: sortKey instanceof Date ? sortKey.toISOString() : sortKey,
  id,
});

type Page = PeopleTotal & { people: PersonListItem[]; next: PeopleCursor | undefined };

/** A page after the cursor and the total number of matches, which `count` finds where there is no counter for it. */
export const listPeople = async (
  pool: pg.Pool,
  filter: PeopleFilter,
  order: PeopleOrder,
  { cursor, limit }: { cursor: PeopleCursor | undefined; limit: number },
  count: (filter: PeopleFilter) => Promise<PeopleTotal>,
): Promise<Page> => {
  const mustCount = isCounted(filter);
  const [rows, counters, counted] = await Promise.all([
    // One row more than the page shows whether there is a next page.
    readRows(pool, filter, order, cursor, limit + 1),
    mustCount ? undefined : pool.query<{ total: number }>(counterStatement(filter)),
    // An audience may take as long to count as to list.
    filter.audience ? count(filter) : undefined,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? toCursor(last) : undefined;
  const isWhole = next === undefined && cursor === undefined;
  const total = counters
    ? { total: counters.rows[0]?.total ?? 0, totalIs: "exact" as const }
    : isWhole
      ? { total: rows.length, totalIs: "exact" as const }
      : (counted ?? (await count(filter)));
  return { people: shown.map(presentListItem), ...total, next };
};

type TimelineColumns = Omit<PersonDetail["timelineEvents"][number], "createdAt"> & { createdAt: Date };

export const findPerson = async (pool: pg.Pool, id: string): Promise<PersonDetail | undefined> => {
  const [person, timeline, duplicates] = await Promise.all([
    pool.query<PersonColumns & { aiProfile: unknown; cost: number }>(personStatement(id)),
    pool.query<TimelineColumns>(timelineStatement(id)),
    pool.query<DuplicateColumns>(duplicatesStatement(id)),
  ]);
  const [row] = person.rows;
  if (!row) return undefined;
  return {
    ...presentPerson(row),
    aiProfile: presentProfile(row.aiProfile),
    cost: row.cost,
    possibleDuplicates: duplicates.rows.map(presentDuplicate),
    timelineEvents: timeline.rows.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
  };
};
