import type { ImportColumn, ImportTarget } from "#domain/import/import-options.ts";

/** The group of each field that a column may go to, in the order of the list. */
const groupOf = {
  fullName: "person",
  firstName: "person",
  middleName: "person",
  lastName: "person",
  secondLastName: "person",
  phone: "person",
  email: "person",
  label: "person",
  language: "person",
  note: "person",
  town: "place",
  zip: "place",
  region: "place",
  country: "place",
  timezone: "place",
  type: "work",
  status: "work",
  tags: "work",
  source: "work",
  owner: "work",
  createdAt: "work",
  id: "work",
  "consent.sms": "consent",
  "consent.whatsapp": "consent",
  "consent.call": "consent",
  "consent.email": "consent",
  dnc: "optOut",
  "optOut.email": "optOut",
  "optOut.sms": "optOut",
  "optOut.whatsapp": "optOut",
  "optOut.phone": "optOut",
} as const satisfies Record<Exclude<ImportTarget, "skip" | "field" | "newField">, string>;

const targets = Object.keys(groupOf) as (keyof typeof groupOf)[];

/** The fields that a column may go to, grouped as the list shows them. */
export const targetGroups = (["person", "place", "work", "consent", "optOut"] as const).map((name) => ({
  name,
  targets: targets.filter((target) => groupOf[target] === name),
}));

export const isConsentTarget = (target: ImportTarget): boolean => target.startsWith("consent.");

/** Targets with a few values of ours, to which values of the file can be assigned. */
export const targetValues: Partial<Record<ImportTarget, readonly string[]>> = {
  "consent.sms": ["yes", "no"],
  "consent.whatsapp": ["yes", "no"],
  "consent.call": ["yes", "no"],
  "consent.email": ["yes", "no"],
  dnc: ["yes", "no"],
  "optOut.email": ["yes", "no"],
  "optOut.sms": ["yes", "no"],
  "optOut.whatsapp": ["yes", "no"],
  "optOut.phone": ["yes", "no"],
  type: ["lead", "customer"],
  status: ["new", "qualified", "contacted", "converted"],
  language: ["en", "es"],
};

const fieldValue = "field:";

/** The value of a column's list: the target, or a custom field. */
export const toSelectValue = ({ target, field }: ImportColumn): string =>
  target === "field" ? `${fieldValue}${field ?? ""}` : target;

export const fromSelectValue = (value: string): Pick<ImportColumn, "target" | "field"> =>
  value.startsWith(fieldValue)
    ? { target: "field", field: value.slice(fieldValue.length) }
    : { target: value as ImportTarget, field: undefined };
