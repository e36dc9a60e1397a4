import { forPlainColumns, personColumns } from "#domain/people/person-columns.ts";

type Schema = {
  $ref?: string;
  examples?: unknown[];
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  minItems?: number;
};

const exampleId = "0199aaaa-0000-7000-8000-000000000001";

/** What a field of this name usually holds. */
const byName: Record<string, unknown> = {
  firstName: "Ana",
  lastName: "Rivera",
  name: "Ana Rivera",
  personName: "Ana Rivera",
  email: "ana@example.com",
  phone: "+17875550100",
  timezone: "America/Puerto_Rico",
  language: "es",
  ...forPlainColumns((name) => personColumns[name].example),
  text: "Do you still have the large plan?",
  title: "Call back",
  search: "ana",
  limit: 50,
  total: 1,
  cursor: undefined,
  before: undefined,
  nextCursor: null,
  nextBefore: null,
};

const byFormat: Record<string, unknown> = {
  uuid: exampleId,
  "date-time": "2026-11-15T14:30:00.000Z",
  date: "2026-11-15",
  email: "ana@example.com",
  uri: "https://example.com/",
};

const byType: Record<string, unknown> = {
  string: "text",
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
};

const isNull = ({ type }: Schema): boolean => type === "null";
const maxDepth = 12;

/** A value that fits a schema well enough to show what it looks like; `named` are the schemas it may refer to. */
export const exampleOf = (schema: Schema, named: Record<string, Schema>, name = "", depth = 0): unknown => {
  const inner = (part: Schema, key: string) => exampleOf(part, named, key, depth + 1);
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.split("/").at(-1) ?? ""];
    return target ? inner(target, name) : {};
  }
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return inner(options.find((option) => !isNull(option)) ?? {}, name);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "array") {
    const item = schema.items && depth < maxDepth ? [inner(schema.items, name)] : [];
    return Array.from({ length: Math.max(item.length, schema.minItems ?? 0) }, () => item[0]);
  }
  if (type === "object") {
    if (depth >= maxDepth) return {};
    const values = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, inner(part, key)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }
  if (schema.format !== undefined && Object.hasOwn(byFormat, schema.format)) return byFormat[schema.format];
  if (type === "string" || type === undefined)
    return Object.hasOwn(byName, name) ? byName[name] : byType.string;
  if (Object.hasOwn(byName, name) && typeof byName[name] === "number") return byName[name];
  return type === "integer" || type === "number" ? (schema.minimum ?? 1) : byType[type];
};
