import * as z from "zod";
import { consentKinds, personStatuses, personTypes } from "#domain/person.ts";
import type { EventProblem } from "./event.ts";
import { splitFullName } from "./full-name.ts";
import { parsePhoneText } from "./phone-text.ts";

/** What a payload says of a person, ready to be kept. What it does not say is not there. */
export type MappedPerson = {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  type?: (typeof personTypes)[number];
  status?: (typeof personStatuses)[number];
  tags: string[];
  consents: Partial<Record<(typeof consentKinds)[number], boolean>>;
};

const maxName = 200;
const maxEventText = 10_000;
const maxEventNodes = 2000;
const maxEventDepth = 16;

/** No column holds NUL, nor half of a surrogate pair. */
const cleanText = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll("\u0000", "");
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Forms often send a list of one. */
const firstOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.find((item) => !isAbsent(item)) : value;

const readName = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined;
  const name = cleanText(value, 1000)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return name === "" || name.length > maxName ? undefined : name;
};

const readEmail = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > 1000) return undefined;
  const inBrackets = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
  const email = inBrackets
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
  return email.length <= 254 && z.regexes.email.test(email) ? email : undefined;
};

const yes = new Set(["true", "yes", "y", "sí", "si", "on", "1", "checked", "accepted", "acepto"]);
const no = new Set(["false", "no", "n", "off", "0", "unchecked", "declined"]);
/** Nothing but a plain yes counts as consent. */
const readConsent = (value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value;
  const word = String(typeof value === "object" ? "" : value)
    .slice(0, 20)
    .trim()
    .toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
};

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => typeof value === "string" && one === value.trim().toLowerCase());

const readTags = (value: unknown): string[] | undefined => {
  const list = typeof value === "string" ? value.slice(0, 10_000).split(",") : value;
  if (!Array.isArray(list)) return undefined;
  const tags = list
    .slice(0, 1000)
    .filter((tag) => typeof tag === "string" || typeof tag === "number")
    .map((tag) =>
      cleanText(String(tag), 60)
        .replaceAll(/\p{Cc}/gu, " ")
        .trim(),
    )
    .filter((tag) => tag !== "");
  return [...new Set(tags)].slice(0, 50);
};

/** A value of an event, bounded in every way and fit for the database. */
const readEventValue = (value: unknown): unknown => {
  let left = maxEventNodes;
  const read = (inner: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof inner === "string") return cleanText(inner, maxEventText);
    if (inner === null || typeof inner === "boolean") return inner;
    if (typeof inner === "number") return Number.isFinite(inner) ? inner : null;
    if (typeof inner !== "object" || depth > maxEventDepth || left < 0) return null;
    if (Array.isArray(inner)) return inner.slice(0, Math.max(0, left)).map((item) => read(item, depth + 1));
    const fields = Object.entries(inner).slice(0, Math.max(0, left));
    return Object.fromEntries(
      fields.map(([key, field]) => [cleanText(key, 200), read(field, depth + 1)] as const),
    );
  };
  return read(value, 0);
};

const readEventType = (value: unknown): string | undefined => {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return readName(text);
};

/** Mapped values (`person.email`, `event.type`, …) as fields of a person and an event; unfit ones are said, not thrown. */
export const parseMappedValues = (
  values: Record<string, unknown>,
): { person: MappedPerson; event: Record<string, unknown>; problems: EventProblem[] } => {
  const problems: EventProblem[] = [];
  const person: MappedPerson = { tags: [], consents: {} };
  const take = <T>(
    field: string,
    read: (value: unknown) => T | undefined,
    keep: (value: T) => void,
    code: "bad_value" | "bad_email" | "bad_phone" = "bad_value",
    list = false,
  ): void => {
    const target = `person.${field}`;
    const value = Object.hasOwn(values, target) ? values[target] : undefined;
    const given = list ? value : firstOf(value);
    if (isAbsent(given)) return;
    const fit = read(given);
    if (fit === undefined) problems.push({ code, target });
    else keep(fit);
  };
  take("fullName", readName, (name) => Object.assign(person, splitFullName(name)));
  take("firstName", readName, (name) => {
    person.firstName = name;
  });
  take("lastName", readName, (name) => {
    person.lastName = name;
  });
  const keepEmail = (email: string) => {
    person.email = email;
  };
  take("email", readEmail, keepEmail, "bad_email");
  const keepPhone = (phone: string) => {
    person.phone = phone;
  };
  take("phone", parsePhoneText, keepPhone, "bad_phone");
  take(
    "type",
    (value) => oneOf(personTypes, value),
    (type) => {
      person.type = type;
    },
  );
  take(
    "status",
    (value) => oneOf(personStatuses, value),
    (status) => {
      person.status = status;
    },
  );
  const keepTags = (tags: string[]) => {
    person.tags = tags;
  };
  take("tags", readTags, keepTags, "bad_value", true);
  for (const kind of consentKinds)
    take(`consents.${kind}`, readConsent, (agreed) => {
      person.consents[kind] = agreed;
    });

  const fields: [string, unknown][] = [];
  for (const [target, value] of Object.entries(values)) {
    if (!target.startsWith("event.") || isAbsent(value)) continue;
    const fit = target === "event.type" ? readEventType(firstOf(value)) : readEventValue(value);
    if (fit === undefined) problems.push({ code: "bad_value", target });
    else fields.push([target.slice("event.".length), fit]);
  }
  return { person, event: Object.fromEntries(fields), problems };
};
