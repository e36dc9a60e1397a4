/** US dollars, below zero as Twilio writes what an account pays. */
const unitPrices = { sms: 0.0079, whatsapp: 0.005, minute: 0.014 } as const;

export const twilioPrice = (kind: keyof typeof unitPrices, count: number): string =>
  `-${(unitPrices[kind] * count).toFixed(5)}`;
