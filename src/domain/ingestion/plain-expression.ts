/** Brackets after a name: an item by index, or the items whose field equals a value. */
export type PathFilter = { index: number } | { key: string[]; equals: string };

/**
 * A step into a payload. `json` parses the text reached so far; `root` is the payload itself and comes first where
 * brackets follow it directly.
 */
export type PathStep =
  | { kind: "name"; name: string; filters: PathFilter[] }
  | { kind: "root"; filters: PathFilter[] }
  | { kind: "json" };

/** The subset of JSONata that only reads properties, which covers most expressions in use. */
export type PlainExpression =
  | { kind: "literal"; value: string | number | boolean | null }
  | { kind: "path"; steps: PathStep[] };

const bareName = /^[\p{L}_][\p{L}\p{N}_]*/u;
const quotedName = /^`([^`]+)`/;
const keywords = new Set(["and", "or", "in", "true", "false", "null"]);
const literal = /^(?:"([^"\\]*)"|'([^'\\]*)')/;
const number = /^-?(?:0|[1-9]\d{0,14})$/;
const indexFilter = /^\[\s*(-?\d{1,6})\s*\]/;

class Reader {
  rest: string;
  constructor(text: string) {
    this.rest = text;
  }
  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.rest);
    if (found) this.rest = this.rest.slice(found[0].length);
    return found;
  }
  skip(text: string): boolean {
    if (!this.rest.startsWith(text)) return false;
    this.rest = this.rest.slice(text.length);
    return true;
  }
}

const takeName = (reader: Reader): string | undefined => {
  const quoted = reader.take(quotedName);
  if (quoted) return quoted[1];
  const bare = reader.take(bareName)?.[0];
  return bare === undefined || keywords.has(bare) ? undefined : bare;
};

/** Undefined when the brackets are not plain. */
const takeFilters = (reader: Reader): PathFilter[] | undefined => {
  const filters: PathFilter[] = [];
  while (reader.rest.startsWith("[")) {
    const index = reader.take(indexFilter);
    if (index) {
      filters.push({ index: Number(index[1]) });
      continue;
    }
    reader.take(/^\[\s*/);
    const key: string[] = [];
    do {
      const name = takeName(reader);
      if (name === undefined) return undefined;
      key.push(name);
    } while (reader.skip("."));
    if (!reader.take(/^\s*=\s*/)) return undefined;
    const equals = reader.take(literal);
    if (!equals || !reader.take(/^\s*\]/)) return undefined;
    filters.push({ key, equals: equals[1] ?? equals[2] ?? "" });
  }
  return filters;
};

const takeNames = (reader: Reader, steps: PathStep[]): boolean => {
  do {
    const name = takeName(reader);
    const filters = name === undefined ? undefined : takeFilters(reader);
    if (name === undefined || filters === undefined) return false;
    steps.push({ kind: "name", name, filters });
  } while (reader.skip("."));
  return true;
};

const takePath = (reader: Reader): PathStep[] | undefined => {
  const steps: PathStep[] = [];
  if (reader.skip("$json(")) {
    if (!takeNames(reader, steps) || !reader.skip(")")) return undefined;
    steps.push({ kind: "json" });
  } else if (reader.take(/^\$\$?(?=[.[])/)) {
    const filters = takeFilters(reader);
    if (filters === undefined) return undefined;
    steps.push({ kind: "root", filters });
  } else {
    return takeNames(reader, steps) ? steps : undefined;
  }
  if (reader.skip(".") && !takeNames(reader, steps)) return undefined;
  return steps;
};

const constants: Record<string, boolean | null> = { true: true, false: false, null: null };

export const parsePlainExpression = (expression: string): PlainExpression | undefined => {
  const text = expression.trim();
  if (Object.hasOwn(constants, text)) return { kind: "literal", value: constants[text] ?? null };
  if (number.test(text)) return { kind: "literal", value: Number(text) };
  const reader = new Reader(text);
  const quoted = reader.take(literal);
  if (quoted)
    return reader.rest === "" ? { kind: "literal", value: quoted[1] ?? quoted[2] ?? "" } : undefined;
  const steps = takePath(reader);
  return steps && reader.rest === "" ? { kind: "path", steps } : undefined;
};

/** Returned where JSONata's result may differ from plain property reads, so JSONata must evaluate it. */
export const needsJsonata = Symbol("needsJsonata");

const ownProperty = (value: unknown, name: string): unknown =>
  value !== null && typeof value === "object" && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const matches = (item: unknown, key: string[], equals: string): boolean | typeof needsJsonata => {
  let value = item;
  for (const name of key) {
    if (Array.isArray(value)) return needsJsonata;
    value = ownProperty(value, name);
  }
  return value === equals;
};

const applyFilters = (value: unknown, filters: PathFilter[]): unknown => {
  if (filters.length === 0 || value === undefined) return value;
  let items: unknown[] = Array.isArray(value) ? value : [value];
  for (const filter of filters) {
    if ("index" in filter) {
      const item = items.at(filter.index);
      if (Array.isArray(item)) return needsJsonata;
      items = item === undefined ? [] : [item];
    } else {
      const matching: unknown[] = [];
      for (const item of items) {
        const match = matches(item, filter.key, filter.equals);
        if (match === needsJsonata) return needsJsonata;
        if (match) matching.push(item);
      }
      items = matching;
    }
  }
  return items.length > 1 ? needsJsonata : items[0];
};

/** The parsed JSON of a text, else undefined. */
export const parseJsonText = (text: unknown): unknown => {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The result JSONata would give, or `needsJsonata`. Reads own properties only. */
export const evaluatePlainExpression = (expression: PlainExpression, payload: unknown): unknown => {
  if (expression.kind === "literal") return expression.value;
  let value = payload;
  for (const step of expression.steps) {
    if (step.kind === "name") {
      if (Array.isArray(value)) return needsJsonata;
      value = applyFilters(ownProperty(value, step.name), step.filters);
      if (value === needsJsonata) return needsJsonata;
    } else if (step.kind === "json") value = parseJsonText(value);
    else {
      value = applyFilters(value, step.filters);
      if (value === needsJsonata) return needsJsonata;
    }
    if (value === undefined) return undefined;
  }
  return value;
};

const formatName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.has(name) ? name : `\`${name}\``;
const canFormatName = (name: string): boolean => name !== "" && !name.includes("`");
const canQuote = (text: string): boolean => !/[\\]|'.*"|".*'/s.test(text);

const canFormatFilter = (filter: PathFilter): boolean =>
  "index" in filter || (filter.key.every(canFormatName) && canQuote(filter.equals));
const canFormat = (step: PathStep): boolean => {
  if (step.kind === "json") return true;
  return step.filters.every(canFormatFilter) && (step.kind === "root" || canFormatName(step.name));
};

const formatFilter = (filter: PathFilter): string => {
  if ("index" in filter) return `[${filter.index}]`;
  const quote = filter.equals.includes("'") ? '"' : "'";
  return `[${filter.key.map(formatName).join(".")}=${quote}${filter.equals}${quote}]`;
};

/** The expression for a path; undefined where no plain expression exists. */
export const formatPath = (steps: readonly PathStep[]): string | undefined => {
  if (!steps.every(canFormat)) return undefined;
  let text = "";
  for (const step of steps) {
    if (step.kind === "json") text = `$json(${text})`;
    else {
      if (step.kind === "root") text = "$";
      else text += `${text === "" ? "" : "."}${formatName(step.name)}`;
      for (const filter of step.filters) text += formatFilter(filter);
    }
  }
  return text;
};
