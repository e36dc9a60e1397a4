/** Undefined where the text cannot be read. */
export const readNumber = (text: string): number | undefined => {
  const digits = /^\s*([+-]?\d{1,9}(?:[.,]\d{1,9})?)\s*%?\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits.replace(",", "."));
};

const yes = new Set(["true", "yes", "y", "1", "on", "si", "sí"]);
const no = new Set(["false", "no", "n", "0", "off"]);

export const readBoolean = (text: string): boolean | undefined => {
  const word = normaliseWord(text);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
};

export const normaliseWord = (text: string): string => text.normalize("NFC").trim().toLowerCase();

const lowerAscii = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
/** Whether they may be equal; tells most texts of the same length apart without making a new one. */
const mayStartAlike = (text: string, word: string): boolean => {
  const code = text.charCodeAt(0);
  return code > 127 || lowerAscii(code) === word.charCodeAt(0);
};

/** `word` must be in lower case. Compares the lengths first, because most texts differ in length. */
export const equalsIgnoringCase = (text: string, word: string): boolean =>
  text === word || (text.length === word.length && mayStartAlike(text, word) && text.toLowerCase() === word);
