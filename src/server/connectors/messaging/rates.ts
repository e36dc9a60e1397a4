/** Per sending number. */
export const defaultWhatsappPerSecond = 80;
/** Twilio's limit for new accounts. */
export const defaultCallsPerSecond = 1;
/** Mail servers rarely accept more from one sender. */
export const defaultEmailsPerSecond = 10;

const tollFree = /^\+1(800|833|844|855|866|877|888)\d{7}$/;
const shortCode = /^\d{5,6}$/;
const smsPerSecond = { shortCode: 100, tollFree: 3, longCode: 1 };

/** What carriers accept from one sender. Twilio queues the rest for hours and might deliver it at night. */
export const defaultSmsPerSecond = (from: unknown): number => {
  const number = typeof from === "string" ? from.trim() : "";
  if (shortCode.test(number)) return smsPerSecond.shortCode;
  return tollFree.test(number) ? smsPerSecond.tollFree : smsPerSecond.longCode;
};

export const configuredRate = (configured: unknown, defaultRate: number): number => {
  const rate = Number(configured ?? Number.NaN);
  return Number.isFinite(rate) && rate > 0 ? rate : defaultRate;
};
