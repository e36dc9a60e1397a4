import { maskValue } from "#domain/pii/mask-text.ts";

export const maskEmail = (email: string | null): string | null =>
  email === null ? null : maskValue(email, "email");
export const maskPhone = (phone: string | null): string | null =>
  phone === null ? null : maskValue(phone, "phone");

/** Masks a name that is an address, as that of a person without a name is. */
export const maskAddress = (text: string | null): string | null => {
  if (text === null) return null;
  if (text.includes("@")) return maskEmail(text);
  return /^\+?[\d\s().-]{7,}$/.test(text) ? maskPhone(text) : text;
};
