import { normalisePhone } from "#domain/phone.ts";

const prefix = /^(whatsapp|tel|sms|p):/i;
/** Ten digits as everybody writes them here. Nearly every number is one, and nothing else could be meant. */
const local = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;

/** E.164 of a number as systems send it: with a prefix, as a JSON number, or whole but without its plus. */
export const parsePhoneText = (value: unknown): string | undefined => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 60) return undefined;
  // WhatsApp still writes Mexico's mobiles with the 1 that was given up.
  const number = text
    .trim()
    .replace(prefix, "")
    .trim()
    .replace(/^\+?521(\d{10})$/, "+52$1");
  const digits = local.exec(number);
  if (digits) return `+1${digits[1]}${digits[2]}${digits[3]}`;
  return normalisePhone(number) ?? (/^\d{11,15}$/.test(number) ? normalisePhone(`+${number}`) : undefined);
};
