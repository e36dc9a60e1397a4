/** What a sender is told; with 4xx it keeps the message and tries again, with 5xx it gives up. */
export type SmtpRefusal = Error & { responseCode: number };

const refusal = (responseCode: number, words: string): SmtpRefusal =>
  Object.assign(new Error(words), { responseCode });

export const refusals = {
  unknownRecipient: refusal(550, "5.1.1 No such recipient here"),
  tooManyStrangers: refusal(421, "4.7.0 Too many unknown recipients"),
  tooManyRecipients: refusal(452, "4.5.3 Too many recipients"),
  tooManyConnections: refusal(421, "4.7.0 Too many connections from your address"),
  tooManyMessages: refusal(450, "4.7.0 Too many messages from your address, try again later"),
  tooLarge: refusal(552, "5.3.4 Message too large"),
  full: refusal(452, "4.3.1 Too much mail at once, try again later"),
  away: refusal(451, "4.3.0 The message cannot be kept right now, try again later"),
} as const;
