import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { defaultLanguage, type Language } from "#domain/language.ts";
import { apiQuery } from "./api.ts";
import { useClockText } from "./clock.ts";
import { firstRoutes } from "./first-routes.ts";

type FormatLocales = {
  /** Of dates and of everything with words: a locale of the interface language. */
  words: string;
  /** Of numbers, which have no words. */
  numbers: string;
};

/** Words follow the interface language; the order of a date, its clock and the signs of a number follow the workspace. */
const formatLocales: Record<Language, Record<GeneralSettings["locale"], FormatLocales>> = {
  en: {
    "en-US": { words: "en-US", numbers: "en-US" },
    "en-GB": { words: "en-GB", numbers: "en-GB" },
    "es-ES": { words: "en-GB", numbers: "es-ES" },
    "es-PR": { words: "en-US", numbers: "es-PR" },
    "fr-FR": { words: "en-GB", numbers: "fr-FR" },
  },
  es: {
    "en-US": { words: "es-PR", numbers: "en-US" },
    "en-GB": { words: "es-ES", numbers: "en-GB" },
    "es-ES": { words: "es-ES", numbers: "es-ES" },
    "es-PR": { words: "es-PR", numbers: "es-PR" },
    "fr-FR": { words: "es-ES", numbers: "fr-FR" },
  },
};

const ageUnits = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

const formatAge = (format: Intl.RelativeTimeFormat, seconds: number): string => {
  for (const [unit, size] of ageUnits) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(-Math.max(0, Math.floor(seconds)), "second");
};

/** Creates the value on first use. */
const lazyValue = <T>(create: () => T): (() => T) => {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
};

const createFormat = ({ words: locale, numbers }: FormatLocales, timeZone: string | undefined) => {
  const zone = timeZone === undefined ? {} : { timeZone };
  const dateTime = lazyValue(
    () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", ...zone }),
  );
  const day = lazyValue(() => new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...zone }));
  const dayTime = lazyValue(
    () =>
      new Intl.DateTimeFormat(locale, {
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        ...zone,
      }),
  );
  const time = lazyValue(
    () => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", ...zone }),
  );
  const hour = lazyValue(() => new Intl.DateTimeFormat(locale, { hour: "numeric", ...zone }));
  const weekday = lazyValue(() => new Intl.DateTimeFormat(locale, { weekday: "short", ...zone }));
  const longDay = lazyValue(
    () => new Intl.DateTimeFormat(locale, { weekday: "long", month: "short", day: "numeric", ...zone }),
  );
  const ago = lazyValue(() => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  const number = lazyValue(() => new Intl.NumberFormat(numbers));
  return {
    /** Of dates, lists and units. */
    locale,
    numberLocale: numbers,
    dateTime: (instant: string) => dateTime().format(new Date(instant)),
    /** A day of the last or next months, without the year. */
    day: (instant: string) => day().format(new Date(instant)),
    dayTime: (instant: string) => dayTime().format(new Date(instant)),
    time: (instant: string) => time().format(new Date(instant)),
    hour: (instant: string) => hour().format(new Date(instant)),
    weekday: (instant: string) => weekday().format(new Date(instant)),
    weekdayTime: (instant: string) =>
      `${weekday().format(new Date(instant))} ${time().format(new Date(instant))}`,
    weekdayHour: (instant: string) =>
      `${weekday().format(new Date(instant))} ${hour().format(new Date(instant))}`,
    longDay: (instant: string) => longDay().format(new Date(instant)),
    number: (value: number) => number().format(value),
    age: (instant: string, now: number) => formatAge(ago(), (now - Date.parse(instant)) / 1000),
  };
};

type Format = ReturnType<typeof createFormat>;

const formats = new Map<string, Format>();

/** Cached, as Intl formatters are slow to create. */
export const workspaceFormat = (
  language: string,
  settings: Pick<GeneralSettings, "locale" | "timezone"> | undefined,
): Format => {
  const byLocale = formatLocales[language as Language] ?? formatLocales[defaultLanguage];
  const locales = byLocale[settings?.locale ?? "en-US"];
  const key = `${locales.words} ${locales.numbers} ${settings?.timezone}`;
  const format = formats.get(key) ?? createFormat(locales, settings?.timezone);
  formats.set(key, format);
  return format;
};

const FormatContext = createContext<Format | undefined>(undefined);
export const FormatProvider = FormatContext.Provider;

/** Loads locale and timezone before the shell, so that dates render only once. */
export const fetchWorkspaceFormat = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(apiQuery(firstRoutes.generalSettings));

/** The format for the workspace's locale and timezone. Used once, by the shell. */
export const useWorkspaceFormat = (): Format => {
  const { i18n } = useTranslation();
  const { data } = useQuery(apiQuery(firstRoutes.generalSettings));
  return workspaceFormat(i18n.language, data);
};

/** Formats dates, numbers and ages in the user's language and the workspace's timezone. */
export const useFormat = (): Format => {
  const format = useContext(FormatContext);
  if (!format) throw new Error("useFormat needs a FormatProvider");
  return format;
};

/** The age of an instant, kept current. */
export const useAge = (instant: string): string => {
  const format = useFormat();
  return useClockText((now) => format.age(instant, now));
};
