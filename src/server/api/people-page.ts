import * as z from "zod";
import { id, isoInstant } from "#contract/fields.ts";
import type { PersonListItem } from "#contract/people.ts";
import type { Language } from "#domain/language.ts";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { countPeople, listPeople, type PeopleTotal } from "#server/store/people/people.ts";
import type { PeopleCursor, PeopleOrder } from "#server/store/people/people-order.ts";
import type { PeopleFilter } from "#server/store/people/people-search.ts";
import type { ApiServices } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { peopleTotals } from "./people-totals.ts";
import { Problem } from "./problem.ts";

const cursorSchema = z.tuple([
  z.enum(peopleSorts),
  z.enum(sortDirections),
  z.union([z.string().max(500), z.number(), z.null()]),
  id,
]);

const encodeCursor = ({ sort, direction }: PeopleOrder, { key, id }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([sort, direction, key, id])).toString("base64url");

const parseCursorJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

const keySchemas: Record<PeopleOrder["sort"], z.ZodType<PeopleCursor["key"]>> = {
  updated: isoInstant,
  name: z.string(),
  stage: z.int(),
  score: z.int().nullable(),
};

/** A cursor belongs to the order in which it was given. */
const decodeCursor = (order: PeopleOrder, cursor: string, language: Language): PeopleCursor => {
  const [sort, direction, key, id] = cursorSchema.safeParse(parseCursorJson(cursor)).data ?? [];
  const parsedKey = keySchemas[order.sort].safeParse(key);
  const fits = sort === order.sort && direction === order.direction && parsedKey.success;
  if (!fits || id === undefined)
    throw new Problem("invalid", { issues: [{ path: "cursor", message: issuePhrases[language].cursor }] });
  return { key: parsedKey.data, id };
};

type PageRequest = {
  cursor: string | undefined;
  limit: number;
  language: Language;
  /** Counts all matches, which takes time where there are many. */
  countsAll: boolean;
};

/** A page of people who match a filter, as the list and audiences answer it. */
export const listPeoplePage = async (
  services: ApiServices,
  filter: PeopleFilter,
  order: PeopleOrder,
  { cursor, limit, language, countsAll }: PageRequest,
): Promise<PeopleTotal & { people: PersonListItem[]; nextCursor: string | null }> => {
  const { pool } = services.database;
  const position = {
    cursor: cursor === undefined ? undefined : decodeCursor(order, cursor, language),
    limit,
  };
  const count = countsAll
    ? (counted: PeopleFilter) => countPeople(pool, counted, true)
    : peopleTotals(services).count;
  const { next, ...page } = await listPeople(pool, filter, order, position, count);
  return { ...page, nextCursor: next ? encodeCursor(order, next) : null };
};
