import * as z from "zod";
import { normalisePhone } from "./phone.ts";

/** Blank becomes null. */
const blankable = <T extends z.ZodType>(field: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    field.nullable(),
  );

/** A single line without line breaks and control characters. */
const line = (maxLength: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string().min(1).max(maxLength));

const phone = z
  .string()
  .trim()
  .max(40)
  .transform((text, context) => {
    const number = normalisePhone(text);
    if (number === undefined) context.addIssue({ code: "invalid_format", format: "phone", input: text });
    return number ?? z.NEVER;
  });

/** The sender's details in templates, call greetings and e-mail footers. */
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

/** Used in messages until a name is saved. */
export const defaultBusinessName = "Faro";

/** Template variables such as `{{company_name}}`; details without a value are absent. */
export const businessVariables = (details: Partial<BusinessDetails>): Record<string, string> => ({
  company_name: defaultBusinessName,
  ...Object.fromEntries(
    businessFields.flatMap((field) => (details[field] ? [[`company_${field}`, details[field]]] : [])),
  ),
});
