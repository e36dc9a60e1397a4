import { aiVendors } from "#domain/ai/models.ts";

export const modelIds = (vendor: string): string[] =>
  aiVendors.find(({ id }) => id === vendor)?.models.map(({ id }) => id) ?? [];

export type Completion = {
  text: string;
  /** The text was cut at the caller's token limit. */
  truncated: boolean;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
};

/** An estimate for English text: four characters per token. */
const countTokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

/**
 * Echoes the last part of the prompt, or fills the response schema. About half of a prompt of more than 1024 tokens
 * counts as read from the cache, so that both token prices apply.
 */
export const completePrompt = (request: {
  prompt: readonly string[];
  schema?: unknown;
  maxTokens?: number | undefined;
}): Completion => {
  const last = request.prompt.at(-1) ?? "";
  const fullText = request.schema
    ? JSON.stringify(sampleForSchema(request.schema))
    : `Sandbox: ${last.slice(0, 400)}`;
  const limit = request.maxTokens ?? Number.POSITIVE_INFINITY;
  const truncated = countTokens(fullText) > limit;
  const text = truncated ? fullText.slice(0, limit * 4) : fullText;
  const inputTokens = request.prompt.reduce((sum, part) => sum + countTokens(part) + 4, 3);
  const cachedTokens = inputTokens > 1024 ? Math.floor(inputTokens / 256) * 128 : 0;
  return { text, truncated, inputTokens, cachedTokens, outputTokens: countTokens(text) };
};

/** All texts of a prompt, in any vendor's message format. */
export const extractTexts = (content: unknown): string[] => {
  if (typeof content === "string") return [content];
  if (Array.isArray(content)) return content.flatMap(extractTexts);
  if (typeof content !== "object" || content === null) return [];
  const { content: inner, text, parts } = content as Record<string, unknown>;
  return [text, inner, parts].flatMap(extractTexts);
};

type JsonSchema = Record<string, unknown>;

/** The smallest value that a JSON Schema accepts. Covers the keywords that prompts use. */
export const sampleForSchema = (schema: unknown, root: unknown = schema): unknown => {
  if (!isSchema(schema)) return null;
  if (typeof schema.$ref === "string") return sampleForSchema(resolvePointer(schema.$ref, root), root);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return sampleForSchema(alternatives[0], root);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => sampleForSchema(part, root)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return samplesByType[String(type).toLowerCase()]?.(schema, root) ?? null;
};

const samplesByType: Record<string, (schema: JsonSchema, root: unknown) => unknown> = {
  object: ({ properties, required }, root) =>
    Object.fromEntries(
      Object.entries(isSchema(properties) ? properties : {})
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
  email: "sandbox@example.com",
  uri: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const lowestNumber = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): number => {
  if (typeof minimum === "number") return minimum > Number.MIN_SAFE_INTEGER ? minimum : 0;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
};

const resolvePointer = (pointer: string, root: unknown): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, name) => (isSchema(node) ? node[name] : undefined), root);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
