import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import type { PublicHoliday } from "#contract/public-data.ts";
import type { HolidayType } from "#domain/holiday.ts";
import { spanishHolidayName } from "#domain/holiday-names.ts";

type LibraryHoliday = HolidaysTypes.Holiday;
type Calendar = InstanceType<typeof Holidays>;

const movableFeastRule = /easter|orthodox|pentecost/i;
const fixedFeasts = new Set(["01-06", "08-15", "11-01", "11-02", "12-08"]);

/** The library has no religious type: a holiday that is not a legal day off is classified by its rule. */
const holidayType = ({ type, rule }: Pick<LibraryHoliday, "type" | "rule">): HolidayType => {
  if (type === "public" || type === "bank") return type;
  if (movableFeastRule.test(rule) || fixedFeasts.has(rule.slice(0, 5))) return "religious";
  return type === "observance" ? "observance" : "other";
};

const substituteLabels = { EN: "substitute day", ES: "día sustituto" };

/** The library's types do not describe the names inside a rule. */
const ruleNames = (rule: unknown): Partial<Record<string, string>> =>
  typeof rule === "object" && rule !== null && "name" in rule && typeof rule.name === "object"
    ? { ...rule.name }
    : {};

/** In both languages where the library has them, else in the calendar's own language. */
const holidayNames = (calendar: Calendar, holiday: LibraryHoliday): PublicHoliday["name"] => {
  const stored = ruleNames(calendar.getRule(holiday.rule));
  const english = stored.en ?? holiday.name;
  const listed = stored.es === undefined ? spanishHolidayName(english) : undefined;
  const translations = listed === undefined ? stored : { ...stored, en: english, es: listed };
  const names = (["EN", "ES"] as const).flatMap((language) => {
    const name = translations[language.toLowerCase()];
    if (!name) return [];
    return [{ language, text: holiday.substitute ? `${name} (${substituteLabels[language]})` : name }];
  });
  const calendarLanguage = calendar.getLanguages()[0] ?? "en";
  return names.length > 0
    ? names
    : [{ language: calendarLanguage.slice(0, 2).toUpperCase(), text: holiday.name }];
};

const dayMs = 86_400_000;
const lastDay = (firstDay: string, { start, end }: LibraryHoliday): string => {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
  return new Date(Date.parse(`${firstDay}T00:00:00Z`) + (days - 1) * dayMs).toISOString().slice(0, 10);
};

const holidayKey = ({ date, type, name }: LibraryHoliday): string => `${date.slice(0, 10)}|${type}|${name}`;

const presentHoliday = (
  country: string,
  calendar: Calendar,
  holiday: LibraryHoliday,
  states: string[],
): PublicHoliday => {
  const startDate = holiday.date.slice(0, 10);
  return {
    id: createHash("sha256")
      .update(`${country}|${holidayKey(holiday)}`)
      .digest("hex")
      .slice(0, 32),
    name: holidayNames(calendar, holiday),
    type: holidayType(holiday),
    nationwide: states.length === 0,
    startDate,
    endDate: lastDay(startDate, holiday),
    categories: [holiday.type, ...(holiday.substitute ? ["substitute"] : [])],
    subdivisions: states.map((shortName) => ({ shortName })),
  };
};

/** Legal holidays that the library lacks. */
const missingHolidays: Record<string, [rule: string, options: HolidaysTypes.HolidayOptions][]> = {
  PR: [["easter -2", { name: { en: "Good Friday", es: "Viernes Santo" }, type: "public" }]],
};

const computeYear = async (country: string, year: number): Promise<PublicHoliday[]> => {
  // A large module, so it is loaded with the first request.
  const { default: Library } = await import("date-holidays");
  const nation = new Library(country);
  for (const [rule, options] of missingHolidays[country] ?? []) nation.setHoliday(rule, options);
  const national = nation.getHolidays(year);
  const nationalKeys = new Set(national.map(holidayKey));
  const regional = new Map<string, { holiday: LibraryHoliday; calendar: Calendar; states: string[] }>();
  for (const state of Object.keys(nation.getStates(country) ?? {})) {
    // Each state takes some milliseconds of computing.
    await yieldToEventLoop();
    const calendar = new Library(country, state);
    for (const holiday of calendar.getHolidays(year)) {
      const key = holidayKey(holiday);
      if (nationalKeys.has(key)) continue;
      const entry = regional.get(key);
      if (entry) entry.states.push(state);
      else regional.set(key, { holiday, calendar, states: [state] });
    }
  }
  return [
    ...national.map((holiday) => presentHoliday(country, nation, holiday, [])),
    ...[...regional.values()].map(({ holiday, calendar, states }) =>
      presentHoliday(country, calendar, holiday, states),
    ),
  ].sort((a, b) => (a.startDate + a.id < b.startDate + b.id ? -1 : 1));
};

const cachedYears = new Map<string, Promise<PublicHoliday[]>>();
const maxCachedYears = 64;

const holidaysOfYear = (country: string, year: number): Promise<PublicHoliday[]> => {
  const key = `${country} ${year}`;
  const cached = cachedYears.get(key);
  if (cached) return cached;
  const [oldest] = cachedYears.keys();
  if (cachedYears.size >= maxCachedYears && oldest) cachedYears.delete(oldest);
  const holidays = computeYear(country, year);
  cachedYears.set(key, holidays);
  holidays.catch(() => cachedYears.delete(key));
  return holidays;
};

/** Holidays of a country that overlap the days from `from` to `to`, both such as 2026-12-31. */
export const holidaysBetween = async (
  country: string,
  from: string,
  to: string,
): Promise<PublicHoliday[]> => {
  const [firstYear, lastYear] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const holidays: PublicHoliday[] = [];
  for (let year = firstYear; year <= lastYear; year++)
    holidays.push(...(await holidaysOfYear(country, year)));
  return holidays.filter(({ startDate, endDate }) => endDate >= from && startDate <= to);
};
