import { anonymiseText, formatLikePhone, scrambleId } from "./anonymise-text.ts";
import { createFakePerson, type FakePerson, seededRandom } from "./fake-person.ts";
import { fieldMeaning, splitFieldName } from "./field-meaning.ts";
import type { MappingTemplate } from "./mapping.ts";
import { type PathStep, parseJsonText, parsePlainExpression } from "./plain-expression.ts";
import { canBePhone, emailConfidence } from "./value-shapes.ts";

type Fields = Record<string, unknown>;

const maxNodes = 5000;
const maxItems = 20;
const maxDepth = 20;
/** Keys by which lists of answers say which question an answer is for; changed, nothing would be found. */
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

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** A real payload with everybody in it made up. */
const anonymisePayload = (payload: unknown, person: FakePerson, random: () => number): unknown => {
  let left = maxNodes;
  const replaced = new Map<string, string>();
  const text = (name: string, value: string): string => {
    const key = `${name}\n${value}`;
    const again = replaced.get(key);
    if (again !== undefined) return again;
    const made = anonymiseText(name, value, person, random);
    replaced.set(key, made);
    return made;
  };
  const number = (name: string, value: number): number => {
    if (!Number.isSafeInteger(value))
      return /^(lat|latitude)$/i.test(name) ? 18.47 : /^(lng|lon|longitude)$/i.test(name) ? -66.11 : value;
    if (fieldMeaning(name).phone > 0 && canBePhone(value))
      return Number(formatLikePhone(String(value), person.phone));
    return splitFieldName(name).at(-1) === "id" ? Number(scrambleId(String(Math.abs(value)), random)) : value;
  };
  const copy = (value: unknown, name: string, depth: number): unknown => {
    if (left-- <= 0 || depth > maxDepth) return null;
    if (typeof value === "string") {
      const inner = /^\s*[[{]/.test(value) && value.length < 100_000 ? parseJsonText(value) : undefined;
      if (inner !== null && typeof inner === "object") return JSON.stringify(copy(inner, name, depth + 1));
      return text(name, value);
    }
    if (typeof value === "number") return number(name, value);
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => copy(item, name, depth + 1));
    if (!isFields(value)) return value;
    const isAnswer = Object.keys(value).some((key) => /^(values?|answers?|response)$/.test(key));
    const question = isAnswer
      ? [...labelKeys].map((key) => value[key]).find((label) => typeof label === "string")
      : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]): [string, unknown] => {
        if (isAnswer && labelKeys.has(key) && typeof inner === "string" && emailConfidence(inner) === 0)
          return [key, inner];
        const wraps = fieldMeaning(key).isWrapper;
        const named = wraps ? (typeof question === "string" ? question : name) : key;
        return [emailConfidence(key) === 0 ? key : person.email, copy(inner, named, depth + 1)];
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

/** Puts a value where a path would find it. */
const writeAtPath = (into: Fields, steps: PathStep[], value: unknown): void => {
  let at: Fields = into;
  steps.forEach((step, depth) => {
    if (step.kind !== "name") return;
    const last = depth === steps.length - 1;
    const read = (): unknown => (Object.hasOwn(at, step.name) ? at[step.name] : undefined);
    const write = (made: unknown): void => {
      Object.defineProperty(at, step.name, {
        value: made,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    };
    const [filter] = step.filters;
    if (filter === undefined) {
      if (last) write(value);
      else if (!isFields(read())) write({});
      if (!last) at = read() as Fields;
      return;
    }
    if (!Array.isArray(read())) write([]);
    const list = read() as unknown[];
    const item: unknown = last ? value : {};
    if ("index" in filter) {
      if (list.length === 0) list.push(item);
      if (isFields(list[0])) at = list[0];
      return;
    }
    const [key = "name", ...deeper] = filter.key;
    const label = deeper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), filter.equals);
    const found = list.find((one) => isFields(one) && JSON.stringify(one[key]) === JSON.stringify(label));
    const chosen = isFields(found) ? found : { [key]: label };
    if (!found) list.push(chosen);
    at = chosen;
  });
};

const payloadFromTemplate = (template: MappingTemplate, person: FakePerson): Fields | undefined => {
  const payload: Fields = {};
  const inJson = new Map<string, Fields>();
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

const defaultPayload = (person: FakePerson): Fields => ({
  type: "lead.created",
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: `+1${person.phone}`,
  message: person.message,
});

/** A made-up payload of the shape that an endpoint receives; the same for the same seed. */
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
