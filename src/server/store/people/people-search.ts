import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Reader } from "#server/db/database.ts";
import { likePattern } from "#server/store/like-pattern.ts";
import {
  afterCondition,
  orderClause,
  type PeopleCursor,
  type PeopleOrder,
  sortKeyColumn,
} from "./people-order.ts";
import { shownColumnsText } from "./person-sql.ts";

export type PeopleFilter = {
  search?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  /** A condition on the alias `p`, as an audience gives it. */
  audience?: SQL | undefined;
};

/** A statement with a name is prepared once per connection; one without is planned for its values each time. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** Counting stops here, because an exact total of more rows is not worth its cost. */
export const maxCounted = 10_000;

/** Further words filter the rows that the index found, because each index scan costs more than that. */
const maxIndexedWords = 3;

const splitWords = (search: string): string[] => {
  const text = search.replaceAll("\u0000", "").trim();
  // Phone numbers are stored as digits alone, so punctuation in the search is ignored.
  const isPhone = /^[\d\s()+./-]*$/.test(text) && /\d/.test(text);
  return [...new Set(text.split(isPhone ? /\D+/ : /\s+/))].filter(Boolean);
};

/** The index is built of trigrams; a shorter word would scan all of it. */
const fitsIndex = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

/** Whether the person with the table alias `p` matches all words of a search, each by name or by any address. */
export const matchesPersonSql = (search: string): SQL => {
  const words = splitWords(search).map((word) => {
    const pattern = sql`fold_text(${likePattern(word)})`;
    return sql`(p.search LIKE ${pattern} OR p.further_addresses LIKE ${pattern})`;
  });
  return words.length === 0 ? sql`true` : sql.join(words, sql` AND `);
};

/** The ids of at most so many people who match a search. */
export const findPeopleIds = async (db: Reader, search: string, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT p.id FROM people p WHERE ${matchesPersonSql(search)} LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
};

type Patterns = { indexed: string[]; others: string[] };

const parseSearch = (search: string | undefined): Patterns => {
  const words = splitWords(search ?? "").sort((a, b) => b.length - a.length);
  const indexed = words.filter(fitsIndex).slice(0, maxIndexedWords);
  return {
    indexed: indexed.map(likePattern),
    others: words.filter((word) => !indexed.includes(word)).map(likePattern),
  };
};

/** What the list shows of the profile `a` and the thread `h` of the person `p`. */
export const listColumns = `a.intent_score AS "intentScore", a.propensity_to_buy AS "propensityToBuy",
  a.churn_risk AS "churnRisk", h.last_inbound_at AS "lastInboundAt"`;

const conditionSql = {
  type: (position: number) => `p.type = $${position}`,
  status: (position: number) => `p.status = $${position}`,
  tag: (position: number) => `p.tags @> ARRAY[$${position}]::text[]`,
  // Both columns have a trigram index, whose results PostgreSQL joins.
  word: (position: number) =>
    `(p.search LIKE fold_text($${position}) OR p.further_addresses LIKE fold_text($${position}))`,
  words: (position: number) => {
    const words = `string_to_array(fold_text($${position}), ' ')`;
    return `(p.search LIKE ALL (${words}) OR p.search || ' ' || p.further_addresses LIKE ALL (${words}))`;
  },
};
type Condition = keyof typeof conditionSql;

const toConditions = (filter: PeopleFilter): [Condition, string][] => {
  const { indexed, others } = parseSearch(filter.search);
  const conditions: [Condition, string][] = [];
  if (filter.type !== undefined) conditions.push(["type", filter.type]);
  if (filter.status !== undefined) conditions.push(["status", filter.status]);
  if (filter.tag !== undefined) conditions.push(["tag", filter.tag]);
  for (const pattern of indexed) conditions.push(["word", pattern]);
  if (others.length > 0) conditions.push(["words", others.join(" ")]);
  return conditions;
};

const textCache = new Map<string, string>();

/** Each combination of conditions has one text, built once. */
const cachedText = (name: string | undefined, build: () => string): string => {
  if (name === undefined) return build();
  const cached = textCache.get(name);
  if (cached !== undefined) return cached;
  const text = build();
  textCache.set(name, text);
  return text;
};

