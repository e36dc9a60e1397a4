export type PeopleFilter = {
  search?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
};

/** The last person of a page; the next page starts after it. */
export type PeopleCursor = { updatedAt: string; id: string };

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

const toPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** The index is built of trigrams; a shorter word would scan all of it. */
const fitsIndex = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

type Patterns = { indexed: string[]; others: string[] };

const parseSearch = (search: string | undefined): Patterns => {
  const words = splitWords(search ?? "").sort((a, b) => b.length - a.length);
  const indexed = words.filter(fitsIndex).slice(0, maxIndexedWords);
  return {
    indexed: indexed.map(toPattern),
    others: words.filter((word) => !indexed.includes(word)).map(toPattern),
  };
};

const columns = `p.id, p.type, p.status, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone, p.timezone,
  p.language, p.zip, p.region, p.town,
  p.consents, p.tags, p.assigned_agent_id AS "assignedAgentId", p.sources,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** Must match the order of the indexes, NULLS LAST included. */
const newestFirst = "ORDER BY p.updated_at DESC NULLS LAST, p.id DESC NULLS LAST";

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

export const pageStatement = (
  filter: PeopleFilter,
  cursor: PeopleCursor | undefined,
  limit: number,
): Statement => {
  const conditions = toConditions(filter);
  const name = ["people-page", ...conditions.map(([kind]) => kind), ...(cursor ? ["after"] : [])].join(" ");
  const text = cachedText(name, () => {
    const parts = conditions.map(([kind], index) => conditionSql[kind](index + 2));
    const next = conditions.length + 2;
    if (cursor) parts.push(`(p.updated_at, p.id) < ($${next}::timestamptz, $${next + 1}::uuid)`);
    return `SELECT ${columns}, a.intent_score AS "intentScore"
      FROM (SELECT * FROM people p ${whereClause(parts)} ${newestFirst} LIMIT $1) p
      LEFT JOIN ai_profiles a ON a.person_id = p.id ${newestFirst}`;
  });
  const after = cursor ? [cursor.updatedAt, cursor.id] : [];
  return toStatement(name, text, [limit, ...conditions.map(([, value]) => value), ...after], conditions);
};

/** Whether the total is counted up to `maxCounted`, because there is no counter for it. */
export const isCounted = (filter: PeopleFilter): boolean => !hasCounters(toConditions(filter));

/** The number of matches: from the counters where possible, else counted up to `maxCounted`. */
export const totalStatement = (filter: PeopleFilter): Statement => {
  const conditions = toConditions(filter);
  if (hasCounters(conditions)) {
    return {
      name: "people-total",
      text: `SELECT coalesce(sum(count), 0)::int AS total FROM counters
        WHERE metric = 'people'
          AND ($1::text IS NULL OR split_part(dimension, ':', 1) = $1)
          AND ($2::text IS NULL OR split_part(dimension, ':', 2) = $2)`,
      values: [filter.type ?? null, filter.status ?? null],
    };
  }
  const name = ["people-count", ...conditions.map(([kind]) => kind)].join(" ");
  const text = cachedText(name, () => {
    const parts = conditions.map(([kind], index) => conditionSql[kind](index + 2));
    return `SELECT count(*)::int AS total FROM (SELECT 1 FROM people p ${whereClause(parts)} LIMIT $1) matches`;
  });
  return { text, values: [maxCounted, ...conditions.map(([, value]) => value)] };
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
