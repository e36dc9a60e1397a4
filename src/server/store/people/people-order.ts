import type { PeopleSort, SortDirection } from "#domain/people-sort.ts";
import { personStatuses } from "#domain/person.ts";

export type PeopleOrder = { sort: PeopleSort; direction: SortDirection };

/** The last person of a page; the next page starts after it. The key is null for a person without a score. */
export type PeopleCursor = { key: string | number | null; id: string };

type SortKey = {
  expression: string;
  id: string;
  type: string;
  /** How a scan of its index orders, in both directions; the position of nulls counts. */
  index: { asc: string; desc: string };
};

const stages = personStatuses.map((status) => `'${status}'::text`).join(", ");

const ascendingIndex = { asc: "ASC NULLS LAST", desc: "DESC NULLS FIRST" };

/** Each key has an index with the id as its second column; the expressions are those of the indexes. */
const sortKeys: Record<PeopleSort, SortKey> = {
  updated: {
    expression: "p.updated_at",
    id: "p.id",
    type: "timestamptz",
    index: { asc: "ASC NULLS FIRST", desc: "DESC NULLS LAST" },
  },
  name: {
    expression: `left(ltrim(p.search), 100) COLLATE "C"`,
    id: "p.id",
    type: "text",
    index: ascendingIndex,
  },
  stage: {
    expression: `array_position(ARRAY[${stages}], p.status)`,
    id: "p.id",
    type: "int",
    index: ascendingIndex,
  },
  score: { expression: "a.intent_score", id: "a.person_id", type: "int", index: ascendingIndex },
};

export const sortKeyColumn = ({ sort }: PeopleOrder): string => sortKeys[sort].expression;

export const orderClause = ({ sort, direction }: PeopleOrder): string => {
  const { expression, id, index } = sortKeys[sort];
  return `ORDER BY ${expression} ${index[direction]}, ${id} ${index[direction]}`;
};

/** The condition of the next page, with the key and the id as parameters. */
export const afterCondition = ({ sort, direction }: PeopleOrder, position: number): string => {
  const { expression, id, type } = sortKeys[sort];
  const comparison = direction === "asc" ? ">" : "<";
  return `(${expression}, ${id}) ${comparison} ($${position}::${type}, $${position + 1}::uuid)`;
};
