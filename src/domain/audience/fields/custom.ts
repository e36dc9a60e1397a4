import type { AudienceFieldKind } from "#domain/audience/audience.ts";
import type { AudienceFacts } from "#domain/audience/facts.ts";
import type { FieldFamily } from "#domain/audience/field.ts";
import type { AudienceValue } from "#domain/audience/row-test.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

const readText = (value: unknown): AudienceValue => (typeof value === "string" ? value : null);
const readNumber = (value: unknown): AudienceValue => (typeof value === "number" ? value : null);

type CustomKind = { kind: AudienceFieldKind; read: (value: unknown) => AudienceValue };

/** How the kinds of custom fields are asked for. A stored value of another type is unknown. */
export const customFieldKinds: Record<PersonFieldKind, CustomKind> = {
  text: { kind: "text", read: readText },
  link: { kind: "text", read: readText },
  number: { kind: "number", read: readNumber },
  money: { kind: "number", read: readNumber },
  date: {
    kind: "date",
    read: (value) => (typeof value === "string" && datePattern.test(value) ? value : null),
  },
  yes_no: { kind: "yes_no", read: (value) => value === true },
  choice: { kind: "choice", read: readText },
  choices: {
    kind: "set",
    read: (value) =>
      Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [],
  },
};

/** `field.<key>`: custom fields. An archived one cannot be read. */
export const customFieldFamily: FieldFamily = {
  group: "fields",
  find: (key, { customFields }) => {
    const fieldKind = customFields.get(key);
    if (!fieldKind) return undefined;
    const { kind, read } = customFieldKinds[fieldKind];
    return { group: "fields", kind, read: ({ person }: AudienceFacts) => read(person.fields[key]) };
  },
};
