import { type FieldMeaning, fieldMeaning } from "./field-meaning.ts";
import { guessWeights } from "./guess-weights.ts";
import type { PathFilter } from "./plain-expression.ts";

const maxQuestions = 100;
const maxQuestionDepth = 5;
const maxQuestionNodes = 500;
const maxQuestionKeys = 50;
const maxLabelLength = 120;
const maxObjectKeys = 300;
const labelKeys = [
  "name",
  "label",
  "key",
  "field",
  "question",
  "title",
  "slug",
  "field_name",
  "column_name",
  "column_id",
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
  "string_value",
  "content",
];
const userRoles = new Set(["user", "person", "external", "human"]);
const customerRoles = new Set([
  "lead",
  "contact",
  "customer",
  "end_user",
  "end-user",
  "client",
  "subscriber",
  "visitor",
  "guest",
  "invitee",
  "attendee",
  "applicant",
  "candidate",
  "prospect",
  "patient",
  "caller",
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
  "internal",
  "host",
  "recruiter",
  "interviewer",
  "member_of_staff",
  "support",
  "system",
  "company",
  "organization",
  "account",
  "business",
  "campaign",
  "broadcast",
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

const roleKeys = [
  "type",
  "role",
  "object",
  "user_type",
  "userType",
  "author_type",
  "affiliation",
  "participant_type",
  "record_type",
  "kind",
  "relationship",
];

const staffFlag =
  /^(?:is_?)?(?:self|me|organi[sz]er|staff|admin|agent|host|internal|bot|owner|employee|teammate|operator|moderator)\??$/i;
const customerFlag = /^(?:is_?)?(?:customer|lead|guest|client|visitor|external)\??$/i;
/** Employers number their employees. */
const staffNumber = /^(?:employee|staff)_?(?:no|id|number|code|type)$/i;

/** The role that an object states of itself. */
export const contactRole = (fields: JsonObject): "customer" | "user" | "staff" | undefined => {
  let keysLeft = maxObjectKeys;
  for (const key in fields) {
    if (keysLeft-- === 0) break;
    if (fields[key] === true && staffFlag.test(key)) return "staff";
    if (fields[key] === true && customerFlag.test(key)) return "customer";
    if (staffNumber.test(key) && fields[key]) return "staff";
  }
  for (const key of roleKeys) {
    const role = textField(fields, key)?.toLowerCase();
    if (role !== undefined && customerRoles.has(role)) return "customer";
    if (role !== undefined && userRoles.has(role)) return "user";
    if (role !== undefined && staffRoles.has(role)) return "staff";
  }
  return undefined;
};

const directionKeys = ["direction", "Direction", "message_direction", "call_direction"];
const statusKeys = ["MessageStatus", "SmsStatus", "message_status", "status", "Status"];
const eventKeys = ["RecordType", "event", "event_type", "type", "metric"];
const outboundStatus = /^(sent|delivered|undelivered|queued)$/i;
const outboundEvent =
  /^((?:[a-z_]+[._ :-])?(sent|delivered|delivery|open|opened|click|clicked|bounced?|processed|dropped|deferred|drafted|unsubscribed?|subscriptionchange|spamcomplaint))$/i;
const inboundStatus = /^(received|receiving|inbound|incoming)$/i;

/** Whether an object describes an outbound message; undefined where it does not say. */
export const isOutbound = (fields: JsonObject): boolean | undefined => {
  for (const key of directionKeys) {
    const direction = textField(fields, key);
    if (direction !== undefined)
      return /^out/i.test(direction) ? true : /^in/i.test(direction) ? false : undefined;
  }
  if (typeof fields.is_inbound === "boolean") return !fields.is_inbound;
  if (typeof fields.inbound === "boolean") return !fields.inbound;
  for (const key of statusKeys) {
    const status = textField(fields, key);
    if (status === undefined) continue;
    if (inboundStatus.test(status)) return false;
    if (outboundStatus.test(status)) return true;
  }
  if (eventKeys.some((key) => outboundEvent.test(textField(fields, key) ?? ""))) return true;
  return undefined;
};

const has = (fields: JsonObject, keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(fields, key));
const loginKeys = ["login", "accountId", "uniqueName", "node_id"];
const avatarKeys = ["avatar", "avatar_url", "avatarUrl", "avatarUrls", "html_url", "gravatar_id", "_links"];

/** Whether an object describes somebody's account in the sending tool, which its staff uses. */
export const isToolAccount = (fields: JsonObject): boolean =>
  (has(fields, loginKeys) && has(fields, avatarKeys)) ||
  (has(fields, ["accountId"]) && has(fields, ["displayName"])) ||
  (has(fields, ["username"]) &&
    has(fields, ["avatar_url", "avatarUrl", "html_url", "gravatar_id", "_links"]));

/** Whether an object describes an organisation and no person. */
export const isCompany = (fields: JsonObject): boolean => {
  let marks = 0;
  let keysLeft = maxObjectKeys;
  for (const key in fields) {
    if (keysLeft-- === 0) break;
    const { firstName, lastName, isCompanyField } = fieldMeaning(key);
    if (isCompanyField) marks++;
    if (firstName > guessWeights.meaning.possible || lastName > guessWeights.meaning.possible) return false;
  }
  return marks >= 2;
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
