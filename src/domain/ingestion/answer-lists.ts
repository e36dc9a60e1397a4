import { type FieldMeaning, fieldMeaning } from "./field-meaning.ts";
import type { PathFilter } from "./plain-expression.ts";

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

export type JsonObject = Record<string, unknown>;
export const isJsonObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const textField = (fields: JsonObject, key: string): string | undefined => {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The name of a question, and how to find its answer among the others. */
export type AnswerLabel = { text: string; key: string[] };

/** All that names an item of a list of answers, the most telling first; a form tool may keep it under `field`. */
export const answerLabels = (item: JsonObject): AnswerLabel[] => {
  const own = (fields: JsonObject, above: string[]): AnswerLabel[] =>
    labelKeys.flatMap((key) => {
      const text = textField(fields, key);
      return text === undefined || text.length > 120 ? [] : [{ text, key: [...above, key] }];
    });
  const field = Object.hasOwn(item, "field") ? item.field : undefined;
  return [...(isJsonObject(field) ? own(field, ["field"]) : []), ...own(item, [])];
};

/** Where an answer is: under a usual name, or, as Typeform has it, under the name of its own type. */
export const answerValueKey = (item: JsonObject): string | undefined => {
  const type = textField(item, "type");
  const keys = type === undefined ? valueKeys : [...valueKeys, type];
  return keys.find((key) => Object.hasOwn(item, key) && key !== "type" && item[key] !== null);
};

/** A list of answers by question, as form tools send them: most have a value, and some question tells. */
export const isAnswerList = (items: JsonObject[]): boolean => {
  const answers = items.filter((item) => answerValueKey(item) !== undefined);
  return (
    answers.length * 2 >= items.length && answers.some((item) => answerLabels(item).some(identifiesField))
  );
};

export const contactRole = (fields: JsonObject): number => {
  for (const key of ["type", "role", "object", "user_type", "author_type"]) {
    const kind = textField(fields, key)?.toLowerCase();
    if (kind !== undefined && customerKinds.has(kind)) return 1;
    if (kind !== undefined && staffKinds.has(kind)) return -1;
  }
  return 0;
};

/** Whether a message in this object went out: then whom it went to is the customer. */
export const isOutbound = (fields: JsonObject): boolean | undefined => {
  const direction = textField(fields, "direction") ?? textField(fields, "Direction");
  if (direction !== undefined) return /^out/i.test(direction);
  return typeof fields.is_inbound === "boolean" ? !fields.is_inbound : undefined;
};

/** Of a message's parties the one who is not us: whom it came from, or, if it went out, whom it went to. */
export const findCounterparty = (
  list: JsonObject[],
  out: boolean | undefined,
): { fields: JsonObject; filters: PathFilter[] } | undefined => {
  const role = out ? "to" : "from";
  const some = list.filter((fields) => textField(fields, "role") === role);
  const [fields] = some;
  const filters: PathFilter[] = [{ key: ["role"], equals: role }];
  return fields && { fields, filters: some.length > 1 ? [...filters, { index: 0 }] : filters };
};

export const questionTitles = (payload: unknown): Map<string, string> => {
  const titles = new Map<string, string>();
  let left = 500;
  const look = (value: unknown, depth: number): void => {
    if (depth > 5 || left-- < 0 || value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value).slice(0, 50)) {
      if (Array.isArray(inner) && /^(fields|questions)$/.test(key)) {
        for (const item of inner.slice(0, maxItems)) {
          const id = isJsonObject(item) ? textField(item, "id") : undefined;
          const title = isJsonObject(item)
            ? (textField(item, "title") ?? textField(item, "label"))
            : undefined;
          if (id !== undefined && title !== undefined) titles.set(id, title);
        }
      } else if (isJsonObject(inner)) look(inner, depth + 1);
    }
  };
  look(payload, 0);
  return titles;
};

/** A type says whose answer it is only where it is `email` or `phone_number`, not `text`. */
export const identifiesField = ({ text, key }: AnswerLabel): boolean => {
  const sense = fieldMeaning(text);
  return key.at(-1) === "type" ? sense.email + sense.phone > 0 : hasMeaning(sense);
};

export const hasMeaning = (sense: FieldMeaning): boolean =>
  sense.email + sense.phone + sense.firstName + sense.lastName + sense.fullName + sense.message > 0;
