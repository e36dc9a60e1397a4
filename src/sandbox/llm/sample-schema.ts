import { isRecord } from "./prompt.ts";

export type JsonSchema = Record<string, unknown>;

/** The smallest value that a JSON Schema accepts. Covers the keywords that prompts use. */
export const sampleForSchema = (schema: unknown, root: unknown = schema): unknown => {
  if (!isRecord(schema)) return null;
  if (typeof schema.$ref === "string") return sampleForSchema(resolvePointer(schema.$ref, root), root);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return sampleForSchema(alternatives[0], root);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => sampleForSchema(part, root)));
  return samplesByType[schemaType(schema)]?.(schema, root) ?? null;
};

/** In lower case; Gemini also takes upper case. Of several types, the first that is not null. */
export const schemaType = ({ type, properties }: JsonSchema): string => {
  const types = (Array.isArray(type) ? type : [type ?? (properties ? "object" : "")]).map((name) =>
    String(name).toLowerCase(),
  );
  return types.find((name) => name !== "null") ?? "null";
};

const samplesByType: Record<string, (schema: JsonSchema, root: unknown) => unknown> = {
  object: ({ properties, required }, root) =>
    Object.fromEntries(
      Object.entries(isRecord(properties) ? properties : {})
        .filter(([name]) => !Array.isArray(required) || required.includes(name))
        .map(([name, schema]) => [name, sampleForSchema(schema, root)]),
    ),
  array: ({ items, minItems }, root) =>
    Array.from({ length: typeof minItems === "number" ? minItems : 0 }, () => sampleForSchema(items, root)),
  string: ({ format, minLength }) =>
    samplesByFormat[String(format)] ?? "sandbox".padEnd(typeof minLength === "number" ? minLength : 0, "."),
  integer: (schema) => Math.ceil(lowestNumber(schema)),
  number: (schema) => lowestNumber(schema),
  boolean: () => false,
};

const samplesByFormat: Record<string, string> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  time: "09:00:00Z",
  email: "sandbox@example.com",
  uri: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const lowestNumber = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): number => {
  if (typeof minimum === "number") return minimum > Number.MIN_SAFE_INTEGER ? minimum : 0;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
};

export const resolvePointer = (pointer: string, root: unknown): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), root);
