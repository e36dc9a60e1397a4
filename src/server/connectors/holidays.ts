import { createHash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import type { PublicHoliday } from "#contract/public-data.ts";
import type { HolidayType } from "#domain/holiday.ts";

type Found = HolidaysTypes.Holiday;
type Calendar = InstanceType<typeof Holidays>;

/** Feasts of the church: those that move with Easter, and those that always fall on their day. */
const churchRule = /easter|orthodox|pentecost/i;
const churchDays = new Set(["01-06", "08-15", "11-01", "11-02", "12-08"]);

/** The library knows no religious holidays as such; where it is not a day off by law, the rule tells. */
export const typeOf = ({ type, rule }: Pick<Found, "type" | "rule">): HolidayType => {
  if (type === "public" || type === "bank") return type;
  if (churchRule.test(rule) || churchDays.has(rule.slice(0, 5))) return "religious";
  return type === "observance" ? "observance" : "other";
};

const substitute = { EN: "substitute day", ES: "día sustituto" };

/** In both languages where the library has them; a name it never translates stands for itself. */
const namesOf = (calendar: Calendar, found: Found): PublicHoliday["name"] => {
  const rule = calendar.getRule(found.rule) as unknown as
    | { name?: Record<string, string> | string }
    | undefined;
  const known: Record<string, string> = typeof rule?.name === "object" ? rule.name : {};
  const names = (["EN", "ES"] as const).flatMap((language) => {
    const text = known[language.toLowerCase()];
    return text ? [{ language, text: found.substitute ? `${text} (${substitute[language]})` : text }] : [];
  });
  const own = calendar.getLanguages()[0] ?? "en";
  return names.length > 0 ? names : [{ language: own.slice(0, 2).toUpperCase(), text: found.name }];
};

const day = 86_400_000;
const lastDay = (first: string, { start, end }: Found): string => {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / day));
  return new Date(Date.parse(`${first}T00:00:00Z`) + (days - 1) * day).toISOString().slice(0, 10);
};

const keyOf = ({ date, type, name }: Found): string => `${date.slice(0, 10)}|${type}|${name}`;

const present = (country: string, calendar: Calendar, found: Found, states: string[]): PublicHoliday => {
  const startDate = found.date.slice(0, 10);
  return {
    id: createHash("sha256")
      .update(`${country}|${keyOf(found)}`)
      .digest("hex")
      .slice(0, 32),
    name: namesOf(calendar, found),
    type: typeOf(found),
    nationwide: states.length === 0,
    startDate,
    endDate: lastDay(startDate, found),
    categories: [found.type, ...(found.substitute ? ["substitute"] : [])],
    subdivisions: states.map((shortName) => ({ shortName })),
  };
};

/** The day the law of Puerto Rico keeps and the library lacks. */
const missing: Record<string, [rule: string, options: HolidaysTypes.HolidayOptions][]> = {
  PR: [["easter -2", { name: { en: "Good Friday", es: "Viernes Santo" }, type: "public" }]],
};

const computeYear = async (country: string, year: number): Promise<PublicHoliday[]> => {
  // Loaded when somebody asks: it knows the whole world and weighs accordingly.
  const { default: Library } = await import("date-holidays");
  const nation = new Library(country);
  for (const [rule, options] of missing[country] ?? []) nation.setHoliday(rule, options);
  const national = nation.getHolidays(year);
  const nationalKeys = new Set(national.map(keyOf));
  const regional = new Map<string, { found: Found; calendar: Calendar; states: string[] }>();
  for (const state of Object.keys(nation.getStates(country) ?? {})) {
    // Each takes some milliseconds: others are let in between.
    await breathe();
    const calendar = new Library(country, state);
    for (const found of calendar.getHolidays(year)) {
      const key = keyOf(found);
      if (nationalKeys.has(key)) continue;
      const known = regional.get(key);
      if (known) known.states.push(state);
      else regional.set(key, { found, calendar, states: [state] });
    }
  }
  return [
    ...national.map((found) => present(country, nation, found, [])),
    ...[...regional.values()].map(({ found, calendar, states }) => present(country, calendar, found, states)),
  ].sort((a, b) => (a.startDate + a.id < b.startDate + b.id ? -1 : 1));
};

const years = new Map<string, Promise<PublicHoliday[]>>();
const mostYears = 64;

const holidaysOfYear = (country: string, year: number): Promise<PublicHoliday[]> => {
  const key = `${country} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const [oldest] = years.keys();
  if (years.size >= mostYears && oldest) years.delete(oldest);
  const computed = computeYear(country, year);
  years.set(key, computed);
  computed.catch(() => years.delete(key));
  return computed;
};

/** Holidays of a country that touch the days from `from` to `to`, both of the form 2026-12-31. */
export const holidaysBetween = async (
  country: string,
  from: string,
  to: string,
): Promise<PublicHoliday[]> => {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const found: PublicHoliday[] = [];
  for (let year = first; year <= last; year++) found.push(...(await holidaysOfYear(country, year)));
  return found.filter(({ startDate, endDate }) => endDate >= from && startDate <= to);
};
