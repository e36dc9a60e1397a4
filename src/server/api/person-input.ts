import { scopedAreas } from "#domain/access/record-scope.ts";
import type { Country } from "#domain/country.ts";
import type { Language } from "#domain/language.ts";
import { findOutsideProblems, outsideProblemTexts } from "#domain/people/outside-text.ts";
import type { PersonInput } from "#domain/person.ts";
import { normalisePhone } from "#domain/phone.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Tx } from "#server/db/database.ts";
import { findHolders, lockAddresses } from "#server/store/people/matching.ts";
import { findVisible } from "#server/store/people/visible-people.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

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

const namelessMessages: Record<Language, string> = {
  en: "Enter a name, an email address or a phone number",
  es: "Ingrese un nombre, un correo o un teléfono",
};

/** Nobody could tell a person without a name and an address from others. */
export const requireIdentity = (input: PersonInput, language: Language): void => {
  const { firstName, lastName, email, phone } = input;
  if (firstName || lastName || email || phone) return;
  const message = namelessMessages[language];
  const issues = ["firstName", "email", "phone"].map((path) => ({ path, message }));
  throw new Problem("invalid", { issues });
};

const knownMessages: Record<Language, Record<"phone" | "email", string>> = {
  en: {
    phone: "Another person has this phone number",
    email: "Another person has this email address",
  },
  es: { phone: "Otra persona tiene este teléfono", email: "Otra persona tiene este correo" },
};

/** Refuses a new person whose address another one has, and names that one. The addresses stay locked. */
export const requireUnknownAddresses = async (
  tx: Tx,
  { phone, email }: Pick<PersonInput, "phone" | "email">,
  language: Language,
): Promise<void> => {
  await lockAddresses(
    tx,
    [phone, email].flatMap((address) => address ?? []),
  );
  for (const [path, address] of [["phone", phone] as const, ["email", email] as const]) {
    const [personId] = address === null ? [] : await findHolders(tx, [address]);
    if (personId !== undefined)
      throw new Problem("person_exists", {
        issues: [{ path, message: knownMessages[language][path] }],
        details: { personId },
      });
  }
};

const foreignMessages: Record<Language, string> = {
  en: "A person who is not among your people has this address",
  es: "Una persona que no está entre las suyas tiene esta dirección",
};

/**
 * Whoever shares an address gets its messages and answers for its holders, so a caller with a part of the records must
 * have them all. The refusal does not name them. The addresses stay locked.
 */
export const refuseForeignHolders = async (
  tx: Tx,
  caller: Pick<UserSession, "user">,
  given: readonly (string | null | undefined)[],
  { language, personId }: { language: Language; personId?: string },
): Promise<void> => {
  const reach = reachOf(caller, scopedAreas);
  const addresses = given.flatMap((address) => address ?? []);
  if (reach === undefined || addresses.length === 0) return;
  await lockAddresses(tx, addresses);
  const holders = (await findHolders(tx, addresses)).filter((id) => id !== personId);
  const visible = await findVisible(tx, reach, holders);
  if (holders.some((id) => !visible.has(id)))
    throw new Problem("person_exists", { message: foreignMessages[language] });
};
