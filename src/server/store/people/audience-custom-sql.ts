import { type SQL, sql } from "drizzle-orm";
import type { RowTest } from "#domain/audience/row-test.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import { testSql } from "./audience-tests-sql.ts";

type CustomSql = (key: string, test: RowTest) => SQL;

const stored = (key: string): SQL => sql`(p.fields -> ${key}::text)`;
const storedText = (key: string): SQL => sql`(p.fields ->> ${key}::text)`;

/** The value where it has the right type of JSON, else NULL. */
const typed = (key: string, type: string, value: SQL): SQL =>
  sql`(CASE WHEN jsonb_typeof(${stored(key)}) = ${sql.raw(`'${type}'`)} THEN ${value} END)`;

/** The index of custom values finds what contains these. */
const contains = (key: string, value: unknown): SQL =>
  sql`p.fields @> ${JSON.stringify({ [key]: value })}::jsonb`;

const textSql: CustomSql = (key, test) => testSql(test, "text")(typed(key, "string", storedText(key)));

const numberSql: CustomSql = (key, test) =>
  testSql(test)(typed(key, "number", sql`${storedText(key)}::numeric`));

const dateSql: CustomSql = (key, test) =>
  testSql(test)(
    sql`(CASE WHEN jsonb_typeof(${stored(key)}) = 'string' AND ${storedText(key)} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ${storedText(key)} END)`,
  );

const choiceSql: CustomSql = (key, test) =>
  test.is === "any_of"
    ? sql`(${sql.join(
        test.values.map((value) => contains(key, value)),
        sql` OR `,
      )})`
    : textSql(key, test);

const choicesSql: CustomSql = (key, test) => {
  if (test.is === "has_any" || test.is === "has_all")
    return sql`(${sql.join(
      test.values.map((value) => contains(key, [value])),
      test.is === "has_any" ? sql` OR ` : sql` AND `,
    )})`;
  const list = sql`CASE WHEN jsonb_typeof(${stored(key)}) = 'array' THEN ${stored(key)} ELSE '[]' END`;
  return sql`NOT EXISTS (SELECT FROM jsonb_array_elements(${list}) item WHERE jsonb_typeof(item) = 'string')`;
};

const kinds: Record<PersonFieldKind, CustomSql> = {
  text: textSql,
  link: textSql,
  number: numberSql,
  money: numberSql,
  date: dateSql,
  yes_no: (key) => contains(key, true),
  choice: choiceSql,
  choices: choicesSql,
};

/** Whether the custom field of the person with the alias `p` passes a test. Total: never NULL. */
export const customFieldSql = (key: string, kind: PersonFieldKind | undefined, test: RowTest): SQL =>
  kind ? kinds[kind](key, test) : sql`false`;
