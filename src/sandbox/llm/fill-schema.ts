import type { KeywordSignal } from "./keyword-signals.ts";
import { isRecord } from "./prompt.ts";
import {
  type FillSource,
  neutralEnumValue,
  proposeBoolean,
  proposeEnumValues,
  proposeNumber,
  proposeText,
} from "./propose-value.ts";
import { type JsonSchema, resolvePointer, sampleForSchema, schemaType } from "./sample-schema.ts";
import { shorten, splitSentences } from "./text-analysis.ts";

/** A value, and whether the text gave evidence for it. Without evidence, nullable and optional values stay empty. */
type Filled = { value: unknown; hasEvidence: boolean };

/** A value that the schema accepts, as far as possible taken from the source. */
export const fillSchema = (schema: unknown, source: FillSource): unknown =>
  fill(schema, "", source, schema).value;

const fill = (schema: unknown, name: string, source: FillSource, root: unknown): Filled => {
  if (!isRecord(schema)) return { value: null, hasEvidence: false };
  if (typeof schema.$ref === "string") return fill(resolvePointer(schema.$ref, root), name, source, root);
  if ("const" in schema) return { value: schema.const, hasEvidence: false };
  if (Array.isArray(schema.allOf)) return fill(mergeParts(schema, schema.allOf, root), name, source, root);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return fillAlternative(alternatives, name, source, root);
  const filled = Array.isArray(schema.enum)
    ? fillEnum(schema.enum, name, source)
    : (fillersByType[schemaType(schema)]?.(schema, name, source, root) ?? noEvidence(schema, root));
  return !filled.hasEvidence && isNullable(schema) ? { value: null, hasEvidence: false } : filled;
};

const isNullable = ({ type, nullable }: JsonSchema): boolean =>
  nullable === true || (Array.isArray(type) && type.includes("null"));

const noEvidence = (schema: JsonSchema, root: unknown): Filled => ({
  value: sampleForSchema(schema, root),
  hasEvidence: false,
});

const mergeParts = (schema: JsonSchema, parts: readonly unknown[], root: unknown): JsonSchema => {
  const resolved = parts.filter(isRecord).map((part) => {
    const target = typeof part.$ref === "string" ? resolvePointer(part.$ref, root) : part;
    return isRecord(target) ? target : {};
  });
  const { allOf: _, ...own } = schema;
  const all = [...resolved, own];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  };
};

const fillAlternative = (
  alternatives: readonly unknown[],
  name: string,
  source: FillSource,
  root: unknown,
): Filled => {
  const isNull = (schema: unknown) => isRecord(schema) && String(schema.type).toLowerCase() === "null";
  const filled = alternatives
    .filter((schema) => !isNull(schema))
    .map((schema) => fill(schema, name, source, root));
  const withEvidence = filled.find(({ hasEvidence }) => hasEvidence);
  if (withEvidence) return withEvidence;
  const empty = { value: null, hasEvidence: false };
  return alternatives.some(isNull) ? empty : (filled[0] ?? empty);
};

const fillEnum = (values: readonly unknown[], name: string, source: FillSource): Filled => {
  const [best] = proposeEnumValues(values, name, source);
  return best === undefined
    ? { value: neutralEnumValue(values), hasEvidence: false }
    : { value: best, hasEvidence: true };
};

type Filler = (schema: JsonSchema, name: string, source: FillSource, root: unknown) => Filled;

const fillObject: Filler = ({ properties, required }, _name, source, root) => {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const entries = Object.entries(isRecord(properties) ? properties : {}).map(
    ([name, schema]) => [name, fill(schema, name, source, root)] as const,
  );
  return {
    value: Object.fromEntries(
      entries
        .filter(([name, { hasEvidence }]) => hasEvidence || isRequired(name))
        .map(([name, { value }]) => [name, value]),
    ),
    hasEvidence: entries.some(([, { hasEvidence }]) => hasEvidence),
  };
};

const maxElements = 8;

const fillArray: Filler = (schema, name, source, root) => {
  const items =
    isRecord(schema.items) && typeof schema.items.$ref === "string"
      ? resolvePointer(schema.items.$ref, root)
      : schema.items;
  const max = Math.min(typeof schema.maxItems === "number" ? schema.maxItems : maxElements, maxElements);
  const found = isRecord(items) ? findElements(items, name, source, root).slice(0, max) : [];
  const min = typeof schema.minItems === "number" ? schema.minItems : 0;
  const value = [...found];
  while (value.length < min) value.push(fill(items, name, source, root).value);
  return { value, hasEvidence: found.length > 0 };
};

