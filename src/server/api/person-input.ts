import type { Country } from "#domain/country.ts";
import type { Language } from "#domain/language.ts";
import { findOutsideProblems, outsideProblemTexts } from "#domain/people/outside-text.ts";
import type { PersonInput } from "#domain/person.ts";
import { normalisePhone } from "#domain/phone.ts";
import { Problem } from "./problem.ts";

type InputContext = {
  country: Country;
  language: Language;
  /** A program sent it: its texts may hold only what their kind allows. */
  isOutside: boolean;
};
type PhoneContext = Pick<InputContext, "country" | "language">;
const phoneMessages: Record<Language, (country: Country) => string> = {
  en: (country) =>
    `Not a valid phone number of ${country}. Start with + and the country code for another country.`,
  es: (country) =>
    `No es un teléfono válido de ${country}. Para otro país, empiece con + y el código del país.`,
};
const readPhone = (text: string, { country, language }: PhoneContext): string => {
  const phone = normalisePhone(text, country);
  if (phone === undefined)
    throw new Problem("invalid", { issues: [{ path: "phone", message: phoneMessages[language](country) }] });
  return phone;
};

/** What messages quote may not come from a program with a link or markup in it. */
export const refuseOutsideTexts = (values: Readonly<Record<string, unknown>>, language: Language): void => {
  const issues = findOutsideProblems(values).map(({ column, problem }) => ({
    path: column,
    message: outsideProblemTexts[language][problem],
  }));
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

/** An empty name is stored as null, and duplicate tags are dropped. */
export const normalizeInput = <T extends Partial<PersonInput>>(input: T, context: InputContext): T => {
  if (context.isOutside) refuseOutsideTexts(input, context.language);
  return normalizeTexts(input, context);
};

const normalizeTexts = <T extends Partial<PersonInput>>(input: T, context: PhoneContext): T => ({
  ...input,
  ...(typeof input.phone === "string" ? { phone: readPhone(input.phone, context) } : {}),
  ...(input.firstName === "" ? { firstName: null } : {}),
  ...(input.lastName === "" ? { lastName: null } : {}),
  ...(input.tags ? { tags: [...new Set(input.tags)] } : {}),
});