const dialect = new PgDialect();

/** The condition of an audience as text, with its parameters numbered from a position on. */
const renderCondition = (condition: SQL, position: number): { text: string; values: unknown[] } => {
  const { sql: text, params } = dialect.sqlToQuery(condition);
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + position - 1}`),
    values: params,
  };
};

/** The conditions of a filter as texts, with their parameters from a position on. */
const renderFilter = (filter: PeopleFilter, position: number): { texts: string[]; values: unknown[] } => {
  const conditions = toConditions(filter);
  const texts = conditions.map(([kind], index) => conditionSql[kind](index + position));
  const values = conditions.map(([, value]) => value);
  if (!filter.audience) return { texts, values };
  const audience = renderCondition(filter.audience, position + values.length);
  return { texts: [...texts, audience.text], values: [...values, ...audience.values] };
};

/** Only type and status are filtered, for which the counters have totals. */
const hasCounters = (filter: PeopleFilter): boolean =>
  !filter.audience && toConditions(filter).every(([kind]) => kind === "type" || kind === "status");

/** What the text of a statement depends on; undefined for one with an audience, whose text is its own. */
const textName = (start: string[], filter: PeopleFilter): string | undefined =>
  filter.audience ? undefined : [...start, ...toConditions(filter).map(([kind]) => kind)].join(" ");

/**
 * A list by type and status is a prepared statement. A word or tag may match one person or all of them, and one plan
 * cannot serve both, so such a list is planned for its values.
 */
const toStatement = (
  name: string | undefined,
  text: string,
  values: unknown[],
  filter: PeopleFilter,
): Statement => (name !== undefined && hasCounters(filter) ? { name, text, values } : { text, values });

const whereClause = (parts: string[]): string => (parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "");

const sourceOf = ({ sort }: PeopleOrder): string =>
  sort === "score"
    ? "(SELECT * FROM ai_profiles WHERE intent_score IS NOT NULL) a JOIN people p ON p.id = a.person_id"
    : "people p";

/** People of one page. Sorted by score, it finds those with a score, and `withoutScoreStatement` the others. */
export const pageStatement = (
  filter: PeopleFilter,
  order: PeopleOrder,
  cursor: PeopleCursor | undefined,
  limit: number,
): Statement => {
  const { texts, values } = renderFilter(filter, 2);
  const start = ["people-page", order.sort, order.direction, ...(cursor ? ["after"] : [])];
  const name = textName(start, filter);
  const text = cachedText(name, () => {
    const parts = [...texts, ...(cursor ? [afterCondition(order, values.length + 2)] : [])];
    const found = `SELECT p.* FROM ${sourceOf(order)} ${whereClause(parts)} ${orderClause(order)} LIMIT $1`;
    return `SELECT ${shownColumnsText}, ${listColumns}, ${sortKeyColumn(order)} AS "sortKey"
      FROM (${found}) p LEFT JOIN ai_profiles a ON a.person_id = p.id
        LEFT JOIN threads h ON h.person_id = p.id ${orderClause(order)}`;
  });
  const after = cursor ? [cursor.key, cursor.id] : [];
  return toStatement(name, text, [limit, ...values, ...after], filter);
};

/** People without a score, who end the list that is sorted by score. */
export const withoutScoreStatement = (
  filter: PeopleFilter,
  afterId: string | undefined,
  limit: number,
): Statement => {
  const { texts, values } = renderFilter(filter, 2);
  const parts = [
    ...texts,
    "NOT EXISTS (SELECT 1 FROM ai_profiles a WHERE a.person_id = p.id AND a.intent_score IS NOT NULL)",
    ...(afterId === undefined ? [] : [`p.id < $${values.length + 2}::uuid`]),
  ];
  const text = `SELECT ${shownColumnsText}, ${listColumns}, NULL::int AS "sortKey"
    FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id LEFT JOIN threads h ON h.person_id = p.id
    ${whereClause(parts)} ORDER BY p.id DESC LIMIT $1`;
  return { text, values: [limit, ...values, ...(afterId === undefined ? [] : [afterId])] };
};

/** The key by which a person is sorted; no row for a person who is not in the list by score. */
export const sortKeyStatement = (order: PeopleOrder, id: string): Statement => ({
  text: `SELECT ${sortKeyColumn(order)} AS key FROM ${sourceOf(order)} WHERE p.id = $1`,
  values: [id],
});

/** How many people follow a person in an order, counted up to the limit, and whether the person is in the list. */
export const placeStatement = (
  filter: PeopleFilter,
  order: PeopleOrder,
  cursor: PeopleCursor,
  limit: number,
): Statement => {
  const { texts, values } = renderFilter(filter, 4);
  const following = [...texts, afterCondition(order, 2)];
  return {
    text: `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM ${sourceOf(order)} ${whereClause(following)} LIMIT $1) f) AS before,
      EXISTS (SELECT 1 FROM people p ${whereClause([...texts, "p.id = $3::uuid"])}) AS "isMember"`,
    values: [limit, cursor.key, cursor.id, ...values],
  };
};

/** Whether the total must be counted, because there is no counter for it. */
export const isCounted = (filter: PeopleFilter): boolean => !hasCounters(filter);

/** The number of people from the counters. */
export const counterStatement = (filter: PeopleFilter): Statement => ({
  name: "people-total",
  text: `SELECT coalesce(sum(count), 0)::int AS total FROM counters
    WHERE metric = 'people'
      AND ($1::text IS NULL OR split_part(dimension, ':', 1) = $1)
      AND ($2::text IS NULL OR split_part(dimension, ':', 2) = $2)`,
  values: [filter.type ?? null, filter.status ?? null],
});

/** The number of matches, counted up to the limit; null counts all of them. */
export const countStatement = (filter: PeopleFilter, limit: number | null): Statement => {
  const { texts, values } = renderFilter(filter, 2);
  const text = cachedText(
    textName(["people-count"], filter),
    () =>
      `SELECT count(*)::int AS total FROM (SELECT 1 FROM people p ${whereClause(texts)} LIMIT $1) matches`,
  );
  return { text, values: [limit, ...values] };
};

/** Without a join, which takes seconds where there are a million people. */
const allAreasText = `
  SELECT area_code AS code, count(*)::int AS count FROM person_locations WHERE area_code IS NOT NULL GROUP BY 1
  UNION ALL
  SELECT NULL, ((SELECT count(*) FROM people) - (SELECT count(area_code) FROM person_locations))::int`;

/** How many of the people live in each area; null is nowhere that is known. */
export const areasStatement = (filter: PeopleFilter): Statement => {
  const { texts, values } = renderFilter(filter, 1);
  if (texts.length === 0) return { text: allAreasText, values };
  const text = cachedText(
    textName(["people-areas"], filter),
    () =>
      `SELECT l.area_code AS code, count(*)::int AS count
         FROM people p LEFT JOIN person_locations l ON l.person_id = p.id ${whereClause(texts)} GROUP BY 1`,
  );
  return { text, values };
};

export const personStatement = (id: string): Statement => ({
  name: "person",
  text: `SELECT ${shownColumnsText}, CASE WHEN a.id IS NULL THEN NULL ELSE jsonb_build_object(
      'intentScore', a.intent_score, 'propensityToBuy', a.propensity_to_buy, 'churnRisk', a.churn_risk,
      'preferredChannel', a.preferred_channel, 'bestTimeToContact', a.best_time_to_contact,
      'nextBestAction', a.next_best_action, 'aiSummary', a.ai_summary, 'updatedAt', a.updated_at) END AS "aiProfile",
      (SELECT coalesce(sum(u.cost), 0)::float8 FROM usage u WHERE u.person_id = p.id) AS cost
    FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id WHERE p.id = $1`,
  values: [id],
});

export const timelineStatement = (personId: string): Statement => ({
  name: "person-timeline",
  text: `SELECT id, event_type AS "eventType", source, title, description, metadata, created_at AS "createdAt"
    FROM timeline WHERE person_id = $1 ORDER BY created_at DESC NULLS LAST, id DESC LIMIT 100`,
  values: [personId],
});
