import { parsePhoneText } from "#domain/phone.ts";

const emailPattern = /[^\s<>"'(),:;[\]\\]+@[^\s<>"'(),:;[\]\\]+\.[\p{L}\d-]+/gu;
const phonePattern = /\+?\(?\d[\d\s().-]{5,}\d/g;
const maxDepth = 64;

const addressesOfText = (text: string): string[] => [
  ...[...text.matchAll(emailPattern)].map(([email]) => email.toLowerCase()),
  ...[text, ...[...text.matchAll(phonePattern)].map(([number]) => number)].flatMap(
    (number) => parsePhoneText(number) ?? [],
  ),
];

/** Every e-mail address (lower case) and phone number (E.164) in the texts and numbers of a document. */
export const findAddresses = (document: unknown, depth = 0): string[] => {
  if (typeof document === "string") return addressesOfText(document);
  if (typeof document === "number") return addressesOfText(String(document));
  if (document === null || typeof document !== "object" || depth > maxDepth) return [];
  return Object.values(document).flatMap((value) => findAddresses(value, depth + 1));
};
