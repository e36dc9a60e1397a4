import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";
import { likePattern } from "#server/store/like-pattern.ts";
import {
  afterCondition,
  orderClause,
  type PeopleCursor,
  type PeopleOrder,
  sortKeyColumn,
} from "./people-order.ts";

export type PeopleFilter = {
  search?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
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

/** Whether the person with the table alias `p` matches all words of a search. */
export const matchesPersonSql = (search: string): SQL => {
  const words = splitWords(search).map((word) => sql`p.search LIKE fold_text(${likePattern(word)})`);
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

const columns = `p.id, p.type, p.status, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone, p.timezone,
  p.language, p.zip, p.region, p.town,
  p.consents, p.tags, p.assigned_agent_id AS "assignedAgentId", p.sources,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

const conditionSql = {
  type: (position: number) => `p.type = $${position}`,
  status: (position: number) => `p.status = $${position}`,
  tag: (position: number) => `p.tags @> ARRAY[$${position}]::text[]`,
  word: (position: number) => `p.search LIKE fold_text($${position})`,
  words: (position: number) => `p.search LIKE ALL (string_to_array(fold_text($${position}), ' '))`,
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
const cachedText = (name: string, build: () => string): string => {
  const cached = textCache.get(name);
  if (cached !== undefined) return cached;
  const text = build();
  textCache.set(name, text);
  return text;
};

/** Only type and status are filtered, for which the counters have totals. */
const hasCounters = (conditions: [Condition, string][]): boolean =>
  conditions.every(([kind]) => kind === "type" || kind === "status");

/**
 * A list by type and status is a prepared statement. A word or tag may match one person or all of them, and one plan
 * cannot serve both, so such a list is planned for its values.
 */
const toStatement = (
  name: string,
  text: string,
  values: unknown[],
  conditions: [Condition, string][],
): Statement => (hasCounters(conditions) ? { name, text, values } : { text, values });

const whereClause = (parts: string[]): string => (parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "");

/** People of one page. Sorted by score, it finds those with a score, and `withoutScoreStatement` the others. */
export const pageStatement = (
  filter: PeopleFilter,
  order: PeopleOrder,
  cursor: PeopleCursor | undefined,
  limit: number,
): Statement => {
  const conditions = toConditions(filter);
  const name = [
    ...["people-page", order.sort, order.direction, ...conditions.map(([kind]) => kind)],
    ...(cursor ? ["after"] : []),
  ].join(" ");
  const text = cachedText(name, () => {
    const parts = conditions.map(([kind], index) => conditionSql[kind](index + 2));
    if (cursor) parts.push(afterCondition(order, conditions.length + 2));
    const isByScore = order.sort === "score";
    const from = isByScore ? "ai_profiles a JOIN people p ON p.id = a.person_id" : "people p";
    const found = `SELECT p.* FROM ${from} ${whereClause(parts)} ${orderClause(order)} LIMIT $1`;
    return `SELECT ${columns}, a.intent_score AS "intentScore", ${sortKeyColumn(order)} AS "sortKey"
      FROM (${found}) p LEFT JOIN ai_profiles a ON a.person_id = p.id ${orderClause(order)}`;
  });
  const after = cursor ? [cursor.key, cursor.id] : [];
  return toStatement(name, text, [limit, ...conditions.map(([, value]) => value), ...after], conditions);
};

/** People without a score, who end the list that is sorted by score. */
export const withoutScoreStatement = (
  filter: PeopleFilter,
  afterId: string | undefined,
  limit: number,
): Statement => {
  const conditions = toConditions(filter);
  const parts = [
    ...conditions.map(([kind], index) => conditionSql[kind](index + 2)),
    "NOT EXISTS (SELECT 1 FROM ai_profiles a WHERE a.person_id = p.id)",
    ...(afterId === undefined ? [] : [`p.id < $${conditions.length + 2}::uuid`]),
  ];
  const text = `SELECT ${columns}, NULL::int AS "intentScore", NULL::int AS "sortKey"
    FROM people p ${whereClause(parts)} ORDER BY p.id DESC LIMIT $1`;
  const values = [limit, ...conditions.map(([, value]) => value)];
  return { text, values: afterId === undefined ? values : [...values, afterId] };
};

/** Whether the total must be counted, because there is no counter for it. */
export const isCounted = (filter: PeopleFilter): boolean => !hasCounters(toConditions(filter));

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
  const conditions = toConditions(filter);
  const name = ["people-count", ...conditions.map(([kind]) => kind)].join(" ");
  const text = cachedText(name, () => {
    const parts = conditions.map(([kind], index) => conditionSql[kind](index + 2));
    return `SELECT count(*)::int AS total FROM (SELECT 1 FROM people p ${whereClause(parts)} LIMIT $1) matches`;
  });
  return { text, values: [limit, ...conditions.map(([, value]) => value)] };
};

/** Ids of matching people, ordered by id. */
export const matchingIdsStatement = (
  filter: PeopleFilter,
  { afterId, createdUntil, limit }: { afterId: string | null; createdUntil: Date; limit: number },
): Statement => {
  const conditions = toConditions(filter);
  const parts = [
    ...conditions.map(([kind], index) => conditionSql[kind](index + 4)),
    "($2::uuid IS NULL OR p.id > $2::uuid)",
    "p.created_at <= $3::timestamptz",
  ];
  return {
    text: `SELECT p.id FROM people p ${whereClause(parts)} ORDER BY p.id LIMIT $1`,
    values: [limit, afterId, createdUntil, ...conditions.map(([, value]) => value)],
  };
};

export const personStatement = (id: string): Statement => ({
  name: "person",
  text: `SELECT ${columns}, CASE WHEN a.id IS NULL THEN NULL ELSE jsonb_build_object(
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
