export const passwordFaults = ["too_short", "too_short_for_admin", "common", "contains_email"] as const;
export type PasswordFault = (typeof passwordFaults)[number];

export const minPasswordLength = 8;
export const minAdminPasswordLength = 12;
/** Shorter parts of an address occur in ordinary words. */
const minEmailPartLength = 4;

export const minPasswordLengthFor = (isAdministrative: boolean): number =>
  isAdministrative ? minAdminPasswordLength : minPasswordLength;

export const isLongPassword = (password: string): boolean => password.length >= minAdminPasswordLength;

/** Case and accents do not make a password harder to guess. */
export const normalizePassword = (password: string): string =>
  password.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

const isOneCharacter = /^(.?)\1*$/u;

/** The name and its parts, and the labels of the domain without the last one. */
const emailParts = (email: string): string[] => {
  const [name = "", domain = ""] = normalizePassword(email).split("@");
  const labels = domain.split(".").slice(0, -1);
  const parts = [name, ...name.split(/[._+-]/), ...labels, ...labels.flatMap((label) => label.split("-"))];
  return parts.filter((part) => part.length >= minEmailPartLength);
};

/** Whose password it is, and whether the rules for administrators hold for them. */
export type PasswordOwner = { email: string; isAdministrative: boolean };

/** Why the password is refused for this user; undefined when it is not. */
export const findPasswordFault = (
  password: string,
  user: PasswordOwner,
  isCommon: (normalized: string) => boolean,
): PasswordFault | undefined => {
  if (password.length < minPasswordLength) return "too_short";
  const normalized = normalizePassword(password);
  if (isOneCharacter.test(normalized) || isCommon(normalized)) return "common";
  if (emailParts(user.email).some((part) => normalized.includes(part))) return "contains_email";
  return user.isAdministrative && !isLongPassword(password) ? "too_short_for_admin" : undefined;
};
