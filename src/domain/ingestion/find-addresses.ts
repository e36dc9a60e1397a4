import { parsePhoneText } from "#domain/phone.ts";

const emailPattern = /[^\s<>"'(),:;[\]\\]+@[^\s<>"'(),:;[\]\\]+\.[\p{L}\d-]+/gu;
const phonePattern = /\+?\(?\d[\d\s().-]{5,}\d/g;
const maxDepth = 64;
const minPhoneDigits = 7;

const hasPhoneDigits = (text: string): boolean => {
  let digits = 0;
  for (const character of text) if (character >= "0" && character <= "9") digits += 1;
  return digits >= minPhoneDigits;
};

const phonesOfText = (text: string): string[] =>
  [text, ...[...text.matchAll(phonePattern)].map(([number]) => number)]
    .filter(hasPhoneDigits)
    .flatMap((number) => parsePhoneText(number) ?? []);

const addressesOfText = (text: string): string[] => [
  ...(text.includes("@") ? [...text.matchAll(emailPattern)].map(([email]) => email.toLowerCase()) : []),
  ...(hasPhoneDigits(text) ? phonesOfText(text) : []),
];

/** Every e-mail address (lower case) and phone number (E.164) in the texts and numbers of a document. */
export const findAddresses = (document: unknown, depth = 0): string[] => {
  if (typeof document === "string") return addressesOfText(document);
  if (typeof document === "number") return addressesOfText(String(document));
  if (document === null || typeof document !== "object" || depth > maxDepth) return [];
  return Object.values(document).flatMap((value) => findAddresses(value, depth + 1));
};
