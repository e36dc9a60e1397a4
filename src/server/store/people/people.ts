import type pg from "pg";
import type { PersonDetail, PersonListItem } from "#contract/people.ts";
import {
  isCounted,
  maxCounted,
  type PeopleCursor,
  type PeopleFilter,
  pageStatement,
  personStatement,
  timelineStatement,
  totalStatement,
} from "./people-search.ts";
import { type DuplicateColumns, duplicatesStatement, presentDuplicate } from "./possible-duplicates.ts";
import { type PersonColumns, presentPerson, presentProfile } from "./present-person.ts";

type Page = {
  people: PersonListItem[];
  total: number;
  totalIs: "exact" | "at_least";
  next: PeopleCursor | undefined;
};

/** A page after the cursor, newest change first, and the total number of matches. */
export const listPeople = async (
  pool: pg.Pool,
  filter: PeopleFilter,
  cursor: PeopleCursor | undefined,
  limit: number,
): Promise<Page> => {
  const [{ rows }, counted] = await Promise.all([
    // One row more than the page shows whether there is a next page.
    pool.query<PersonColumns & { intentScore: number | null }>(pageStatement(filter, cursor, limit + 1)),
    pool.query<{ total: number }>(totalStatement(filter)),
  ]);
  const people = rows.slice(0, limit).map((row) => ({ ...presentPerson(row), intentScore: row.intentScore }));
  const last = people.at(-1);
  const total = counted.rows[0]?.total ?? 0;
  return {
    people,
    total,
    totalIs: isCounted(filter) && total >= maxCounted ? "at_least" : "exact",
    next: rows.length > limit && last ? { updatedAt: last.updatedAt, id: last.id } : undefined,
  };
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
