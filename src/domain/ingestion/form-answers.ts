/** What a person answered in a form, as a card shows it. */
export type FormAnswer = { label: string; value: string };

const maxAnswers = 12;
const maxLabelLength = 80;
const maxValueLength = 300;
const maxDepth = 3;

/** Fields with which systems work, and secrets: no answers of a person. */
const technical =
  /^(?:type|event|event_?type|path|url|page_?url|referr?er|source|utm_\w+|gclid|fbclid|ip|ip_?address|user_?agent|locale|lang(?:uage)?|timestamp|time|date|created_?(?:at|time)|updated_?at|submitted_?at|token|signature|nonce|captcha\w*|recaptcha\w*|honeypot|version|consents?|tags|contact_type|simulated|campaign\w*|medium|partner|seconds|duration)$|(?:^|_)id$|(?:^|_)ids$|password|passwd|secret|card_?number|cvv|cvc|ssn/i;
/** Who somebody is stands beside the conversation already. */
const identity = /^(?:e_?mail\w*|phone\w*|tel\w*|mobile\w*|(?:first|last|full|your)?_?name)$/i;
const labelKeys = ["question", "label", "title", "name", "field", "key"];
const valueKeys = ["answer", "value", "values", "response", "text"];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const snakeCase = (key: string): string =>
  key.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll(/[\s-]+/g, "_");

/** A single value, or a list of single values, as text. */
const toText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map(toText);
  return texts.every((text) => text !== undefined) ? texts.join(", ") : undefined;
};

/** Forms that send each question beside its answer. */
const readPair = (fields: Fields): FormAnswer | undefined => {
  const label = labelKeys.map((key) => fields[key]).find((text) => typeof text === "string");
  const value = valueKeys.map((key) => toText(fields[key])).find((text) => text !== undefined);
  return typeof label === "string" && value !== undefined ? { label, value } : undefined;
};

const collect = (fields: Fields, depth: number): FormAnswer[] =>
  Object.entries(fields).flatMap(([key, value]): FormAnswer[] => {
    if (technical.test(snakeCase(key))) return [];
    if (Array.isArray(value) && value.some(isFields))
      return value.filter(isFields).flatMap((one) => {
        const pair = readPair(one);
        return pair && !technical.test(snakeCase(pair.label)) ? [pair] : [];
      });
    if (isFields(value)) return depth < maxDepth ? collect(value, depth + 1) : [];
    const text = toText(value);
    return text === undefined ? [] : [{ label: key, value: text }];
  });

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${[...text.slice(0, length - 1)].join("").trimEnd()}…`;

/** The answers in the payload of a form, in its order; none where it is no form. */
export const readFormAnswers = (payload: unknown): FormAnswer[] =>
  isFields(payload)
    ? collect(payload, 1)
        .filter(({ label }) => !identity.test(snakeCase(label)))
        .slice(0, maxAnswers)
        .map(({ label, value }) => ({
          label: cut(label, maxLabelLength),
          value: cut(value, maxValueLength),
        }))
    : [];
