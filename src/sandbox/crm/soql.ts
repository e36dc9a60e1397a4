/** The part of Salesforce's query language that clients of contacts use. */
export type SoqlQuery = {
  fields: string[];
  isCount: boolean;
  from: string;
  where: Condition | undefined;
  order: { field: string; isDescending: boolean }[];
  limit: number | undefined;
};

type Literal = string | number | boolean | null;
export type Condition =
  | { kind: "and" | "or"; parts: Condition[] }
  | { kind: "compare"; field: string; operator: string; value: Literal }
  | { kind: "in"; field: string; values: Literal[] };

/** The text is no query that Salesforce would run. */
export class SoqlError extends Error {}

const tokenPattern =
  /\s*(?:'((?:[^'\\]|\\.)*)'|(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|(<=|>=|!=|[=<>(),]))/gy;

type Token = { kind: "text" | "instant" | "word" | "number" | "sign"; value: string };

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const match = tokenPattern.exec(text);
    if (!match) throw new SoqlError("unexpected token");
    const [, quoted, instant, word, number, sign] = match;
    if (quoted !== undefined) tokens.push({ kind: "text", value: quoted.replaceAll(/\\(.)/g, "$1") });
    else if (instant) tokens.push({ kind: "instant", value: instant });
    else if (word) tokens.push({ kind: "word", value: word });
    else if (number) tokens.push({ kind: "number", value: number });
    else tokens.push({ kind: "sign", value: sign ?? "" });
  }
  return tokens;
};

export const parseSoql = (text: string): SoqlQuery => {
  const tokens = tokenize(text);
  let at = 0;
  const is = (value: string): boolean =>
    tokens[at]?.value.toLowerCase() === value && tokens[at]?.kind !== "text";
  const take = (value?: string): Token => {
    const token = tokens[at];
    if (!token || (value !== undefined && !is(value)))
      throw new SoqlError(`unexpected token: ${token?.value ?? "end"}`);
    at += 1;
    return token;
  };
  const takeIf = (value: string): boolean => {
    if (!is(value)) return false;
    at += 1;
    return true;
  };
  const list = <T>(read: () => T): T[] => {
    const items = [read()];
    while (takeIf(",")) items.push(read());
    return items;
  };
  const literal = (): Literal => {
    const { kind, value } = take();
    if (kind === "number") return Number(value);
    if (kind === "instant") return Date.parse(value);
    if (kind === "text") return value;
    const words: Record<string, Literal> = { true: true, false: false, null: null };
    const word = words[value.toLowerCase()];
    if (word === undefined) throw new SoqlError(`unexpected token: ${value}`);
    return word;
  };
  const comparison = (): Condition => {
    if (takeIf("(")) {
      const inner = either();
      take(")");
      return inner;
    }
    const field = take().value;
    if (takeIf("in")) {
      take("(");
      const values = list(literal);
      take(")");
      return { kind: "in", field, values };
    }
    return { kind: "compare", field, operator: take().value, value: literal() };
  };
  const joined = (kind: "and" | "or", read: () => Condition): Condition => {
    const parts = [read()];
    while (takeIf(kind)) parts.push(read());
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts };
  };
  const both = (): Condition => joined("and", comparison);
  const either = (): Condition => joined("or", both);

  take("select");
  const isCount = is("count");
  const fields = isCount ? [] : list(() => take().value);
  if (isCount) for (const part of ["count", "(", ")"]) take(part);
  take("from");
  const from = take().value;
  const where = takeIf("where") ? either() : undefined;
  const order: SoqlQuery["order"] = [];
  if (takeIf("order")) {
    take("by");
    order.push(
      ...list(() => {
        const field = take().value;
        const isDescending = takeIf("desc");
        if (!isDescending) takeIf("asc");
        return { field, isDescending };
      }),
    );
  }
  const limit = takeIf("limit") ? Number(take().value) : undefined;
  if (at < tokens.length) throw new SoqlError(`unexpected token: ${tokens[at]?.value}`);
  return { fields, isCount, from, where, order, limit };
};

const fieldsOf = (condition: Condition): string[] =>
  "parts" in condition ? condition.parts.flatMap(fieldsOf) : [condition.field];

/** Every field that a query names. */
export const queriedFields = ({ fields, where, order }: SoqlQuery): string[] => [
  ...fields,
  ...(where ? fieldsOf(where) : []),
  ...order.map(({ field }) => field),
];

type Read = (field: string) => Literal;

const compareValues = (a: Literal, b: Literal): number => {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
};

/** Text is compared without case, ids excepted. */
const fold = (field: string, value: Literal): Literal =>
  typeof value === "string" && field.toLowerCase() !== "id" ? value.toLowerCase() : value;

export const matchesCondition = (condition: Condition, read: Read): boolean => {
  if ("parts" in condition) {
    const matches = (part: Condition): boolean => matchesCondition(part, read);
    return condition.kind === "and" ? condition.parts.every(matches) : condition.parts.some(matches);
  }
  const own = fold(condition.field, read(condition.field));
  if (condition.kind === "in") return condition.values.some((value) => fold(condition.field, value) === own);
  const order = compareValues(own, fold(condition.field, condition.value));
  switch (condition.operator) {
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return own !== null && order < 0;
    case "<=":
      return own !== null && order <= 0;
    case ">":
      return own !== null && order > 0;
    default:
      return own !== null && order >= 0;
  }
};

export const compareRows = (order: SoqlQuery["order"], a: Read, b: Read): number => {
  for (const { field, isDescending } of order) {
    const sign = compareValues(a(field), b(field));
    if (sign !== 0) return isDescending ? -sign : sign;
  }
  return 0;
};
