import { anonymiseText, formatLikePhone, scrambleId } from "./anonymise-text.ts";
import { isJsonObject, type JsonObject } from "./answer-lists.ts";
import { createFakePerson, type FakePerson, seededRandom } from "./fake-person.ts";
import { fieldMeaning } from "./field-meaning.ts";
import type { MappingTemplate } from "./mapping.ts";
import { type PathStep, parseJsonText, parsePlainExpression } from "./plain-expression.ts";
import { splitFieldName } from "./split-field-name.ts";
import { canBePhone, emailConfidence } from "./value-shapes.ts";

const maxNodes = 5000;
const maxItems = 20;
const maxDepth = 20;
/** Keys that identify an answer's question. They stay unchanged so that mappings still match. */
const labelKeys = new Set([
  "name",
  "label",
  "key",
  "field",
  "question",
  "title",
  "slug",
  "ref",
  "id",
  "type",
]);

/** A copy of a real payload with every person replaced by a fake one. */
const anonymisePayload = (payload: unknown, person: FakePerson, random: () => number): unknown => {
  let nodesLeft = maxNodes;
  const replaced = new Map<string, string>();
  const text = (name: string, value: string): string => {
    const key = `${name}\n${value}`;
    const cached = replaced.get(key);
    if (cached !== undefined) return cached;
    const replacement = anonymiseText(name, value, person, random);
    replaced.set(key, replacement);
    return replacement;
  };
  const number = (name: string, value: number): number => {
    if (!Number.isSafeInteger(value))
      return /^(lat|latitude)$/i.test(name) ? 18.47 : /^(lng|lon|longitude)$/i.test(name) ? -66.11 : value;
    if (fieldMeaning(name).phone > 0 && canBePhone(value))
      return Number(formatLikePhone(String(value), person.phone));
    return splitFieldName(name).at(-1) === "id" ? Number(scrambleId(String(Math.abs(value)), random)) : value;
  };
  const copy = (value: unknown, name: string, depth: number): unknown => {
    if (nodesLeft-- <= 0 || depth > maxDepth) return null;
    if (typeof value === "string") {
      const inner = /^\s*[[{]/.test(value) && value.length < 100_000 ? parseJsonText(value) : undefined;
      if (inner !== null && typeof inner === "object") return JSON.stringify(copy(inner, name, depth + 1));
      return text(name, value);
    }
    if (typeof value === "number") return number(name, value);
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => copy(item, name, depth + 1));
    if (!isJsonObject(value)) return value;
    const isAnswer = Object.keys(value).some((key) => /^(values?|answers?|response)$/.test(key));
    const question = isAnswer
      ? [...labelKeys].map((key) => value[key]).find((label) => typeof label === "string")
      : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]): [string, unknown] => {
        if (isAnswer && labelKeys.has(key) && typeof inner === "string" && emailConfidence(inner) === 0)
          return [key, inner];
        const isWrapper = fieldMeaning(key).isWrapper;
        const describedBy = isWrapper ? (typeof question === "string" ? question : name) : key;
        return [emailConfidence(key) === 0 ? key : person.email, copy(inner, describedBy, depth + 1)];
      }),
    );
  };
  return copy(payload, "", 0);
};

const sampleValue = (target: string, person: FakePerson): unknown => {
  const values: Record<string, unknown> = {
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`,
    email: person.email,
    phone: `+1${person.phone}`,
    type: "lead",
    status: "new",
    tags: ["sample"],
    "event.type": "lead.created",
    "event.message": person.message,
  };
  if (target.startsWith("consents.")) return true;
  return Object.hasOwn(values, target) ? values[target] : "sample";
};

/** Writes a value so that the path finds it. */
const writeAtPath = (target: JsonObject, steps: PathStep[], value: unknown): void => {
  let at: JsonObject = target;
  steps.forEach((step, depth) => {
    if (step.kind !== "name") return;
    const last = depth === steps.length - 1;
    const read = (): unknown => (Object.hasOwn(at, step.name) ? at[step.name] : undefined);
    const write = (replacement: unknown): void => {
      Object.defineProperty(at, step.name, {
        value: replacement,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    };
    const [filter] = step.filters;
    if (filter === undefined) {
      if (last) write(value);
      else if (!isJsonObject(read())) write({});
      if (!last) at = read() as JsonObject;
      return;
    }
    if (!Array.isArray(read())) write([]);
    const list = read() as unknown[];
    const item: unknown = last ? value : {};
    if ("index" in filter) {
      if (list.length === 0) list.push(item);
      if (isJsonObject(list[0])) at = list[0];
      return;
    }
    const [key = "name", ...deeper] = filter.key;
    const label = deeper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), filter.equals);
    const found = list.find((one) => isJsonObject(one) && JSON.stringify(one[key]) === JSON.stringify(label));
    const chosen = isJsonObject(found) ? found : { [key]: label };
    if (!found) list.push(chosen);
    at = chosen;
  });
};

const payloadFromTemplate = (template: MappingTemplate, person: FakePerson): JsonObject | undefined => {
  const payload: JsonObject = {};
  const inJson = new Map<string, JsonObject>();
  const fields = [
    ...Object.entries(template.person),
    ...Object.entries(template.event).map(([name, expression]) => [`event.${name}`, expression] as const),
  ];
  for (const [target, expression] of fields) {
    const plain = expression === undefined ? undefined : parsePlainExpression(expression);
    if (plain?.kind !== "path" || plain.steps.some((step) => step.kind === "root" && step.filters.length > 0))
      continue;
    const json = plain.steps.findIndex(({ kind }) => kind === "json");
    if (json < 0) writeAtPath(payload, plain.steps, sampleValue(target, person));
    else {
      const outer = JSON.stringify(plain.steps.slice(0, json));
      const inner = inJson.get(outer) ?? {};
      inJson.set(outer, inner);
      writeAtPath(inner, plain.steps.slice(json + 1), sampleValue(target, person));
    }
  }
  for (const [outer, inner] of inJson)
    writeAtPath(payload, JSON.parse(outer) as PathStep[], JSON.stringify(inner));
  return Object.keys(payload).length > 0 ? payload : undefined;
};

const defaultPayload = (person: FakePerson): JsonObject => ({
  type: "lead.created",
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: `+1${person.phone}`,
  message: person.message,
});

/** A fake payload in the shape that an endpoint receives, reproducible for a seed. */
export const samplePayload = (from: {
  template: MappingTemplate | null | undefined;
  lastPayload: unknown;
  seed: number;
}): unknown => {
  const random = seededRandom(from.seed);
  const person = createFakePerson(random);
  const { lastPayload, template } = from;
  if (lastPayload !== null && typeof lastPayload === "object" && Object.keys(lastPayload).length > 0)
    return anonymisePayload(lastPayload, person, random);
  return (template && payloadFromTemplate(template, person)) ?? defaultPayload(person);
};
