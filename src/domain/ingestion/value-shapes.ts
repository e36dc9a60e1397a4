import { parsePhoneText } from "#domain/phone.ts";

const emailShape = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/i;
const automatedMailbox =
  /^(no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|webhooks?|on-?call|dev-?ops|sre|noc|ops|alerts?|root|ci|bot|jenkins|deploy(?:er|ments?)?|builds?|monitoring)([+.@-]|$)/i;

/** Addresses of calendars, chats and mail gateways, and of code hosts that hide the real one. */
const machineDomain =
  /@(?:.*\.)?(?:calendar\.google\.com|s\.whatsapp\.net|c\.us|g\.us|frontapp\.com|pipedrivemail\.com|amazonses\.com|(?:inbound|parse|bounces?|noreply|reply|mailer)\.[\w.-]+)$/i;
const machineMailbox = /^(?:git|hg|svn)@/i;
/** Keys of calendars and sessions look like this, and so do the addresses of services that forward to a person. */
const generatedMailbox = /^(?:[\da-f-]{24,}|[\w.+-]{45,})@/i;
export const hasGeneratedMailbox = (value: unknown): boolean =>
  typeof value === "string" && generatedMailbox.test(value.trim());

/** Shared mailboxes usually belong to the receiving business, not to the customer. */
const sharedMailbox =
  /^(support|soporte|help|ayuda|sales|ventas|team|admin|hello|hola|contact|info|contacto|security|billing|office|engineering|it|hostmaster|webmaster|platform|dev)@/i;
export const isSharedMailbox = (value: unknown): boolean =>
  typeof value === "string" && sharedMailbox.test(value.trim());

/** Confidence that a text is a person's e-mail address: 0 for none, negative for an automated mailbox. */
export const emailConfidence = (value: unknown): number => {
  if (typeof value !== "string" || value.length > 320 || !value.includes("@")) return 0;
  const address = (/^[^<>@]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value).trim().replace(/^mailto:/i, "");
  if (!emailShape.test(address)) return 0;
  if (automatedMailbox.test(address) || /no-?reply/i.test(address)) return -1;
  if (machineDomain.test(address) || machineMailbox.test(address)) return -1;
  return sharedMailbox.test(address) ? 0.5 : 1;
};

const countDigits = (text: string): number => text.replaceAll(/\D/g, "").length;
const phoneText = /^(?:(?:whatsapp|tel|sms|p):)?[+(]?\d[\d\s().\-/]{6,24}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;
const formattedPhone =
  /^(?:(?:whatsapp|tel|sms|p):)?(?:\+\d{10,15}|\+?1?[ .-]?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})$/i;

/** Looks like nothing but a phone number. */
export const isClearlyPhone = (value: unknown): boolean =>
  typeof value === "string" && value.length <= 40 && formattedPhone.test(value.trim());

/** Plausible as a phone number in a field that is named like one. */
export const canBePhone = (value: unknown): boolean => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 40 || text.length < 7) return false;
  const trimmed = text.trim();
  const digits = countDigits(trimmed);
  // Seven digits are a number without its area code, which nobody can call.
  if (!phoneText.test(trimmed) || digits < 8 || digits > 16) return false;
  if (/^\d{4}-\d{2}-\d{2}|^\d+\.\d+$|^(\d{1,3}\.){3}\d{1,3}$/.test(trimmed)) return false;
  return true;
};

/** Valid without knowing the country. */
export const isReadablePhone = (value: unknown): boolean => parsePhoneText(value) !== undefined;

export const canBeName = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= 100 &&
  /^[\p{L}][\p{L}\p{M}'’.,\- ]*$/u.test(value.trim()) &&
  !/\.[^\s,]/.test(value) &&
  value.trim().split(/\s+/).length <= 7;

const particle = /^(de|del|la|las|los|y|e|da|do|dos|di|van|von|der|den|al|bin)$/;
/** "Hard bounce" is cased like a sentence; names are capitalised throughout or not at all. */
export const hasNameCasing = (value: string): boolean => {
  const words = value.split(/\s+/).filter((word) => !particle.test(word));
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capitalised === words.length || capitalised === 0;
};

/** A short label such as `contact.created`, `orders/paid`, `New lead`. */
export const canBeEventType = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= 80 &&
  /^[\p{L}][\p{L}\d_.:/ -]*$/u.test(value) &&
  !value.includes("://");

export const canBeMessage = (value: unknown): value is string =>
  typeof value === "string" &&
  value.trim().length > 1 &&
  /\p{L}/u.test(value) &&
  !/^(https?:|\{|\[)/.test(value);

const companyEnding =
  /(?:^|[\s,])(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|gmbh|s\.a|s\.?l|s\.a\.s|srl|s\.r\.l|plc|pty|bv|co)\.?$/i;
/** "Acme Corp.", "Construcciones Díaz, S.L.". */
export const isCompanyName = (text: string): boolean => companyEnding.test(text.trim());

const languageTag =
  /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$|^(?:english|spanish|ingl[eé]s|espa[nñ]ol|castellano)\b/i;
/** Plausible as a language, country, postal code, region or town. */
export const canBePlace = (
  field: "language" | "country" | "zip" | "region" | "town",
  value: string | number,
): boolean => {
  const text = String(value).trim();
  if (text === "" || text.length > 80) return false;
  if (field === "language") return languageTag.test(text);
  if (field === "zip") return /^[a-z\d][a-z\d -]{2,9}$/i.test(text) && /\d/.test(text);
  return /^[\p{L}][\p{L}\p{M}.,'’ -]*$/u.test(text);
};