const findElements = (items: JsonSchema, name: string, source: FillSource, root: unknown): unknown[] => {
  if (Array.isArray(items.enum)) return proposeEnumValues(items.enum, name, source);
  if (schemaType(items) === "string") return findTexts(items, name, source);
  if (schemaType(items) !== "object") return [];
  const kinds = kindsOf(items, root);
  const signals = source.signals.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const elements = withoutRepetition(signals).map((signal) =>
    fillObject(items, name, { ...source, signal, ids: idsForQuote(signal.quote, source) }, root),
  );
  return elements.filter(({ hasEvidence }) => hasEvidence).map(({ value }) => value);
};

/** The label of the line that holds the quote, such as `[e3] …`, comes first. */
const idsForQuote = (quote: string, { text, ids }: FillSource): readonly string[] => {
  const line = text.split("\n").find((each) => each.includes(quote));
  const id = /^[ \t]{0,8}\[([\w.:-]{1,64})\]/.exec(line ?? "")?.[1];
  return id === undefined ? ids : [id, ...ids];
};

/** Of several intents or asks that rest on the same words, the first. */
const withoutRepetition = (signals: readonly KeywordSignal[]): KeywordSignal[] =>
  signals.filter(
    ({ kind, quote }, at) =>
      signals.findIndex((other) => other.kind === kind && other.quote === quote) === at,
  );

/** The kinds of signals that the elements may be about, if they name one. */
const kindsOf = ({ properties }: JsonSchema, root: unknown): unknown[] | undefined => {
  const schema = isRecord(properties) ? (properties.kind ?? properties.type) : undefined;
  const target =
    isRecord(schema) && typeof schema.$ref === "string" ? resolvePointer(schema.$ref, root) : schema;
  return isRecord(target) && Array.isArray(target.enum) ? target.enum : undefined;
};

const findTexts = (items: JsonSchema, name: string, source: FillSource): unknown[] => {
  if (/ids?$|sources?$|references?$|citations?$/i.test(name)) return source.ids.slice(0, 1);
  if (source.freeText !== undefined) return [source.freeText];
  const isQuote = /quote|evidence|excerpt|cita/i.test(name);
  const texts = isQuote ? source.signals.map(({ quote }) => quote) : splitSentences(source.text).slice(0, 3);
  return [...new Set(texts)].filter(Boolean).map((text) => fitText(items, text));
};

const fitText = (schema: JsonSchema, text: string): string => {
  const { maxLength, minLength } = schema;
  const short = typeof maxLength === "number" ? shorten(text, maxLength) : text;
  return typeof minLength === "number" ? short.padEnd(minLength, ".") : short;
};

const isRightFormat = ({ pattern, format }: JsonSchema, text: string): boolean => {
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(text)) return false;
  if (format === "date") return /^\d{4}-\d\d-\d\d$/.test(text);
  if (format === "date-time") return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  if (format === "email") return /^\S+@\S+\.\w+$/.test(text);
  if (format === "uri") return URL.canParse(text);
  return typeof format !== "string";
};

const fillersByType: Record<string, Filler> = {
  object: fillObject,
  array: fillArray,
  string: (schema, name, source, root) => {
    const text = proposeText(name, source);
    if (text === undefined) return noEvidence(schema, root);
    const fitted = fitText(schema, text);
    return isRightFormat(schema, fitted) ? { value: fitted, hasEvidence: true } : noEvidence(schema, root);
  },
  integer: (schema, name, source, root) => fillNumber(schema, name, source, root, Math.round),
  number: (schema, name, source, root) =>
    fillNumber(schema, name, source, root, (value) => Math.round(value * 100) / 100),
  boolean: (schema, name, source, root) => {
    const value = proposeBoolean(name, source);
    return value === undefined ? noEvidence(schema, root) : { value, hasEvidence: true };
  },
};

const fillNumber = (
  schema: JsonSchema,
  name: string,
  source: FillSource,
  root: unknown,
  round: (value: number) => number,
): Filled => {
  const proposed = proposeNumber(schema, name, source);
  if (proposed === undefined) return noEvidence(schema, root);
  const value = round(proposed);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isInside =
    !(typeof minimum === "number" && value < minimum) &&
    !(typeof maximum === "number" && value > maximum) &&
    !(typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) &&
    !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum);
  return isInside ? { value, hasEvidence: true } : noEvidence(schema, root);
};
