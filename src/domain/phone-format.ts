/** Country calling codes of two digits; 1 and 7 have one, all others three (ITU-T E.164, list of assigned codes). */
const twoDigitCodes = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

const callingCodeLength = (digits: string): number => {
  if (/^[17]/.test(digits)) return 1;
  return twoDigitCodes.test(digits) ? 2 : 3;
};

/** Groups of three and four digits, so that none is left alone. */
const groupDigits = (digits: string): string => {
  if (digits.length % 3 !== 2) return digits.replace(/(\d{3})(?=\d{3})/g, "$1 ");
  return digits.replace(/(\d{4})(\d{4})$/, " $1 $2").trim();
};

/** An E.164 number with its digits grouped; any other text stays as it is. */
export const formatPhone = (text: string): string => {
  const digits = /^\+([1-9]\d{6,14})$/.exec(text)?.[1];
  if (digits === undefined) return text;
  const length = callingCodeLength(digits);
  return `+${digits.slice(0, length)} ${groupDigits(digits.slice(length))}`;
};
