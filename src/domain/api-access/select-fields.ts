/** Fields of a list that a request names; `unknown` are those that its rows do not have. */
export type FieldChoice = { fields: string[]; unknown: string[] };

/** Reads `fields=name,email`. The id always belongs to it: without it a row could not be told from another. */
export const readFieldChoice = (text: string, known: readonly string[]): FieldChoice => {
  const named = [...new Set(text.split(",").map((name) => name.trim()))].filter((name) => name !== "");
  const always = known.includes("id") ? ["id"] : [];
  return {
    fields: [...new Set([...always, ...named])],
    unknown: named.filter((name) => !known.includes(name)),
  };
};

type Row = Record<string, unknown>;

const pick = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : [])));

/** The answer of a list with only these fields in its rows; `key` is null where the answer itself is the list. */
export const selectFields = (answer: unknown, key: string | null, fields: readonly string[]): unknown => {
  const pickAll = (rows: unknown) => (rows as Row[]).map((row) => pick(row, fields));
  if (key === null) return pickAll(answer);
  const whole = answer as Row;
  return { ...whole, [key]: pickAll(whole[key]) };
};
