/** WhatsApp carries about so many a second from one number. */
export const defaultWhatsappPerSecond = 80;
/** Accounts may place one call a second unless Twilio allows more. */
export const defaultCallsPerSecond = 1;
/** Mail servers rarely take more from one sender. */
export const defaultEmailsPerSecond = 10;

const tollFree = /^\+1(800|833|844|855|866|877|888)\d{7}$/;
const shortCode = /^\d{5,6}$/;

/**
 * What carriers take from one sender of SMS: Twilio would keep the rest in a queue for hours, and then deliver it at
 * night.
 */
export const defaultSmsPerSecond = (from: unknown): number => {
  const number = typeof from === "string" ? from.trim() : "";
  if (shortCode.test(number)) return 100;
  return tollFree.test(number) ? 3 : 1;
};

/** What an administrator entered, else what is usual. */
export const configuredRate = (entered: unknown, usual: number): number => {
  const rate = Number(entered ?? Number.NaN);
  return Number.isFinite(rate) && rate > 0 ? rate : usual;
};
