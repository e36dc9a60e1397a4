import { formatPhone } from "#domain/phone-format.ts";

type NamedPerson = {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

/** The name, otherwise the e-mail address or phone number. */
export const personName = ({ firstName, lastName, email, phone }: NamedPerson, unnamed: string): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || (phone ? formatPhone(phone) : unnamed);
