import type { FakePerson } from "./fake-person.ts";
import { fieldMeaning, noMeaning } from "./field-meaning.ts";
import { splitFieldName } from "./split-field-name.ts";
import { canBeName, canBePhone, emailConfidence, isClearlyPhone } from "./value-shapes.ts";

const emailPattern = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/;
const ipPattern = /^(\d{1,3}\.){3}\d{1,3}$|^[\da-f:]*:[\da-f:]+:[\da-f:]*$/i;
const timestampPattern = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Enumeration values and identifiers of kinds, which never name a person. */
const keywordPattern = /^[A-Za-z][A-Za-z_.:/-]{0,39}$/;
const tokenPattern = /^(?=.*\d)[\w.:=+/-]{8,}$/;

const someMatch = (words: string[], pattern: RegExp): boolean => words.some((word) => pattern.test(word));

/** An id of the same form: letters replace letters, digits replace digits. */
export const scrambleId = (text: string, random: () => number): string =>
  text.replaceAll(/[a-z\d]/gi, (character) => {
    if (/\d/.test(character)) return String(Math.floor(random() * 9) + 1);
    const letter = /[a-f]/i.test(character)
      ? "abcdef"[Math.floor(random() * 6)]
      : "ghjkmnpqrstuvwxyz"[Math.floor(random() * 17)];
    return character === character.toLowerCase() ? (letter ?? "a") : (letter ?? "a").toUpperCase();
  });

/** The fake number in the notation of the real one. */
export const formatLikePhone = (text: string, national: string): string => {
  const prefix = /^[a-z]+:/i.exec(text)?.[0] ?? "";
  const rest = text.slice(prefix.length).trim();
  const count = rest.replaceAll(/\D/g, "").length;
  if (rest.startsWith("+") || count > 11) return `${prefix}${rest.startsWith("+") ? "+" : ""}1${national}`;
  if (count < 10) return `${prefix}${national}`;
  const digits = count === 11 ? `1${national}` : national;
  let at = 0;
  return prefix + rest.replaceAll(/\d/g, () => digits[at++] ?? "0");
};

/** The replacement that a field's name asks for; undefined where it does not say. */
const replacementByField = (name: string, value: string, person: FakePerson): string | undefined => {
  const words = splitFieldName(name);
  const meaning = fieldMeaning(name);
  if (meaning.firstName > 1) return person.firstName;
  if (meaning.lastName > 0) return person.lastName;
  if (meaning.fullName > 0 && canBeName(value))
    return value.includes(" ") ? `${person.firstName} ${person.lastName}` : person.firstName;
  if (
    someMatch(words, /^(user|username|login|handle|nickname|nick|screen|usuario|slug)$/) &&
    !/\s/.test(value)
  )
    return person.handle;
  if (someMatch(words, /^(street|address|address1|direccion|calle|line1)$/) && !value.includes("@"))
    return person.street;
  if (someMatch(words, /^(address2|line2|apartment)$/)) return "Apt. 1";
  if (someMatch(words, /^(city|town|ciudad|pueblo|municipio)$/)) return person.town;
  if (someMatch(words, /^(zip|zipcode|postal|postcode)$/)) return "00901";
  if (someMatch(words, /^(birth|birthday|birthdate|dob|nacimiento)$/)) return "1990-01-15";
  if (someMatch(words, /^(ssn|social|passport|license|licencia|iban|card|tarjeta|tax|routing)$/))
    return value.replaceAll(/\d/g, "0");
  if (someMatch(words, /^(company|organization|empresa|business|employer)$/)) return "Empresa Ejemplo";
  if (
    someMatch(words, /^(avatar|photo|picture|image|gravatar|url|website|link|href|permalink)$/) &&
    value.includes("/")
  )
    return "https://example.com/";
  if (meaning.message > 0) return person.message;
  return undefined;
};

/** Replaces whatever may identify a person in a text of a real payload. */
export const anonymiseText = (
  name: string,
  value: string,
  person: FakePerson,
  random: () => number,
): string => {
  if (value.trim() === "") return value;
  if (emailConfidence(value) !== 0)
    return value.includes("<") ? `${person.firstName} <${person.email}>` : person.email;
  const meaning = fieldMeaning(name) ?? noMeaning;
  if (timestampPattern.test(value) && !/birth|dob|nacimiento/i.test(name)) return value;
  if (meaning.phone > 0 ? canBePhone(value) : isClearlyPhone(value))
    return formatLikePhone(value, person.phone);
  const replacement = replacementByField(name, value, person);
  if (replacement !== undefined) return replacement;
  if (ipPattern.test(value)) return "192.0.2.10";
  if (/^https?:/i.test(value)) return "https://example.com/";
  if (/^-?\d+(\.\d+)?$/.test(value))
    return value.length > 5 && !value.includes(".") ? scrambleId(value, random) : value;
  if (keywordPattern.test(value) && !/^\p{Lu}\p{Ll}+$/u.test(value)) return value;
  if (tokenPattern.test(value)) return scrambleId(value, random);
  // Any other long or addressed text may mention a person.
  if (emailPattern.test(value) || value.length > 60 || /\d{7,}/.test(value)) return person.message;
  if (
    /^(\p{Lu}[\p{L}'’.-]+)( (de|del|la|los|y|\p{Lu}[\p{L}'’.-]*)){1,4}$/u.test(value) &&
    !impersonalField.test(name)
  )
    return `${person.firstName} ${person.lastName}`;
  return value;
};

/** Fields that describe things, not people. */
const impersonalField =
  /title|label|product|plan|category|status|type|question|form|source|campaign|item|event|page|variant|sku|currency|zone|country|state|method|subject|list|tag|vendor|service|city/i;
