type Named = {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

/** A North American number in its usual groups; any other as it is stored. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

/** Whatever tells them apart: a name, else the address they have. */
export const personName = ({ firstName, lastName, email, phone }: Named, unnamed: string): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || (phone ? formatPhone(phone) : unnamed);
