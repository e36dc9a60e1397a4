import { fromDayNumber } from "#domain/calendar.ts";

/** Built-in number formats that show a date or a time. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Whether a format shows a date: y, m, d or h outside of quotes, brackets and escapes. */
export const isDateFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return builtInDates.has(id);
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "").split(";")[0] ?? "";
  return /[ymdhs]/i.test(bare) && !/[#?]|0(?![s.])/.test(bare.replaceAll(/\.0+/g, ""));
};

const dayMs = 86_400_000;
const pad = (value: number, size = 2): string => String(value).padStart(size, "0");

/** A day number of a workbook as ISO text; day 60 of the 1900 system never existed. */
export const toIsoDate = (serial: number, is1904: boolean): string | undefined => {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return undefined;
  const days = Math.floor(serial + 1e-9);
  const epoch = is1904 ? -24_107 : days > 59 ? -25_569 : -25_568;
  const ms = Math.round((serial - days) * dayMs);
  const { year, month, day } = fromDayNumber(days + epoch);
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  if (ms < 500) return date;
  const seconds = Math.round(ms / 1000);
  const time = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return days === 0 ? time : `${date}T${time}`;
};

/** A number without exponent and without the noise of binary fractions: 17875550109, not 1.78755E+10. */
export const toPlainNumber = (text: string): string => {
  if (/^-?\d{1,15}$/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) < 1e-6 ? rounded.toFixed(10).replace(/0+$/, "") : String(rounded);
};

/** The column of a cell's name: A1 is 0, AB7 is 27. */
export const columnOf = (name: string): number => {
  let column = 0;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
};
