type NamedPerson = {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

/** Groups the digits of a North American number; any other stays as stored. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

/** The name, otherwise the e-mail address or phone number. */
export const personName = ({ firstName, lastName, email, phone }: NamedPerson, unnamed: string): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || (phone ? formatPhone(phone) : unnamed);
