/** What a list of people may be narrowed by. */
export type PeopleFilter = {
  search?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
};

/** A place in the list: the page goes on after this person. */
export type PeopleCursor = { updatedAt: string; id: string };

/** Without a name, it is planned anew for its values each time. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** Counting stops here: whoever reads "10,000 or more" does not read on to the last one. */
export const maxCounted = 10_000;

/** More words than these narrow the rows that the index found, instead of asking the index again. */
const indexedWords = 3;

const splitWords = (search: string): string[] => {
  const text = search.replaceAll("\u0000", "").trim();
  // A phone number is stored as digits alone, however it is written.
  const isPhone = /^[\d\s()+./-]*$/.test(text) && /\d/.test(text);
  return [...new Set(text.split(isPhone ? /\D+/ : /\s+/))].filter(Boolean);
};

const toPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** The index knows runs of three letters or digits; a shorter word would make it read all of itself. */
const fitsIndex = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

type Patterns = { indexed: string[]; others: string[] };

export const readSearch = (search: string | undefined): Patterns => {
  const words = splitWords(search ?? "").sort((a, b) => b.length - a.length);
  const indexed = words.filter(fitsIndex).slice(0, indexedWords);
  return {
    indexed: indexed.map(toPattern),
    others: words.filter((word) => !indexed.includes(word)).map(toPattern),
  };
};

const columns = `p.id, p.type, p.status, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone, p.timezone,
  p.consents, p.tags, p.assigned_agent_id AS "assignedAgentId", p.sources,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** Said as the indexes say it; without the last words they could not give this order. */
const newestFirst = "ORDER BY p.updated_at DESC NULLS LAST, p.id DESC NULLS LAST";

const condition = {
  type: (at: number) => `p.type = $${at}`,
  status: (at: number) => `p.status = $${at}`,
  tag: (at: number) => `p.tags @> ARRAY[$${at}]::text[]`,
  word: (at: number) => `p.search LIKE fold_text($${at})`,
  words: (at: number) => `p.search LIKE ALL (string_to_array(fold_text($${at}), ' '))`,
};
type Condition = keyof typeof condition;

const conditionsOf = (filter: PeopleFilter): [Condition, string][] => {
  const { indexed, others } = readSearch(filter.search);
  const found: [Condition, string][] = [];
  if (filter.type !== undefined) found.push(["type", filter.type]);
  if (filter.status !== undefined) found.push(["status", filter.status]);
  if (filter.tag !== undefined) found.push(["tag", filter.tag]);
  for (const pattern of indexed) found.push(["word", pattern]);
  if (others.length > 0) found.push(["words", others.join(" ")]);
  return found;
};

const texts = new Map<string, string>();

/** Each combination of conditions has one text, made once. */
const textOf = (name: string, build: () => string): string => {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = build();
  texts.set(name, text);
  return text;
};

/** Type and stage alone, of which the counters know how many there are. */
const isPlain = (conditions: [Condition, string][]): boolean =>
  conditions.every(([kind]) => kind === "type" || kind === "status");

/**
 * A plain list is prepared once a connection. A word or a tag may be anything from one person's to everybody's,
 * and one plan for both would read the whole index for the latter; so each is planned by what it is.
 */
const statement = (
  name: string,
  text: string,
  values: unknown[],
  conditions: [Condition, string][],
): Statement => (isPlain(conditions) ? { name, text, values } : { text, values });

const whereOf = (parts: string[]): string => (parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "");

export const pageStatement = (
  filter: PeopleFilter,
  cursor: PeopleCursor | undefined,
  limit: number,
): Statement => {
  const conditions = conditionsOf(filter);
  const name = ["people-page", ...conditions.map(([kind]) => kind), ...(cursor ? ["after"] : [])].join(" ");
  const text = textOf(name, () => {
    const parts = conditions.map(([kind], index) => condition[kind](index + 2));
    const next = conditions.length + 2;
    if (cursor) parts.push(`(p.updated_at, p.id) < ($${next}::timestamptz, $${next + 1}::uuid)`);
    return `SELECT ${columns}, a.intent_score AS "intentScore"
      FROM (SELECT * FROM people p ${whereOf(parts)} ${newestFirst} LIMIT $1) p
      LEFT JOIN ai_profiles a ON a.person_id = p.id ${newestFirst}`;
  });
  const after = cursor ? [cursor.updatedAt, cursor.id] : [];
  return statement(name, text, [limit, ...conditions.map(([, value]) => value), ...after], conditions);
};

/** Whether the total is counted, up to the bound, because the counters do not know it. */
export const isCounted = (filter: PeopleFilter): boolean => !isPlain(conditionsOf(filter));

/** How many there are: from the counters where they know it, else counted up to the bound. */
export const totalStatement = (filter: PeopleFilter): Statement => {
  const conditions = conditionsOf(filter);
  if (isPlain(conditions)) {
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
  const text = textOf(name, () => {
    const parts = conditions.map(([kind], index) => condition[kind](index + 2));
    return `SELECT count(*)::int AS total FROM (SELECT 1 FROM people p ${whereOf(parts)} LIMIT $1) found`;
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
