import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type Country, defaultCountry } from "./country.ts";
import { findAreaCode, findServiceCode } from "./places/area-codes.ts";

/** A number with its country code, whichever prefix stands for the plus sign. */
const internationalPrefix = /^\s*(?:\+|00|011(?=[\s\d-]{8}))\s*/;
export const hasCountryCode = (text: string): boolean => internationalPrefix.test(text);

const northAmerican = /^\+1([2-9]\d{2})[2-9]\d{6}$/;

/** Whether an E.164 number can exist: its length and prefix are those of its country. */
const isValidPhone = (phone: string): boolean => {
  if (phone.startsWith("+1")) {
    const areaCode = northAmerican.exec(phone)?.[1];
    return areaCode !== undefined && (findAreaCode(areaCode) ?? findServiceCode(areaCode)) !== undefined;
  }
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.number === phone && parsed.isValid();
};

/** Codes that the plan reserves: service codes (N11), expansion (N9X, 37X, 96X) and 555. */
const reservedAreaCode = /^(?:[2-9]11|[2-9]9\d|37\d|96\d|555)$/;

/**
 * Whether the gate may use a stored number. An area code that is not in our list may be newer than the list, so only
 * those count as invalid that the plan cannot assign.
 */
export const mayExist = (phone: string): boolean => {
  if (!phone.startsWith("+1")) return isValidPhone(phone);
  const areaCode = northAmerican.exec(phone)?.[1];
  return areaCode !== undefined && !reservedAreaCode.test(areaCode);
};

/** Mexican mobile numbers are still written, and reported by carriers, with the abolished 1 after the country code. */
const mexicanMobile = /^\+521(\d{10})$/;

/** E.164, or undefined when the text is no valid number. A number without a country code belongs to `country`. */
export const normalisePhone = (text: string, country: Country = defaultCountry): string | undefined => {
  const parsed = parsePhoneNumberFromString(text.replace(internationalPrefix, "+"), country)?.number;
  const number = parsed?.replace(mexicanMobile, "+52$1");
  return number !== undefined && isValidPhone(number) ? number : undefined;
};

const schemePrefix = /^(whatsapp|tel|sms|p):/i;
/** Nearly every number has this form, and matching it is much faster than parsing. */
const northAmericanText = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;
const northAmericanCountries: ReadonlySet<Country> = new Set(["US", "PR", "CA", "DO", "VI"]);

/** Inside Mexico, 044, 045, 01 and 1 still stand before mobile numbers. */
const withoutMexicanPrefix = (text: string, country: Country): string => {
  const number =
    country === "MX" ? /^(?:044|045|01|1)(\d{10})$/.exec(text.replaceAll(/[\s().-]/g, ""))?.[1] : undefined;
  return number === undefined ? text : `+52${number}`;
};

/**
 * E.164 of a number as systems send it: with a URI scheme, as a JSON number, or without its plus sign. A number that
 * is not valid in the country that the sender states is not read as one of another country.
 */
export const parsePhoneText = (value: unknown, country: Country = defaultCountry): string | undefined => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 60) return undefined;
  const number = withoutMexicanPrefix(text.trim().replace(schemePrefix, "").trim(), country);
  const local = northAmericanCountries.has(country) ? northAmericanText.exec(number) : null;
  if (local) {
    const phone = `+1${local[1]}${local[2]}${local[3]}`;
    if (isValidPhone(phone)) return phone;
  }
  return (
    normalisePhone(number, country) ?? (/^\d{11,15}$/.test(number) ? normalisePhone(`+${number}`) : undefined)
  );
};
