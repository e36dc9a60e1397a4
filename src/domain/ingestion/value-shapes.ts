import { parsePhoneText } from "./phone-text.ts";

const emailShape = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/i;
const automatedMailbox =
  /^(no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|webhooks?)([+.@-]|$)/i;

/** Read by several people of a business: more often the receiver's than the customer's. */
const sharedMailbox = /^(support|soporte|help|ayuda|sales|ventas|team|admin|hello|hola|contact)@/i;

/** How surely a text is somebody's e-mail address: 0 not at all, below 0 a machine's. */
export const emailConfidence = (value: unknown): number => {
  if (typeof value !== "string" || value.length > 320 || !value.includes("@")) return 0;
  const address = (/^[^<>@]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value).trim().replace(/^mailto:/i, "");
  if (!emailShape.test(address)) return 0;
  if (automatedMailbox.test(address) || address.includes("noreply")) return -1;
  return sharedMailbox.test(address) ? 0.5 : 1;
};

const countDigits = (text: string): number => text.replaceAll(/\D/g, "").length;
const phoneText = /^(?:(?:whatsapp|tel|sms|p):)?[+(]?\d[\d\s().\-/]{6,24}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;
const formattedPhone =
  /^(?:(?:whatsapp|tel|sms|p):)?(?:\+\d{10,15}|\+?1?[ .-]?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})$/i;

/** Looks like a phone number and like nothing else. Reading numbers is slow, so looks come first. */
export const isClearlyPhone = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length <= 40 &&
  formattedPhone.test(value.trim()) &&
  parsePhoneText(value) !== undefined;

/** Could be a phone number, where a field's name says that it is one. */
export const canBePhone = (value: unknown): boolean => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 40 || text.length < 7) return false;
  const trimmed = text.trim();
  if (!phoneText.test(trimmed) || countDigits(trimmed) > 16) return false;
  if (/^\d{4}-\d{2}-\d{2}|^\d+\.\d+$|^(\d{1,3}\.){3}\d{1,3}$/.test(trimmed)) return false;
  return parsePhoneText(trimmed) !== undefined;
};

/** A text that can be somebody's name. */
export const canBeName = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= 100 &&
  /^[\p{L}][\p{L}\p{M}'’.,\- ]*$/u.test(value.trim()) &&
  !/\.[^\s,]/.test(value) &&
  value.trim().split(/\s+/).length <= 7;

const particle = /^(de|del|la|las|los|y|e|da|do|dos|di|van|von|der|den|al|bin)$/;
/** "Hard bounce" starts like a sentence; names are written large or small throughout. */
export const hasNameCasing = (value: string): boolean => {
  const words = value.split(/\s+/).filter((word) => !particle.test(word));
  const large = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return large === words.length || large === 0;
};

/** A short word as systems name kinds of events: `contact.created`, `orders/paid`, `New lead`. */
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
