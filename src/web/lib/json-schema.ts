/** The part of JSON Schema that forms support. */
type FieldSchema = {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: (string | number)[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  writeOnly?: boolean;
  /** Rarely needed: shown in the collapsed section. */
  advanced?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

type FieldKind = "secret" | "choice" | "switch" | "number" | "email" | "uri" | "multiline" | "text";

export type FormField = { name: string; schema: FieldSchema; kind: FieldKind; required: boolean };

export type FieldValue = string | number | boolean | null;

/** The values of a schema form while it is edited: numbers as typed text, null for a secret to remove. */
export type SchemaValues = Record<string, string | boolean | null>;

/** Options loaded with the form, such as the phone numbers of an account. */
export type FieldOptions = readonly { value: string; label: string }[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const fieldKindOf = (schema: FieldSchema): FieldKind => {
  const types = [schema.type ?? "string"].flat();
  if (schema.writeOnly || schema.format === "password") return "secret";
  if (schema.enum) return "choice";
  if (types.includes("boolean")) return "switch";
  if (types.includes("number") || types.includes("integer")) return "number";
  if (schema.format === "email" || schema.format === "uri" || schema.format === "multiline")
    return schema.format;
  return "text";
};

export const readFields = (form: Record<string, unknown>): FormField[] => {
  const properties = isRecord(form.properties) ? form.properties : {};
  const required = Array.isArray(form.required) ? form.required : [];
  return Object.entries(properties).map(([name, property]) => {
    const schema: FieldSchema = isRecord(property) ? property : {};
    return { name, schema, kind: fieldKindOf(schema), required: required.includes(name) };
  });
};

/** accountSid → Account sid */
export const humanise = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
