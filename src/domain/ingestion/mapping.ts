import * as z from "zod";
import { columnsFor } from "#domain/people/person-columns.ts";
import { consentKinds } from "#domain/person.ts";

/** Fields of a person that a payload may fill. `fullName` is split into the two names. */
export const personTargets = [
  "fullName",
  ...columnsFor("mapping"),
  "country",
  "x",
  ...consentKinds.map((kind) => `consents.${kind}` as const),
] as const;
export type PersonTarget = (typeof personTargets)[number];

/** The target of a custom field, such as `field.roof_size`. */
const fieldTarget = z.templateLiteral(["field.", z.string().regex(/^[a-z][a-z0-9_]{0,59}$/)]);
export type FieldTarget = z.infer<typeof fieldTarget>;

type PersonTemplate = Partial<Record<PersonTarget, string>> & Record<FieldTarget, string>;

/** A JSONata expression over the payload. */
const expression = z.string().trim().min(1).max(4000);
const fieldName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/);

// The inferred type would allow an undefined expression.
const personTemplate = z.partialRecord(
  z.union([z.enum(personTargets), fieldTarget]),
  expression,
) as z.ZodType<PersonTemplate>;

/** The expression that fills each field. An endpoint without a template guesses one per payload. */
export const mappingTemplate = z.strictObject({
  /** Where a webhook's body holds a list; the other expressions are over each of its items. Absent: detected. */
  items: z.exactOptional(expression),
  person: personTemplate.default({}),
  event: z
    .record(fieldName, expression)
    .refine((fields) => Object.keys(fields).length <= 60)
    .default({}),
});
export type MappingTemplate = z.infer<typeof mappingTemplate>;

/** A ready-made template for a well-known sender, with an example payload. */
export type MappingPreset = {
  id: string;
  name: string;
  template: MappingTemplate;
  sample: unknown;
};
