export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** An approximation for all scripts: neither digit, ASCII punctuation nor symbol. */
export const isLetter = (code: number): boolean =>
  isAsciiLetter(code) || (code >= 0xc0 && code < 0x2000) || (code > 0x2bff && code < 0xfe00);

export const isWordChar = (code: number): boolean => isDigit(code) || isLetter(code) || code === 95;

/** Lower case, without accents. */
export const foldText = (text: string): string => {
  const lower = text.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) return lower.normalize("NFD").replaceAll(/\p{M}/gu, "");
  }
  return lower;
};
