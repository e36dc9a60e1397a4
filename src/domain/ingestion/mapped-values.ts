import { type Country, defaultCountry, parseCountry, parseLocaleCountry } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import { type Language, parseLanguage } from "#domain/language.ts";
import { type FieldDefinition, readFieldValue } from "#domain/people/field-kinds.ts";
import { checkOutsideText } from "#domain/people/outside-text.ts";
import {
  type OutsideTextKind,
  type PlainTexts,
  personColumns,
  plainColumns,
} from "#domain/people/person-columns.ts";
import { consentKinds, personStatuses, personTypes } from "#domain/person.ts";
import { parsePhoneText } from "#domain/phone.ts";
import { cutText } from "#domain/storable-text.ts";
import type { EventProblem, LeftOutCode } from "./event.ts";
import { splitFullName } from "./full-name.ts";

/** A person as read from a payload; fields that the payload does not give are absent. */
export type MappedPerson = PlainTexts & {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  /** The address of an account at X. */
  x?: string;
  language?: Language;
  type?: (typeof personTypes)[number];
  status?: (typeof personStatuses)[number];
  tags: string[];
  consents: Partial<Record<(typeof consentKinds)[number], boolean>>;
  /** Values of custom fields by key. */
  fields?: Record<string, unknown>;
};

/** What mapping needs of a custom field. */
export type MappableField = FieldDefinition & { key: string; archivedAt: string | null };

const maxEventType = 200;
const maxEventText = 10_000;
const maxEventNodes = 2000;
const maxEventDepth = 16;

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Forms often send a list with one item. */
const firstOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.find((item) => !isAbsent(item)) : value;

const readLine = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined;
  const line = cutText(value, 1000)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line === "" || line.length > maxEventType ? undefined : line;
};

type ValueProblem = { problem: LeftOutCode };

/** A text that messages or operators read, as far as its kind allows what it holds. */
const readOutside = (
  value: unknown,
  kind: OutsideTextKind,
  max?: number,
): string | undefined | ValueProblem => {
  if (typeof value !== "string") return undefined;
  const checked = checkOutsideText(kind, value, max);
  if ("value" in checked) return checked.value;
  return checked.problem === "too_long" ? undefined : { problem: checked.problem };
};

/** Mail programs write an address beside the name, or in its place. */
const addressAfterName = /\s*<[^<>\s]+@[^<>\s]+>\s*$/;
const readName = (value: unknown): string | null | undefined | ValueProblem => {
  if (typeof value !== "string") return undefined;
  const name = value.slice(0, 2000).replace(addressAfterName, "");
  return name.trim() === "" || emailPattern.test(name.trim().toLowerCase())
    ? null
    : readOutside(name, "name");
};

const readEmail = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > 1000) return undefined;
  const inBrackets = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
  const email = normalizeEmail(inBrackets.trim().replace(/^mailto:/i, ""));
  return email.length <= 254 && emailPattern.test(email) ? email : undefined;
};

const xAddressPattern = /^x:\d{1,25}$/;
const readXAddress = (value: unknown): string | undefined =>
  typeof value === "string" && xAddressPattern.test(value) ? value : undefined;

const yes = new Set(["true", "yes", "y", "sí", "si", "on", "1", "checked", "accepted", "acepto"]);
const no = new Set(["false", "no", "n", "off", "0", "unchecked", "declined"]);
/** Only an explicit yes counts as consent. */
const readConsent = (value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value;
  const word = String(typeof value === "object" ? "" : value)
    .slice(0, 20)
    .trim()
    .toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
};

const matchOption = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => typeof value === "string" && option === value.trim().toLowerCase());

const maxTagLength = 60;

/** A tag that holds markup is left out alone. */
const readTags = (value: unknown): string[] | undefined => {
  const list = typeof value === "string" ? value.slice(0, 10_000).split(",") : value;
  if (!Array.isArray(list)) return undefined;
  const tags = list
    .slice(0, 1000)
    .filter((tag) => typeof tag === "string" || typeof tag === "number")
    .flatMap((tag) => {
      const checked = checkOutsideText("tag", cutText(String(tag), maxTagLength));
      return "value" in checked && checked.value !== "" ? [checked.value] : [];
    });
  return [...new Set(tags)].slice(0, 50);
};

/** An event value, bounded in size and depth and safe to store. */
const readEventValue = (value: unknown): unknown => {
  let nodesLeft = maxEventNodes;
  const read = (nested: unknown, depth: number): unknown => {
    nodesLeft -= 1;
    if (typeof nested === "string") return cutText(nested, maxEventText);
    if (nested === null || typeof nested === "boolean") return nested;
    if (typeof nested === "number") return Number.isFinite(nested) ? nested : null;
    if (typeof nested !== "object" || depth > maxEventDepth || nodesLeft < 0) return null;
    if (Array.isArray(nested))
      return nested.slice(0, Math.max(0, nodesLeft)).map((item) => read(item, depth + 1));
    const fields = Object.entries(nested).slice(0, Math.max(0, nodesLeft));
    return Object.fromEntries(
      fields.map(([key, field]) => [cutText(key, 200), read(field, depth + 1)] as const),
    );
  };
  return read(value, 0);
};

const readEventType = (value: unknown): string | undefined => {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return readLine(text);
};

const countriesWithUsZips: ReadonlySet<Country> = new Set(["US", "PR", "VI", "GU", "AS", "MP"]);

