import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { defaultLanguage } from "./language.ts";

/** ISO 3166-1 alpha-2. Puerto Rico shares the numbering plan of the default. */
export type Country = CountryCode;
export const countries: readonly Country[] = getCountries();
export const defaultCountry: Country = "US";

export const callingCode = (country: Country): string => getCountryCallingCode(country);

const knownCountries: ReadonlySet<string> = new Set(countries);
const isCountry = (code: string): code is Country => knownCountries.has(code);

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\p{M}.]/gu, "")
    .trim()
    .toLowerCase();

const otherNames: Record<string, Country> = {
  usa: "US",
  eeuu: "US",
  "estados unidos de america": "US",
  "united states of america": "US",
  uk: "GB",
  "great britain": "GB",
  england: "GB",
  mex: "MX",
  pri: "PR",
  dom: "DO",
  esp: "ES",
  col: "CO",
};

let countryByName: Map<string, Country> | undefined;
const nameTable = (): Map<string, Country> => {
  if (countryByName) return countryByName;
  countryByName = new Map(Object.entries(otherNames));
  for (const language of [defaultLanguage, "es"]) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const code of countries) {
      const name = names.of(code);
      if (name) countryByName.set(fold(name), code);
    }
  }
  return countryByName;
};

/** Of the countries that share a calling code, the one that stands for it. */
const countryOfCallingCode = (digits: string): Country | undefined =>
  digits === "1" ? defaultCountry : countries.find((code) => getCountryCallingCode(code) === digits);

/** A country as systems write it: `MX`, `México`, `+52`, or the region of a locale such as `es-MX`. */
export const parseCountry = (value: unknown): Country | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > 60) return undefined;
  const trimmed = text.trim();
  const code = trimmed.toUpperCase();
  if (isCountry(code)) return code;
  const callingCode = /^\+?(\d{1,3})$/.exec(trimmed)?.[1];
  if (callingCode !== undefined) return countryOfCallingCode(callingCode);
  return parseLocaleCountry(trimmed) ?? (trimmed.length < 3 ? undefined : nameTable().get(fold(trimmed)));
};

/** The region of a locale: MX of `es-MX`; undefined for `es`. */
export const parseLocaleCountry = (value: unknown): Country | undefined => {
  if (typeof value !== "string" || value.length > 35) return undefined;
  const region = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})$/i.exec(value.trim())?.[1]?.toUpperCase();
  return region !== undefined && isCountry(region) ? region : undefined;
};
