import * as z from "zod";
import { addressLabels } from "#domain/people/person-address.ts";
import { columnsFor } from "#domain/people/person-columns.ts";
import { personFieldKinds } from "#domain/people/person-field.ts";
import { consentKinds } from "#domain/person.ts";

const shortText = z.string().trim().max(200);

/** Where the values of a column go. */
export const importTargets = [
  "skip",
  "fullName",
  "middleName",
  "secondLastName",
  ...columnsFor("import"),
  /** What the address in the next column is: "Mobile". */
  "label",
  /** Decides how phone numbers and postal codes of the row are read. */
  "country",
  "source",
  "owner",
  "note",
  ...consentKinds.map((kind) => `consent.${kind}` as const),
  "dnc",
  "optOut.email",
  "optOut.sms",
  "optOut.whatsapp",
  /** Calls and messages to telephones. */
  "optOut.phone",
  /** A custom field; its key is beside it. */
  "field",
  /** A custom field that the import makes. */
  "newField",
] as const;
export type ImportTarget = (typeof importTargets)[number];

export const columnModes = ["fill", "overwrite", "append"] as const;

export const importColumn = z.strictObject({
  target: z.enum(importTargets),
  /** Of a custom field. */
  field: z.string().max(60).optional(),
  newField: z.strictObject({ label: shortText.min(1), kind: z.enum(personFieldKinds) }).optional(),
  /** `fill`: only where the person has no value. `append`: of tags, sources and choices. */
  mode: z.enum(columnModes).default("fill"),
  /** An empty cell empties the field. */
  blankClears: z.boolean().default(false),
  /** Dates as day/month/year. Null: as the values show. */
  dayFirst: z.boolean().nullable().default(null),
  /** Of a phone number or e-mail address. */
  label: z.enum(addressLabels).nullable().default(null),
  /** Its values become the main phone number or e-mail address, where the row has several. */
  isMain: z.boolean().default(false),
  /** Values of the file for values of ours, such as "Sí" for granted. */
  values: z.record(z.string().max(200), z.string().max(200)).default({}),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** How and when people agreed to be contacted. */
export const importProof = z.strictObject({
  how: z.enum(["paper", "web_form", "phone", "in_person", "other"]),
  when: z.iso.date(),
  note: shortText,
});
export type ImportProof = z.infer<typeof importProof>;

export const importOptions = z.strictObject({
  columns: z.array(importColumn).max(1000),
  matchBy: z.enum(["address", "email", "phone", "id", "field", "none"]).default("address"),
  matchField: z.string().max(60).optional(),
  create: z.boolean().default(true),
  update: z.boolean().default(true),
  /** A tag that all rows get. */
  tag: z.string().trim().max(60).nullable().default(null),
  /** Where and when they agreed to be contacted; without it consents are unproven. */
  proof: importProof.nullable().default(null),
  statusMayGoBack: z.boolean().default(false),
  /** Mend values that are read as meant, such as gmial.com. */
  mend: z.boolean().default(true),
  /** Rules fire for people whom it adds. */
  runRules: z.boolean().default(false),
  /** What to do with a row that has a problem of a kind: leave the row out, or only the cell empty. */
  answers: z.record(z.string().max(80), z.enum(["leave_out", "empty", "join"])).default({}),
});
export type ImportOptions = z.infer<typeof importOptions>;
