import type { ConsentChannel } from "#domain/channels/channel.ts";
import type { ConsentState } from "#domain/compliance/consent.ts";
import { emptyColumns, type PersonValues } from "./person-columns.ts";

/** A person's row with their addresses: what a change starts from and what it leaves. */
export type PersonRecord = PersonValues & {
  /** All addresses, in lower case or E.164. */
  addresses: string[];
};

/** For changes that compare what is recorded of consents. */
export type PersonWithConsents = PersonRecord & {
  /** The newest recorded consent to marketing by channel. */
  consentStates: Partial<Record<ConsentChannel, ConsentState>>;
};

export const blankPerson = (id: string, now: number): PersonWithConsents => ({
  ...emptyColumns,
  id,
  type: "lead",
  status: "new",
  tags: [],
  sources: [],
  consents: {},
  fields: {},
  stageReached: 0,
  createdAt: now,
  updatedAt: now,
  addresses: [],
  consentStates: {},
});

/** A field by the name that `before` and `after` use: `town`, `consents.sms`, `fields.bill`. */
export const readChanged = (person: PersonRecord, name: string): unknown => {
  if (name.startsWith("fields.")) return person.fields[name.slice("fields.".length)] ?? null;
  if (name.startsWith("consents.")) return person.consents[name.slice("consents.".length)] ?? null;
  return person[name as keyof PersonRecord] ?? null;
};

const putEntry = (record: Record<string, unknown>, key: string, value: unknown): void => {
  if (value === null || value === undefined) delete record[key];
  else record[key] = value;
};

/** Changes one field of a person in place; null removes a value. */
export const putChanged = (person: PersonRecord, name: string, value: unknown): void => {
  if (name.startsWith("fields.")) putEntry(person.fields, name.slice("fields.".length), value);
  else if (name.startsWith("consents.")) putEntry(person.consents, name.slice("consents.".length), value);
  else Object.assign(person, { [name]: value });
};

export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === "object" || typeof b === "object"
    ? JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
    : (a ?? null) === (b ?? null));
