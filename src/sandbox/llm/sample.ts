type Schema = Record<string, unknown>;

/** The smallest value that a JSON Schema accepts, as far as the schemas of prompts go. */
export const sampleForSchema = (schema: unknown, root: unknown = schema): unknown => {
  if (!isSchema(schema)) return null;
  if (typeof schema.$ref === "string") return sampleForSchema(resolve(schema.$ref, root), root);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return sampleForSchema(alternatives[0], root);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => sampleForSchema(part, root)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return samples[String(type).toLowerCase()]?.(schema, root) ?? null;
};

const samples: Record<string, (schema: Schema, root: unknown) => unknown> = {
  object: ({ properties, required }, root) =>
    Object.fromEntries(
      Object.entries(isSchema(properties) ? properties : {})
        .filter(([name]) => !Array.isArray(required) || required.includes(name))
        .map(([name, schema]) => [name, sampleForSchema(schema, root)]),
    ),
  array: ({ items, minItems }, root) =>
    Array.from({ length: typeof minItems === "number" ? minItems : 0 }, () => sampleForSchema(items, root)),
  string: ({ format, minLength }) =>
    formats[String(format)] ?? "sandbox".padEnd(typeof minLength === "number" ? minLength : 0, "."),
  integer: (schema) => Math.ceil(lowest(schema)),
  number: (schema) => lowest(schema),
  boolean: () => false,
};

const formats: Record<string, string> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  email: "sandbox@example.com",
  uri: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const lowest = ({ minimum, exclusiveMinimum, maximum }: Schema): number => {
  if (typeof minimum === "number") return minimum > Number.MIN_SAFE_INTEGER ? minimum : 0;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
};

const resolve = (pointer: string, root: unknown): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((at, name) => (isSchema(at) ? at[name] : undefined), root);

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
