import type { TFunction } from "i18next";
import type { PublicHoliday } from "#contract/public-data.ts";

/** The name in the interface language, or the first one; undefined when there is none. */
export const holidayName = ({ name }: PublicHoliday, language: string): string | undefined =>
  (name.find((translation) => translation.language.toLowerCase() === language) ?? name[0])?.text;

export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;

/** Dates have no timezone, so they are formatted in UTC. */
export const createDayFormatter = (locale: string): ((date: string) => string) => {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (date) => format.format(new Date(`${date}T00:00:00Z`));
};

export const sortByStart = (holidays: readonly PublicHoliday[]): PublicHoliday[] =>
  holidays.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.endDate.localeCompare(b.endDate));

const maxUpcoming = 3;

export const upcomingHolidays = (holidays: readonly PublicHoliday[], today: string): PublicHoliday[] =>
  sortByStart(holidays)
    .filter(({ startDate }) => startDate >= today)
    .slice(0, maxUpcoming);

const translatedCategories = [
  "public",
  "bank",
  "school",
  "optional",
  "observance",
  "religious",
  "substitute",
] as const;

/** A category without a translation is shown as it is. */
export const categoryLabels = (t: TFunction, { categories }: PublicHoliday): string[] =>
  categories.map((category) => {
    const translated = translatedCategories.find((candidate) => candidate === category);
    return translated ? t(`holidays.category.${translated}`) : category;
  });
