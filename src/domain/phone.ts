import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Numbers written without a country are read as this one's; Puerto Rico shares the plan. */
const defaultCountry: CountryCode = "US";

/** E.164, or nothing when it is no possible number. */
export const normalisePhone = (text: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(text, defaultCountry);
  return parsed?.isPossible() ? parsed.number : undefined;
};
