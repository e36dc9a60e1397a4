/** What follows a name in brackets: an item by its place, or the items of which a field has this value. */
export type PathStage = { index: number } | { key: string[]; equals: string };

/**
 * A step into a payload. `json` reads on inside a text that is itself JSON; `root` is the payload, and stands
 * first where brackets follow it at once.
 */
export type PathStep =
  | { kind: "name"; name: string; stages: PathStage[] }
  | { kind: "root"; stages: PathStage[] }
  | { kind: "json" };

/** The part of JSONata that is only property reads: nearly every expression that people write. */
export type PlainExpression =
  | { kind: "literal"; value: string | number | boolean | null }
  | { kind: "path"; steps: PathStep[] };

const bareName = /^[\p{L}_][\p{L}\p{N}_]*/u;
const quotedName = /^`([^`]+)`/;
const keywords = new Set(["and", "or", "in", "true", "false", "null"]);
const literal = /^(?:"([^"\\]*)"|'([^'\\]*)')/;
const number = /^-?(?:0|[1-9]\d{0,14})$/;
const indexStage = /^\[\s*(-?\d{1,6})\s*\]/;

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

/** Undefined: not plain, or not an expression at all. */
const takeStages = (reader: Reader): PathStage[] | undefined => {
  const stages: PathStage[] = [];
  while (reader.rest.startsWith("[")) {
    const index = reader.take(indexStage);
    if (index) {
      stages.push({ index: Number(index[1]) });
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
    stages.push({ key, equals: equals[1] ?? equals[2] ?? "" });
  }
  return stages;
};

const takeNames = (reader: Reader, steps: PathStep[]): boolean => {
  do {
    const name = takeName(reader);
    const stages = name === undefined ? undefined : takeStages(reader);
    if (name === undefined || stages === undefined) return false;
    steps.push({ kind: "name", name, stages });
  } while (reader.skip("."));
  return true;
};

const takePath = (reader: Reader): PathStep[] | undefined => {
  const steps: PathStep[] = [];
  if (reader.skip("$json(")) {
    if (!takeNames(reader, steps) || !reader.skip(")")) return undefined;
    steps.push({ kind: "json" });
  } else if (reader.take(/^\$\$?(?=[.[])/)) {
    const stages = takeStages(reader);
    if (stages === undefined) return undefined;
    steps.push({ kind: "root", stages });
  } else {
    return takeNames(reader, steps) ? steps : undefined;
  }
  if (reader.skip(".") && !takeNames(reader, steps)) return undefined;
  return steps;
};

const constants: Record<string, boolean | null> = { true: true, false: false, null: null };

export const parsePlain = (expression: string): PlainExpression | undefined => {
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

/** JSONata's own answer may differ from what plain reads would say, so it must be asked. */
export const unsure = Symbol("unsure");

const own = (value: unknown, name: string): unknown =>
  value !== null && typeof value === "object" && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const matches = (item: unknown, key: string[], equals: string): boolean | typeof unsure => {
  let value = item;
  for (const name of key) {
    if (Array.isArray(value)) return unsure;
    value = own(value, name);
  }
  return value === equals;
};

const throughStages = (value: unknown, stages: PathStage[]): unknown => {
  if (stages.length === 0 || value === undefined) return value;
  let items: unknown[] = Array.isArray(value) ? value : [value];
  for (const stage of stages) {
    if ("index" in stage) {
      const item = items.at(stage.index);
      if (Array.isArray(item)) return unsure;
      items = item === undefined ? [] : [item];
    } else {
      const kept: unknown[] = [];
      for (const item of items) {
        const match = matches(item, stage.key, stage.equals);
        if (match === unsure) return unsure;
        if (match) kept.push(item);
      }
      items = kept;
    }
  }
  return items.length > 1 ? unsure : items[0];
};

/** A text that is JSON, read; anything else is nothing. */
export const parseJsonText = (text: unknown): unknown => {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What JSONata would answer for a plain expression, or `unsure`. Own properties only. */
export const readPlain = (expression: PlainExpression, payload: unknown): unknown => {
  if (expression.kind === "literal") return expression.value;
  let value = payload;
  for (const step of expression.steps) {
    if (step.kind === "name") {
      if (Array.isArray(value)) return unsure;
      value = throughStages(own(value, step.name), step.stages);
      if (value === unsure) return unsure;
    } else if (step.kind === "json") value = parseJsonText(value);
    else {
      value = throughStages(value, step.stages);
      if (value === unsure) return unsure;
    }
    if (value === undefined) return undefined;
  }
  return value;
};

const printName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.has(name) ? name : `\`${name}\``;
const canPrintName = (name: string): boolean => name !== "" && !name.includes("`");
const canPrintText = (text: string): boolean => !/[\\]|'.*"|".*'/s.test(text);

const canPrintStage = (stage: PathStage): boolean =>
  "index" in stage || (stage.key.every(canPrintName) && canPrintText(stage.equals));
const canPrint = (step: PathStep): boolean => {
  if (step.kind === "json") return true;
  return step.stages.every(canPrintStage) && (step.kind === "root" || canPrintName(step.name));
};

const printStage = (stage: PathStage): string => {
  if ("index" in stage) return `[${stage.index}]`;
  const quote = stage.equals.includes("'") ? '"' : "'";
  return `[${stage.key.map(printName).join(".")}=${quote}${stage.equals}${quote}]`;
};

/** The expression for a path; undefined for what cannot be said plainly. */
export const printPath = (steps: readonly PathStep[]): string | undefined => {
  if (!steps.every(canPrint)) return undefined;
  let text = "";
  for (const step of steps) {
    if (step.kind === "json") text = `$json(${text})`;
    else {
      if (step.kind === "root") text = "$";
      else text += `${text === "" ? "" : "."}${printName(step.name)}`;
      for (const stage of step.stages) text += printStage(stage);
    }
  }
  return text;
};
