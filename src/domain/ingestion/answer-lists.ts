import { type FieldMeaning, fieldMeaning } from "./field-meaning.ts";
import type { PathFilter } from "./plain-expression.ts";

const maxQuestions = 100;
const maxQuestionDepth = 5;
const maxQuestionNodes = 500;
const maxQuestionKeys = 50;
const maxLabelLength = 120;
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
const customerRoles = new Set([
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
const staffRoles = new Set([
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

/** The label of an answer, and the key path under which the item holds it. */
export type AnswerLabel = { text: string; key: string[] };

/** The labels of one item, the most specific first. Some form tools nest them under `field`. */
export const answerLabels = (item: JsonObject): AnswerLabel[] => {
  const readLabels = (fields: JsonObject, parentKeys: string[]): AnswerLabel[] =>
    labelKeys.flatMap((key) => {
      const text = textField(fields, key);
      return text === undefined || text.length > maxLabelLength ? [] : [{ text, key: [...parentKeys, key] }];
    });
  const field = Object.hasOwn(item, "field") ? item.field : undefined;
  return [...(isJsonObject(field) ? readLabels(field, ["field"]) : []), ...readLabels(item, [])];
};

/** The key that holds the answer. Typeform uses the name of the answer's type. */
export const answerValueKey = (item: JsonObject): string | undefined => {
  const type = textField(item, "type");
  const keys = type === undefined ? valueKeys : [...valueKeys, type];
  return keys.find((key) => Object.hasOwn(item, key) && key !== "type" && item[key] !== null);
};

/** Whether a list is a form's answers: at least half the items have a value, and some label is meaningful. */
export const isAnswerList = (items: JsonObject[]): boolean => {
  const answers = items.filter((item) => answerValueKey(item) !== undefined);
  return (
    answers.length * 2 >= items.length && answers.some((item) => answerLabels(item).some(identifiesField))
  );
};

export const contactRole = (fields: JsonObject): "customer" | "staff" | undefined => {
  for (const key of ["type", "role", "object", "user_type", "author_type"]) {
    const role = textField(fields, key)?.toLowerCase();
    if (role !== undefined && customerRoles.has(role)) return "customer";
    if (role !== undefined && staffRoles.has(role)) return "staff";
  }
  return undefined;
};

/** Whether an object describes an outbound message; undefined where it does not say. */
export const isOutbound = (fields: JsonObject): boolean | undefined => {
  const direction = textField(fields, "direction") ?? textField(fields, "Direction");
  if (direction !== undefined) return /^out/i.test(direction);
  return typeof fields.is_inbound === "boolean" ? !fields.is_inbound : undefined;
};

/** The customer among a message's parties: the sender, or the recipient of an outbound message. */
export const findCounterparty = (
  parties: JsonObject[],
  outbound: boolean | undefined,
): { fields: JsonObject; filters: PathFilter[] } | undefined => {
  const role = outbound ? "to" : "from";
  const matches = parties.filter((party) => textField(party, "role") === role);
  const [fields] = matches;
  const filters: PathFilter[] = [{ key: ["role"], equals: role }];
  return fields && { fields, filters: matches.length > 1 ? [...filters, { index: 0 }] : filters };
};

/** Titles of a form's questions by id, from any `fields` or `questions` list in the payload. */
export const questionTitles = (payload: unknown): Map<string, string> => {
  const titles = new Map<string, string>();
  let nodesLeft = maxQuestionNodes;
  const collect = (value: unknown, depth: number): void => {
    if (depth > maxQuestionDepth || nodesLeft-- < 0 || value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value).slice(0, maxQuestionKeys)) {
      if (Array.isArray(inner) && /^(fields|questions)$/.test(key)) {
        for (const item of inner.slice(0, maxQuestions)) {
          const id = isJsonObject(item) ? textField(item, "id") : undefined;
          const title = isJsonObject(item)
            ? (textField(item, "title") ?? textField(item, "label"))
            : undefined;
          if (id !== undefined && title !== undefined) titles.set(id, title);
        }
      } else if (isJsonObject(inner)) collect(inner, depth + 1);
    }
  };
  collect(payload, 0);
  return titles;
};

/** Whether a label says what its answer is. A `type` does so only as `email` or `phone_number`, not as `text`. */
export const identifiesField = ({ text, key }: AnswerLabel): boolean => {
  const meaning = fieldMeaning(text);
  return key.at(-1) === "type" ? meaning.email + meaning.phone > 0 : hasMeaning(meaning);
};

export const hasMeaning = ({ email, phone, firstName, lastName, fullName, message }: FieldMeaning): boolean =>
  email + phone + firstName + lastName + fullName + message > 0;
