import type { ImportColumn, ImportTarget } from "#domain/import/import-options.ts";

/** The fields that a column may go to, grouped as the list shows them. */
export const targetGroups = [
  {
    name: "person",
    targets: [
      "fullName",
      "firstName",
      "middleName",
      "lastName",
      "secondLastName",
      "phone",
      "email",
      "label",
      "language",
      "note",
    ],
  },
  { name: "place", targets: ["town", "zip", "region", "country", "timezone"] },
  { name: "work", targets: ["type", "status", "tags", "source", "owner", "createdAt", "id"] },
  { name: "consent", targets: ["consent.sms", "consent.whatsapp", "consent.call", "consent.email"] },
  {
    name: "optOut",
    targets: ["dnc", "optOut.email", "optOut.sms", "optOut.whatsapp", "optOut.phone"],
  },
] as const satisfies { name: string; targets: ImportTarget[] }[];

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
