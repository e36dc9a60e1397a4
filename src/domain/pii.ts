/** Kinds of personal data that a payload may carry. */
export type PiiKind = "email" | "phone" | "ssn" | "card" | "name";

const byText: [PiiKind, RegExp][] = [
  ["email", /[\w.+-]+@[\w-]+\.[\w.-]+/],
  ["ssn", /\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/],
  ["phone", /(?:\+\d[\d ().-]{7,}\d|\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b)/],
];
const byField: [PiiKind, RegExp][] = [
  ["name", /^(first|last|full|sur|given|family)?[_-]?name$|^(nombre|apellido)s?$/i],
  ["phone", /phone|mobile|tel(efono)?$|whatsapp/i],
  ["email", /e?-?mail|correo/i],
];

const luhn = (digits: string): boolean => {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const kindsOfText = (text: string): PiiKind[] => {
  const found = byText.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  const card = /\b(?:\d[ -]?){13,19}\b/.exec(text)?.[0].replaceAll(/[ -]/g, "");
  return card && luhn(card) ? [...found, "card"] : found;
};

/** The kinds found anywhere in a payload. Bounded in depth and in number of values looked at. */
export const piiKinds = (payload: unknown): Set<PiiKind> => {
  const found = new Set<PiiKind>();
  let left = 10_000;
  const look = (value: unknown, field: string, depth: number): void => {
    if (depth > 32 || left-- <= 0) return;
    if (typeof value === "string") {
      for (const kind of kindsOfText(value.slice(0, 10_000))) found.add(kind);
      if (value !== "") for (const [kind, pattern] of byField) if (pattern.test(field)) found.add(kind);
    } else if (Array.isArray(value)) for (const inner of value) look(inner, field, depth + 1);
    else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) look(inner, key, depth + 1);
    }
  };
  look(payload, "", 0);
  return found;
};
