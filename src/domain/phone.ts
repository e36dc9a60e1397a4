import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Numbers without a country code are read as North American; Puerto Rico shares that plan. */
const defaultCountry: CountryCode = "US";

/** E.164, or undefined when the text is not a possible number. */
export const normalisePhone = (text: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(text, defaultCountry);
  return parsed?.isPossible() ? parsed.number : undefined;
};

const schemePrefix = /^(whatsapp|tel|sms|p):/i;
/** Nearly every number has this form, and matching it is much faster than parsing. */
const northAmericanNumber = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;

/** E.164 of a number as systems send it: with a URI scheme, as a JSON number, or without its plus sign. */
export const parsePhoneText = (value: unknown): string | undefined => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 60) return undefined;
  const number = text
    .trim()
    .replace(schemePrefix, "")
    .trim()
    // WhatsApp still sends Mexican mobile numbers with the abolished 1 after the country code.
    .replace(/^\+?521(\d{10})$/, "+52$1");
  const local = northAmericanNumber.exec(number);
  if (local) return `+1${local[1]}${local[2]}${local[3]}`;
  return normalisePhone(number) ?? (/^\d{11,15}$/.test(number) ? normalisePhone(`+${number}`) : undefined);
};
