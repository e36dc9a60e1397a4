import { type SQL, sql } from "drizzle-orm";

/**
 * A reproducible pseudo-random number in [0, 1): a hash of the row number and a salt. The result of random() would
 * depend on the order in which the query plan visits the rows.
 */
export const randomUnit = (n: SQL, salt: number): SQL<number> =>
  sql`((hashint8extended((${n})::bigint, ${numberLiteral(salt)}) & 2147483647)::float8 / 2147483648)`;

export const pickText = (list: readonly string[], n: SQL, salt: number): SQL<string> =>
  sql`(${textArrayParam(list)})[1 + floor(${randomUnit(n, salt)} * ${numberLiteral(list.length)})::int]`;

/** Picks an entry with a probability proportional to its share: `[["sms", 0.6], ["email", 0.4]]`. */
export const pickWeighted = (
  shares: readonly (readonly [string, number])[],
  n: SQL,
  salt: number,
): SQL<string> => {
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  let used = 0;
  const bounds = shares.slice(0, -1).map(([, share]) => {
    used += share;
    return used / total;
  });
  const names = shares.map(([name]) => name);
  return sql`(${textArrayParam(names)})[1 + width_bucket(${randomUnit(n, salt)}, ${numberArrayParam(bounds)})]`;
};

/** A UUIDv7 with the time of the row; its random part is derived from the kind and the row number. */
export const generatedId = (kind: string, n: SQL, at: SQL): SQL<string> => {
  const salt = [...kind].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  const time = sql`lpad(to_hex((date_part('epoch', ${at}) * 1000)::bigint), 12, '0')`;
  const version = sql`to_hex(28672 + ((${n})::bigint & 4095))`;
  // The two highest bits are the variant, 10.
  const rest = sql`to_hex((-9223372036854775808) | (hashint8extended((${n})::bigint, ${numberLiteral(salt)}) & 4611686018427387903))`;
  return sql`(${time} || ${version} || ${rest})::uuid`;
};

/** Shifts all values of a group by the same step, and a few by one more, so that their average is exactly `average`. */
export const adjustToAverage = (value: SQL, average: number, group: SQL, order: SQL): SQL<number> => {
  const count = sql`count(*) OVER (${group})`;
  const missing = sql`(${numberLiteral(average)} * ${count} - sum(${value}) OVER (${group}))`;
  const step = sql`floor(${missing}::numeric / ${count})`;
  const rest = sql`(${missing} - ${step} * ${count})`;
  return sql`(${value} + ${step} + (row_number() OVER (${group} ORDER BY ${order}) <= ${rest})::int)::int`;
};

/** Inlined, because a parameter would have no type. */
export const numberLiteral = (value: number): SQL => sql.raw(String(value));
export const textArrayParam = (list: readonly string[]): SQL => sql`${sql.param(list)}::text[]`;
export const numberArrayParam = (list: readonly number[]): SQL => sql`${sql.param(list)}::float8[]`;
export const timestampParam = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;
export const timestampArrayParam = (list: readonly number[]): SQL =>
  sql`${sql.param(list.map((at) => new Date(at).toISOString()))}::timestamptz[]`;
