/**
 * What makes two messages say the same: their words in any case and spacing. Links are left out, because most carry a
 * token that differs with each message.
 */
export const comparableWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
