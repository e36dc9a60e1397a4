import { clockText, minutesPerDay, minutesPerWeek, weekdays } from "./local-time.ts";
import { normaliseWord } from "./read-text.ts";

/** In minutes since midnight; a `to` before `from` is on the next day. */
export type HoursWindow = { days: readonly number[]; from: number; to: number };

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const dayWords: readonly (readonly string[])[] = [
  ["mon", "monday", "lun", "lunes"],
  ["tue", "tues", "tuesday", "mar", "martes"],
  ["wed", "wednesday", "mie", "miercoles"],
  ["thu", "thur", "thurs", "thursday", "jue", "jueves"],
  ["fri", "friday", "vie", "viernes"],
  ["sat", "saturday", "sab", "sabado"],
  ["sun", "sunday", "dom", "domingo"],
];
const dayGroups: Record<string, readonly number[]> = {
  daily: everyDay,
  "every day": everyDay,
  "todos los dias": everyDay,
  weekdays: [0, 1, 2, 3, 4],
  laborables: [0, 1, 2, 3, 4],
  weekends: [5, 6],
  "fin de semana": [5, 6],
};

const parseDay = (text: string): number => dayWords.findIndex((words) => words.includes(text.trim()));

const parseDays = (text: string): readonly number[] | undefined => {
  const group = Object.hasOwn(dayGroups, text) ? dayGroups[text] : undefined;
  if (group) return group;
  const days = new Set<number>();
  for (const part of text.split(",")) {
    const [first = "", last = first, ...more] = part.split("-");
    const from = parseDay(first);
    const to = parseDay(last);
    if (from < 0 || to < 0 || more.length > 0) return undefined;
    for (let step = 0; step <= (to - from + 7) % 7; step++) days.add((from + step) % 7);
  }
  return [...days].sort();
};

const parseTime = (text: string): number | undefined => {
  const [, hours, minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === "pm" ? 12 : 0) : Number(hours);
  const minute = hour * 60 + Number(minutes);
  return minute > minutesPerDay ? undefined : minute;
};

const parseWindow = (text: string): HoursWindow | undefined => {
  const [, before = "", start = "", end = ""] =
    /^(.*?)\s*(\d{1,2}(?::\d{2})?\s*(?:am|pm)?)\s*(?:-|–|to|a)\s*(\d{1,2}(?::\d{2})?\s*(?:am|pm)?)$/.exec(
      text,
    ) ?? [];
  const days = before.trim() === "" ? everyDay : parseDays(before.trim());
  const from = parseTime(start);
  const to = parseTime(end);
  if (!days || from === undefined || to === undefined || from === to || from === minutesPerDay)
    return undefined;
  return { days, from, to };
};

/** For example `09:00-17:00`, `mon-fri 9am-5pm; sat 10:00-14:00` or `lun,mié 08:00-12:00`. */
export const readHours = (text: string): HoursWindow[] | undefined => {
  const plain = normaliseWord(text).normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(".", "");
  const windows = plain
    .split(";")
    .filter((part) => part.trim() !== "")
    .map((part) => parseWindow(part.trim()));
  return windows.length > 0 && windows.every((window) => window !== undefined) ? windows : undefined;
};

/** The canonical form, which `readHours` accepts. */
export const writeHours = (windows: readonly HoursWindow[]): string =>
  windows
    .map(({ days, from, to }) => {
      const named = days.length === 7 ? "" : `${days.map((day) => weekdays[day]).join(",")} `;
      return `${named}${clockText(from)}-${clockText(to)}`;
    })
    .join("; ");

/** A flat list of `from, to` pairs in minutes since Monday's midnight; `to` is excluded. */
export const weekSpans = (windows: readonly HoursWindow[]): number[] =>
  windows.flatMap(({ days, from, to }) =>
    days.flatMap((day) => {
      const start = day * minutesPerDay + from;
      const end = day * minutesPerDay + to + (to <= from ? minutesPerDay : 0);
      return end <= minutesPerWeek ? [start, end] : [start, minutesPerWeek, 0, end - minutesPerWeek];
    }),
  );
