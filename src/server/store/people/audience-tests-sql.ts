import { type SQL, sql } from "drizzle-orm";
import type { NumberOperator, RowTest, TextMatch } from "#domain/audience/row-test.ts";
import { likePattern } from "#server/store/like-pattern.ts";

/** Whether a value passes a test. Total: never NULL, also for a value that is NULL. */
export type TestSql = (value: SQL) => SQL;

const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

const comparisons: Record<NumberOperator, SQL> = {
  "=": sql`=`,
  ">": sql`>`,
  ">=": sql`>=`,
  "<": sql`<`,
  "<=": sql`<=`,
};

const maxInt = 2_147_483_647;

/** An index of whole numbers serves only a comparison with one. */
const numberSql = (value: number): SQL =>
  sql`${String(value)}::${sql.raw(Number.isInteger(value) && Math.abs(value) <= maxInt ? "int" : "numeric")}`;

const joinOr = (parts: readonly SQL[]): SQL => sql`(${sql.join([...parts], sql` OR `)})`;
const joinAnd = (parts: readonly SQL[]): SQL => sql`(${sql.join([...parts], sql` AND `)})`;

/** One value is compared by `=`, so that an index on it and a second column keeps its order. */
const equalsAny = (value: SQL, values: readonly string[], type: "text" | "uuid"): SQL =>
  values.length === 1
    ? sql`${value} = ${values[0]}::${sql.raw(type)}`
    : sql`${value} = ANY(${sql.param([...values])}::${sql.raw(type)}[])`;

const textMatches: Record<TextMatch, (folded: SQL, wanted: string) => SQL> = {
  equals: (folded, wanted) => sql`${folded} = ${wanted}::text`,
  contains: (folded, wanted) => sql`position(${wanted}::text IN ${folded}) > 0`,
  starts_with: (folded, wanted) => sql`starts_with(${folded}, ${wanted}::text)`,
  ends_with: (folded, wanted) => sql`right(${folded}, length(${wanted}::text)) = ${wanted}::text`,
};

const known = (value: SQL): SQL => sql`${value} IS NOT NULL`;

/** `x IS NOT NULL AND …` is total, and unlike `coalesce` it leaves the comparison to an index. */
const ofKnown = (value: SQL, parts: readonly SQL[]): SQL => joinAnd([known(value), ...parts]);

/** A state holds its counties, whose codes begin with its own: a range, which an index serves. */
const inArea = (value: SQL, code: string): SQL =>
  code.length > 2
    ? sql`${value} COLLATE "C" = ${code}::text`
    : sql`(${value} COLLATE "C" >= ${code}::text AND ${value} COLLATE "C" < ${`${code}:`}::text)`;

const float = (value: number): SQL => sql`${String(value)}::float8`;

/** The boxes are for the index; the chord decides, with the operations that the predicate uses, in its order. */
const isNear = ({ center, limit, boxes }: RowTest & { is: "near" }, row: SQL): SQL => {
  const squared = (axis: "x" | "y" | "z"): SQL => {
    const difference = sql`(${row}.${sql.raw(axis)} - ${float(center[axis])})`;
    return sql`${difference} * ${difference}`;
  };
  return joinAnd([
    sql`${row}.latitude IS NOT NULL`,
    joinOr(
      boxes.map(
        ({ west, south, east, north }) =>
          sql`point(${row}.longitude, ${row}.latitude) <@ box(point(${float(west)}, ${float(south)}), point(${float(east)}, ${float(north)}))`,
      ),
    ),
    sql`${squared("x")} + ${squared("y")} + ${squared("z")} <= ${float(limit)}`,
  ]);
};

/** Where the values of a test are compared as, and how a text is known. */
type ValueType = "text" | "uuid" | "other";

export const testSql =
  (test: RowTest, type: ValueType = "other"): TestSql =>
  (value) => {
    switch (test.is) {
      case "known":
        return type === "text" ? ofKnown(value, [sql`${value} <> ''`]) : known(value);
      case "text":
        return ofKnown(value, [
          test.match === "equals"
            ? equalsAny(sql`fold_text(${value})`, test.values, "text")
            : joinOr(test.values.map((wanted) => textMatches[test.match](sql`fold_text(${value})`, wanted))),
        ]);
      case "any_of":
        return ofKnown(value, [equalsAny(value, test.values, type === "uuid" ? "uuid" : "text")]);
      case "has_any":
        return sql`${value} && ${sql.param([...test.values])}::text[]`;
      case "has_all":
        return sql`${value} @> ${sql.param([...test.values])}::text[]`;
      case "empty":
        return sql`${value} = '{}'`;
      case "number":
        return ofKnown(
          value,
          test.comparisons.map(
            ({ operator, value: bound }) => sql`${value} ${comparisons[operator]} ${numberSql(bound)}`,
          ),
        );
      case "instant":
        return ofKnown(value, [
          ...(test.from === null ? [] : [sql`${value} >= ${instant(test.from)}`]),
          ...(test.to === null ? [] : [sql`${value} < ${instant(test.to)}`]),
        ]);
      case "date":
        return ofKnown(value, [
          ...(test.from === null ? [] : [sql`${value} >= ${test.from}::text COLLATE "C"`]),
          ...(test.to === null ? [] : [sql`${value} <= ${test.to}::text COLLATE "C"`]),
        ]);
      case "day_and_month":
        return ofKnown(value, [sql`substr(${value}, 6) = ${test.day}::text`]);
      case "true":
        return value;
      case "bucket":
        return sql`('x' || left(md5(${value}::text || ':' || ${test.seed}::text), 8))::bit(32)::bigint < ${String(test.below)}::bigint`;
      case "area":
        return ofKnown(value, [joinOr(test.codes.map((code) => inArea(value, code)))]);
      case "near":
        return isNear(test, value);
    }
  };

const maxHints = 5;

/**
 * A text in the name or in an address of a person is also in the column `search`, whose trigram index finds it. It
 * adds nothing to the meaning.
 */
export const withSearchIndex = (test: RowTest, condition: SQL): SQL => {
  if (test.is !== "text" || test.values.length > maxHints) return condition;
  if (!test.values.every((value) => /[\p{L}\p{N}]{3}/u.test(value))) return condition;
  return joinAnd([
    joinOr(test.values.map((value) => sql`p.search LIKE ${likePattern(value)}::text`)),
    condition,
  ]);
};
