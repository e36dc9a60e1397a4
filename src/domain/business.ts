import * as z from "zod";
import { normalisePhone } from "./phone.ts";

/** Blank is nothing said. */
const blankable = <T extends z.ZodType>(field: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    field.nullable(),
  );

/** One line as people read it: no line breaks, nothing that cannot be seen. */
const line = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string().min(1).max(most));

const phone = z
  .string()
  .trim()
  .max(40)
  .refine((text) => normalisePhone(text) !== undefined)
  .transform((text) => normalisePhone(text) ?? text);

/** Who speaks in messages: what templates, greetings of calls and the foot of letters say of the business. */
export const businessDetails = z.strictObject({
  name: blankable(line(100)),
  address: blankable(line(300)),
  email: blankable(z.string().trim().max(254).pipe(z.email())),
  phone: blankable(phone),
  website: blankable(
    z
      .string()
      .trim()
      .max(200)
      .pipe(z.url({ protocol: /^https?$/ })),
  ),
});
export type BusinessDetails = z.infer<typeof businessDetails>;

export const businessFields = ["name", "website", "address", "email", "phone"] as const;

/** What messages say while nobody has told the name. */
export const defaultBusinessName = "Faro";

/** As templates name it: `{{company_name}}` and its like; what is not told is not there. */
export const businessVariables = (details: Partial<BusinessDetails>): Record<string, string> => ({
  company_name: defaultBusinessName,
  ...Object.fromEntries(
    businessFields.flatMap((field) => (details[field] ? [[`company_${field}`, details[field]]] : [])),
  ),
});
