import { formatDay, fromDayNumber, toDayNumber } from "#domain/calendar.ts";
import { type FieldKind, type FieldReading, type FieldReadOptions, foldLabel } from "./field-kind.ts";

const months = [
  ["january", "enero", "jan", "ene"],
  ["february", "febrero", "feb"],
  ["march", "marzo", "mar"],
  ["april", "abril", "apr", "abr"],
  ["may", "mayo"],
  ["june", "junio", "jun"],
  ["july", "julio", "jul"],
  ["august", "agosto", "aug", "ago"],
  ["september", "septiembre", "sep", "sept", "set"],
  ["october", "octubre", "oct"],
  ["november", "noviembre", "nov"],
  ["december", "diciembre", "dec", "dic"],
];
const monthNames = {
  en: months.map(([english = ""]) => `${english[0]?.toUpperCase()}${english.slice(1)}`),
  es: months.map(([, spanish = ""]) => spanish),
};

const toMonth = (name: string): number => months.findIndex((names) => names.includes(name)) + 1;

/** Birthdays are in the past, so a year of two digits above 30 is of the last century. */
const toYear = (text: string): number =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) > 30 ? 1900 : 2000);

const toDate = (year: number, month: number, day: number): FieldReading<string> => {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1) return { problem: "not_date" };
  const days = toDayNumber({ year, month, day });
  // A day that the month does not have leads into the next one.
  return fromDayNumber(days).month === month && day <= 31
    ? { value: formatDay(days) }
    : { problem: "not_date" };
};

const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}.*)?$/;
const numericDate = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
const dayMonthName =
  /^(\d{1,2})(?:st|nd|rd|th|º|ro)?[\s-]+(?:de |of )?([a-z]+)\.?,?[\s-]+(?:de |del )?(\d{4})$/;
const monthNameDay = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/;

const readNumeric = (
  [first, second, year]: [number, number, number],
  dateOrder: FieldReadOptions["dateOrder"],
): FieldReading<string> => {
  const isDayFirst = first > 12 || (second <= 12 && dateOrder === "day_first");
  if (first <= 12 && second <= 12 && first !== second && !dateOrder) return { problem: "ambiguous_date" };
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
};

/** A calendar day, stored as 2026-03-31. */
export const dateKind: FieldKind<string> = {
  name: "date",
  read: (value, { dateOrder }) => {
    if (typeof value !== "string" || value.length > 60) return { problem: "not_date" };
    const text = foldLabel(value);
    const iso = isoDate.exec(text.toUpperCase());
    if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const numeric = numericDate.exec(text);
    if (numeric)
      return readNumeric([Number(numeric[1]), Number(numeric[2]), toYear(numeric[3] ?? "")], dateOrder);
    const dayFirst = dayMonthName.exec(text);
    if (dayFirst) return toDate(Number(dayFirst[3]), toMonth(dayFirst[2] ?? ""), Number(dayFirst[1]));
    const monthFirst = monthNameDay.exec(text);
    if (monthFirst) return toDate(Number(monthFirst[3]), toMonth(monthFirst[1] ?? ""), Number(monthFirst[2]));
    return { problem: "not_date" };
  },
  toText: (value, language) => {
    const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
    const name = monthNames[language][month - 1] ?? "";
    return language === "es" ? `${day} de ${name} de ${year}` : `${name} ${day}, ${year}`;
  },
  toCell: (value) => value,
};
