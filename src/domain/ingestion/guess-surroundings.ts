import { type FieldSense, senseOf } from "./field-words.ts";
import type { PathStage } from "./plain-path.ts";

const maxItems = 100;
const labelKeys = [
  "name",
  "label",
  "key",
  "field",
  "question",
  "title",
  "slug",
  "field_name",
  "fieldName",
  "ref",
  "id",
  "type",
];
const valueKeys = [
  "value",
  "values",
  "answer",
  "answers",
  "response",
  "text",
  "userData",
  "field_value",
  "content",
];
const customerKinds = new Set([
  "user",
  "lead",
  "contact",
  "customer",
  "end_user",
  "end-user",
  "client",
  "subscriber",
  "visitor",
]);
const staffKinds = new Set([
  "admin",
  "agent",
  "teammate",
  "bot",
  "staff",
  "employee",
  "operator",
  "owner",
  "organizer",
  "team",
]);

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const textOf = (fields: Fields, key: string): string | undefined => {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The name of a question, and how to find its answer among the others. */
export type Label = { text: string; key: string[] };

/** All that names an item of a list of answers, the most telling first; a form tool may keep it under `field`. */
export const labelsOf = (item: Fields): Label[] => {
  const own = (fields: Fields, above: string[]): Label[] =>
    labelKeys.flatMap((key) => {
      const text = textOf(fields, key);
      return text === undefined || text.length > 120 ? [] : [{ text, key: [...above, key] }];
    });
  const field = Object.hasOwn(item, "field") ? item.field : undefined;
  return [...(isFields(field) ? own(field, ["field"]) : []), ...own(item, [])];
};

/** Where an answer is: under a usual name, or, as Typeform has it, under the name of its own type. */
export const valueKeyOf = (item: Fields): string | undefined => {
  const type = textOf(item, "type");
  const keys = type === undefined ? valueKeys : [...valueKeys, type];
  return keys.find((key) => Object.hasOwn(item, key) && key !== "type" && item[key] !== null);
};

/** A list of answers by question, as form tools send them: most have a value, and some question tells. */
export const isAnswers = (items: Fields[]): boolean => {
  const answers = items.filter((item) => valueKeyOf(item) !== undefined);
  return answers.length * 2 >= items.length && answers.some((item) => labelsOf(item).some(isTelling));
};

export const contactKind = (fields: Fields): number => {
  for (const key of ["type", "role", "object", "user_type", "author_type"]) {
    const kind = textOf(fields, key)?.toLowerCase();
    if (kind !== undefined && customerKinds.has(kind)) return 1;
    if (kind !== undefined && staffKinds.has(kind)) return -1;
  }
  return 0;
};

/** Whether a message in this object went out: then whom it went to is the customer. */
export const wentOut = (fields: Fields): boolean | undefined => {
  const direction = textOf(fields, "direction") ?? textOf(fields, "Direction");
  if (direction !== undefined) return /^out/i.test(direction);
  return typeof fields.is_inbound === "boolean" ? !fields.is_inbound : undefined;
};

/** Of a message's parties the one who is not us: whom it came from, or, if it went out, whom it went to. */
export const partyIn = (
  list: Fields[],
  out: boolean | undefined,
): { fields: Fields; stages: PathStage[] } | undefined => {
  const role = out ? "to" : "from";
  const some = list.filter((fields) => textOf(fields, "role") === role);
  const [fields] = some;
  const stages: PathStage[] = [{ key: ["role"], equals: role }];
  return fields && { fields, stages: some.length > 1 ? [...stages, { index: 0 }] : stages };
};

export const titlesOf = (payload: unknown): Map<string, string> => {
  const titles = new Map<string, string>();
  let left = 500;
  const look = (value: unknown, depth: number): void => {
    if (depth > 5 || left-- < 0 || value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value).slice(0, 50)) {
      if (Array.isArray(inner) && /^(fields|questions)$/.test(key)) {
        for (const item of inner.slice(0, maxItems)) {
          const id = isFields(item) ? textOf(item, "id") : undefined;
          const title = isFields(item) ? (textOf(item, "title") ?? textOf(item, "label")) : undefined;
          if (id !== undefined && title !== undefined) titles.set(id, title);
        }
      } else if (isFields(inner)) look(inner, depth + 1);
    }
  };
  look(payload, 0);
  return titles;
};

/** A type says whose answer it is only where it is `email` or `phone_number`, not `text`. */
export const isTelling = ({ text, key }: Label): boolean => {
  const sense = senseOf(text);
  return key.at(-1) === "type" ? sense.email + sense.phone > 0 : meansSomething(sense);
};

export const meansSomething = (sense: FieldSense): boolean =>
  sense.email + sense.phone + sense.firstName + sense.lastName + sense.fullName + sense.message > 0;
