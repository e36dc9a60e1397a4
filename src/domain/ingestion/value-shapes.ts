import { parsePhoneText } from "#domain/phone.ts";

const emailShape = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/i;
const automatedMailbox =
  /^(no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|webhooks?)([+.@-]|$)/i;

/** Shared mailboxes usually belong to the receiving business, not to the customer. */
const sharedMailbox = /^(support|soporte|help|ayuda|sales|ventas|team|admin|hello|hola|contact)@/i;

/** Confidence that a text is a person's e-mail address: 0 for none, negative for an automated mailbox. */
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

/** Looks like nothing but a phone number. The pattern comes first because parsing is slow. */
export const isClearlyPhone = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length <= 40 &&
  formattedPhone.test(value.trim()) &&
  parsePhoneText(value) !== undefined;

/** Plausible as a phone number in a field that is named like one. */
export const canBePhone = (value: unknown): boolean => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > 40 || text.length < 7) return false;
  const trimmed = text.trim();
  if (!phoneText.test(trimmed) || countDigits(trimmed) > 16) return false;
  if (/^\d{4}-\d{2}-\d{2}|^\d+\.\d+$|^(\d{1,3}\.){3}\d{1,3}$/.test(trimmed)) return false;
  return parsePhoneText(trimmed) !== undefined;
};

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
