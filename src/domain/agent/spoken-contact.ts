import { readEmail } from "#domain/values/email.ts";
import { readPhone } from "#domain/values/phone.ts";
import { readSpokenWords } from "#domain/values/spoken-words.ts";
import type { SpokenReading } from "#domain/values/value-reading.ts";
import { foldSpeech } from "./plain-speech.ts";

export type ContactKind = "phone" | "email";

/** What words say about a phone number or an e-mail address. */
export type SpokenContact = { kind: ContactKind; reading: SpokenReading<string> };

const saysEmail = /(?:^| )(?:arroba|@)(?= |$)|\S@\S|(?:^| )at (?:\S+ ){1,4}(?:dot|punto) /;
const namesPhone =
  /(?:^| )(?:phone|cell|mobile|telefono|celular|whatsapp|number is|numero es|llam\w+ al|call me at|reach me at)(?= |$)/;

const countDigits = (text: string): number => text.replaceAll(/\D/g, "").length;

const readers: Record<ContactKind, (text: string) => SpokenReading<string>> = {
  phone: (text) => readPhone(text, { now: 0, timezone: "UTC" }),
  email: (text) => readEmail(text, { now: 0, timezone: "UTC" }),
};

export const readContact = (kind: ContactKind, text: string): SpokenReading<string> => readers[kind](text);

/** A phone number or an e-mail address that a caller tells without being asked. */
export const findContact = (text: string): SpokenContact | null => {
  const folded = `${foldSpeech(text)} `;
  if (saysEmail.test(folded)) return { kind: "email", reading: readContact("email", text) };
  const phone = readContact("phone", text);
  if ("value" in phone) return { kind: "phone", reading: phone };
  const isTold = namesPhone.test(folded) && phone.ask !== "missing" && countDigits(spokenDigits(text)) >= 5;
  return isTold ? { kind: "phone", reading: phone } : null;
};

const wishesToType =
  /(?:^| )(?:(?:rather|prefer(?: to)?|can i|could i|let me|like to|want to|going to|ill|i will) (?:just )?(?:type|dial|enter|key in|punch in|press|tap)|(?:prefiero|puedo|quiero|quisiera|voy a|mejor|dejeme|dejame) (?:lo |la |se lo )?(?:marc|tecle|escrib|entr|digit|puls|oprim)\w*)(?= |$)/;

/** The caller would rather type a number than say it. */
export const wantsToType = (text: string): boolean => {
  const folded = foldSpeech(text);
  return (
    wishesToType.test(folded) && !/(?:^| )(?:correo|email|e mail|message|mensaje|text)(?= |$)/.test(folded)
  );
};

/** A number as its groups of digits are read aloud; other values as they are. */
export const writeContact = (kind: ContactKind, value: string): string => {
  const local = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(value);
  return kind === "phone" && local ? `${local[1]}-${local[2]}-${local[3]}` : value;
};

const spokenDigits = (text: string): string =>
  readSpokenWords(text)
    .map((word) => word.text)
    .join(" ");