/** Plain texts, such as the place. Outside the United States the country stands for a region that is not given. */
const readPlainTexts = (
  stated: (target: string) => unknown,
  country: Country | undefined,
): { texts: PlainTexts; problems: EventProblem[] } => {
  const texts: PlainTexts =
    country === "PR" || (country && !countriesWithUsZips.has(country)) ? { region: country } : {};
  const problems: EventProblem[] = [];
  for (const column of plainColumns) {
    const target = `person.${column}`;
    const value = stated(target);
    const { text, maxLength } = personColumns[column];
    const read = readOutside(typeof value === "number" ? String(value) : value, text, maxLength);
    if (typeof read === "object") problems.push({ code: read.problem, target });
    else if (read) texts[column] = read;
  }
  return { texts, problems };
};

/** Custom fields that the payload gives. Values for fields that do not exist, or no longer, are left out. */
const readCustomFields = (
  values: Record<string, unknown>,
  fields: readonly MappableField[],
  country: Country,
): { fields: Record<string, unknown>; problems: EventProblem[] } => {
  const problems: EventProblem[] = [];
  const dateOrder = countriesWithUsZips.has(country) ? "month_first" : "day_first";
  const found = fields.flatMap((field): [string, unknown][] => {
    const target = `person.field.${field.key}`;
    if (field.archivedAt !== null || !Object.hasOwn(values, target)) return [];
    const raw = values[target];
    const reading = readFieldValue(field.kind === "choices" ? raw : firstOf(raw), field, { dateOrder });
    if ("problem" in reading) problems.push({ code: "bad_value", target });
    return "problem" in reading || reading.value === null ? [] : [[field.key, reading.value]];
  });
  return { fields: Object.fromEntries(found), problems };
};

const isValueProblem = (read: unknown): read is ValueProblem =>
  typeof read === "object" && read !== null && "problem" in read;

/** Reads mapped values (`person.email`, `event.type`, …) into a person and an event; invalid ones become problems. */
export const parseMappedValues = (
  values: Record<string, unknown>,
  workspaceCountry: Country = defaultCountry,
  customFields: readonly MappableField[] = [],
): { person: MappedPerson; event: Record<string, unknown>; problems: EventProblem[] } => {
  const problems: EventProblem[] = [];
  const person: MappedPerson = { tags: [], consents: {} };
  /** Null is no value, and no problem either. */
  const readField = <T>(
    field: string,
    read: (value: unknown) => T | null | undefined | ValueProblem,
    assign: (value: T) => void,
    code: "bad_value" | "bad_email" | "bad_phone" = "bad_value",
    list = false,
  ): void => {
    const target = `person.${field}`;
    const value = Object.hasOwn(values, target) ? values[target] : undefined;
    const raw = list ? value : firstOf(value);
    if (isAbsent(raw)) return;
    const parsed = read(raw);
    if (parsed === undefined) problems.push({ code, target });
    else if (isValueProblem(parsed)) problems.push({ code: parsed.problem, target });
    else if (parsed !== null) assign(parsed);
  };
  readField("fullName", readName, (name) => Object.assign(person, splitFullName(name)));
  readField("firstName", readName, (name) => {
    person.firstName = name;
  });
  readField("lastName", readName, (name) => {
    person.lastName = name;
  });
  const assignEmail = (email: string) => {
    person.email = email;
  };
  readField("email", readEmail, assignEmail, "bad_email");
  const assignPhone = (phone: string) => {
    person.phone = phone;
  };
  const stated = (target: string): unknown =>
    firstOf(Object.hasOwn(values, target) ? values[target] : undefined);
  const country =
    parseCountry(stated("person.country")) ??
    parseLocaleCountry(stated("person.language")) ??
    workspaceCountry;
  readField("x", readXAddress, (address) => {
    person.x = address;
  });
  readField("phone", (value) => parsePhoneText(value, country), assignPhone, "bad_phone");
  const plain = readPlainTexts(stated, parseCountry(stated("person.country")));
  Object.assign(person, plain.texts);
  problems.push(...plain.problems);
  // A language that has no texts is as good as none.
  const language = parseLanguage(stated("person.language"));
  if (language) person.language = language;
  readField(
    "type",
    (value) => matchOption(personTypes, value),
    (type) => {
      person.type = type;
    },
  );
  readField(
    "status",
    (value) => matchOption(personStatuses, value),
    (status) => {
      person.status = status;
    },
  );
  const assignTags = (tags: string[]) => {
    person.tags = tags;
  };
  readField("tags", readTags, assignTags, "bad_value", true);
  for (const kind of consentKinds)
    readField(`consents.${kind}`, readConsent, (agreed) => {
      person.consents[kind] = agreed;
    });

  const custom = readCustomFields(values, customFields, workspaceCountry);
  problems.push(...custom.problems);
  if (Object.keys(custom.fields).length > 0) person.fields = custom.fields;

  const fields: [string, unknown][] = [];
  for (const [target, value] of Object.entries(values)) {
    if (!target.startsWith("event.") || isAbsent(value)) continue;
    const parsed = target === "event.type" ? readEventType(firstOf(value)) : readEventValue(value);
    if (parsed === undefined) problems.push({ code: "bad_value", target });
    else fields.push([target.slice("event.".length), parsed]);
  }
  return { person, event: Object.fromEntries(fields), problems };
};
