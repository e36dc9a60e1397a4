/** US dollars, below zero as Twilio writes what an account pays. */
const each = { sms: 0.0079, whatsapp: 0.005, minute: 0.014 } as const;

export const priceOf = (kind: keyof typeof each, count: number): string =>
  `-${(each[kind] * count).toFixed(5)}`;
