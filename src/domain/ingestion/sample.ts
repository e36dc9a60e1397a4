import { senseOf, wordsOf } from "./field-words.ts";
import { emailShaped, phoneShaped } from "./guess-values.ts";
import { type MadeUpPerson, madeUpPerson, seeded } from "./made-up.ts";
import type { MappingTemplate } from "./mapping.ts";
import { type PathStep, parseJsonText, parsePlain } from "./plain-path.ts";
import { harmless, phoneLike, scrambled } from "./sample-values.ts";

type Fields = Record<string, unknown>;

const maxNodes = 5000;
const maxItems = 20;
const maxDepth = 20;
/** Keys by which lists of answers say which question an answer is for; changed, nothing would be found. */
const labels = new Set(["name", "label", "key", "field", "question", "title", "slug", "ref", "id", "type"]);

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** A real payload with everybody in it made up. */
const withoutPeople = (payload: unknown, person: MadeUpPerson, random: () => number): unknown => {
  let left = maxNodes;
  const replaced = new Map<string, string>();
  const text = (name: string, value: string): string => {
    const key = `${name}\n${value}`;
    const again = replaced.get(key);
    if (again !== undefined) return again;
    const made = harmless(name, value, person, random);
    replaced.set(key, made);
    return made;
  };
  const number = (name: string, value: number): number => {
    if (!Number.isSafeInteger(value))
      return /^(lat|latitude)$/i.test(name) ? 18.47 : /^(lng|lon|longitude)$/i.test(name) ? -66.11 : value;
    if (senseOf(name).phone > 0 && phoneShaped(value)) return Number(phoneLike(String(value), person.phone));
    return wordsOf(name).at(-1) === "id" ? Number(scrambled(String(Math.abs(value)), random)) : value;
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
      ? [...labels].map((key) => value[key]).find((label) => typeof label === "string")
      : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]): [string, unknown] => {
        if (isAnswer && labels.has(key) && typeof inner === "string" && emailShaped(inner) === 0)
          return [key, inner];
        const wraps = senseOf(key).wrapper;
        const named = wraps ? (typeof question === "string" ? question : name) : key;
        return [emailShaped(key) === 0 ? key : person.email, copy(inner, named, depth + 1)];
      }),
    );
  };
  return copy(payload, "", 0);
};

const valueFor = (target: string, person: MadeUpPerson): unknown => {
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
const put = (into: Fields, steps: PathStep[], value: unknown): void => {
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
    const [stage] = step.stages;
    if (stage === undefined) {
      if (last) write(value);
      else if (!isFields(read())) write({});
      if (!last) at = read() as Fields;
      return;
    }
    if (!Array.isArray(read())) write([]);
    const list = read() as unknown[];
    const item: unknown = last ? value : {};
    if ("index" in stage) {
      if (list.length === 0) list.push(item);
      if (isFields(list[0])) at = list[0];
      return;
    }
    const [key = "name", ...deeper] = stage.key;
    const label = deeper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), stage.equals);
    const found = list.find((one) => isFields(one) && JSON.stringify(one[key]) === JSON.stringify(label));
    const chosen = isFields(found) ? found : { [key]: label };
    if (!found) list.push(chosen);
    at = chosen;
  });
};

const fromTemplate = (template: MappingTemplate, person: MadeUpPerson): Fields | undefined => {
  const payload: Fields = {};
  const inJson = new Map<string, Fields>();
  const fields = [
    ...Object.entries(template.person),
    ...Object.entries(template.event).map(([name, expression]) => [`event.${name}`, expression] as const),
  ];
  for (const [target, expression] of fields) {
    const plain = expression === undefined ? undefined : parsePlain(expression);
    if (plain?.kind !== "path" || plain.steps.some((step) => step.kind === "root" && step.stages.length > 0))
      continue;
    const json = plain.steps.findIndex(({ kind }) => kind === "json");
    if (json < 0) put(payload, plain.steps, valueFor(target, person));
    else {
      const outer = JSON.stringify(plain.steps.slice(0, json));
      const inner = inJson.get(outer) ?? {};
      inJson.set(outer, inner);
      put(inner, plain.steps.slice(json + 1), valueFor(target, person));
    }
  }
  for (const [outer, inner] of inJson) put(payload, JSON.parse(outer) as PathStep[], JSON.stringify(inner));
  return Object.keys(payload).length > 0 ? payload : undefined;
};

const leadForm = (person: MadeUpPerson): Fields => ({
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
  const random = seeded(from.seed);
  const person = madeUpPerson(random);
  const { lastPayload, template } = from;
  if (lastPayload !== null && typeof lastPayload === "object" && Object.keys(lastPayload).length > 0)
    return withoutPeople(lastPayload, person, random);
  return (template && fromTemplate(template, person)) ?? leadForm(person);
};
