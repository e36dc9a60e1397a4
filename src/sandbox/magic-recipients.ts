import { type Fault, faults } from "./faults.ts";

/** What happens when something is sent to a magic number. */
export type MagicBehaviour = {
  /** Rejected by Twilio at once. */
  refuse?: { status: number; code: number; message: string };
  /** Accepted by Twilio, later reported as failed. */
  fail?: { code: number; message: string };
  /** Meta's error for the same case: in the response, or in a later callback. */
  meta?: { code: number; title: string; when: "immediately" | "later" };
  call?: "busy" | "no-answer" | "failed" | "voicemail" | "hangs-up" | { digits: string } | { speech: string };
  fault?: Fault;
};

/** By the last two digits of a number such as +1 787 555 90NN, in any area code. */
const behaviours: Record<string, MagicBehaviour> = {
  "01": {
    refuse: { status: 400, code: 21_211, message: "Invalid 'To' Phone Number" },
    meta: { code: 131_009, title: "Parameter value is not valid", when: "immediately" },
  },
  "02": {
    refuse: { status: 400, code: 21_614, message: "'To' number is not a valid mobile number" },
    meta: { code: 131_026, title: "Message undeliverable", when: "later" },
  },
  "03": {
    refuse: {
      status: 403,
      code: 21_408,
      message: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
    },
    meta: { code: 131_026, title: "Message undeliverable", when: "later" },
  },
  "04": {
    refuse: { status: 400, code: 21_610, message: "Attempt to send to unsubscribed recipient" },
    meta: { code: 131_026, title: "Message undeliverable", when: "later" },
  },
  "05": {
    refuse: { status: 429, code: 20_429, message: "Too Many Requests" },
    meta: { code: 130_429, title: "Rate limit hit", when: "immediately" },
  },
  "13": { fail: { code: 30_003, message: "Unreachable destination handset" } },
  "14": { fail: { code: 30_004, message: "Message blocked" } },
  "15": { fail: { code: 30_005, message: "Unknown destination handset" } },
  "16": { fail: { code: 30_006, message: "Landline or unreachable carrier" } },
  "17": { fail: { code: 30_007, message: "Message filtered" } },
  "18": { fail: { code: 30_008, message: "Unknown error" } },
  "24": {
    fail: { code: 63_024, message: "Invalid message recipient" },
    meta: { code: 131_026, title: "Message undeliverable", when: "later" },
  },
  // WhatsApp limits marketing to this person.
  "25": { meta: { code: 131_049, title: "Marketing message not delivered", when: "later" } },
  "26": {
    fail: { code: 63_016, message: "Failed to send freeform message outside the allowed window" },
    meta: { code: 131_047, title: "Re-engagement message", when: "later" },
  },
  "31": { call: "busy" },
  "32": { call: "no-answer" },
  "33": { call: "failed" },
  "34": { call: "voicemail" },
  "35": { call: "hangs-up" },
  "36": { call: { digits: "1" } },
  "37": { call: { digits: "9" } },
  "38": { call: { speech: "Sí, me interesa" } },
  "39": { call: { speech: "No me llamen más" } },
  ...Object.fromEntries(faults.slice(1).map((fault, index) => [String(51 + index), { fault }])),
};

/** The test numbers that Twilio documents. */
const twilioTestNumbers: Record<string, string> = {
  "+15005550001": "01",
  "+15005550003": "03",
  "+15005550004": "04",
  "+15005550009": "02",
};

const noMagic: MagicBehaviour = {};

export const magicBehaviour = (number: string): MagicBehaviour => {
  const ending = twilioTestNumbers[number] ?? /^\+?\d{3,6}55590(\d\d)$/.exec(number)?.[1];
  return (ending && behaviours[ending]) || noMagic;
};

/** Shown on the phone page. */
export const listMagicNumbers = (): { number: string; does: string; code: number | null }[] =>
  Object.entries(behaviours)
    .map(([ending, { refuse, fail, meta, call, fault }]) => ({
      number: `+178755590${ending}`,
      does: fault ?? (call ? describeCall(call) : refuse ? "refused" : "fails"),
      code: refuse?.code ?? fail?.code ?? meta?.code ?? null,
    }))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1));

const describeCall = (call: NonNullable<MagicBehaviour["call"]>): string => {
  if (typeof call === "string") return call;
  return "digits" in call ? `presses ${call.digits}` : `says ${call.speech}`;
};

/** Local parts of magic e-mail addresses. */
export const magicMailboxes = [
  "reject",
  "defer",
  "bounce",
  "full",
  "delay",
  "refuse",
  "complain",
  "reply",
  "stop",
  "away",
] as const;
export type MagicMailbox = (typeof magicMailboxes)[number];
/** The replies that the owner of a magic address sends. */
export const magicMailReplies: Partial<
  Record<MagicMailbox, { text: string; subject?: string; headers?: string[] }>
> = {
  reply: { text: "Sí, me interesa" },
  stop: { text: "Por favor, no me escriban más" },
  away: {
    text: "Estoy fuera de la oficina hasta el lunes.",
    subject: "Respuesta automática",
    headers: ["Auto-Submitted: auto-replied"],
  },
};
export const findMagicMailbox = (address: string): MagicMailbox | undefined =>
  magicMailboxes.find((name) => new RegExp(`^${name}([+.-][^@]*)?@`, "i").test(address));
