import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { defaultLanguage, type Language } from "#domain/language.ts";
import { apiQuery } from "./api.ts";
import { useClockText } from "./clock.ts";
import { firstRoutes } from "./first-routes.ts";

const defaultLocales: Record<Language, string> = { en: "en-US", es: "es-PR" };

/** The workspace's locale if it matches the interface language, otherwise the default locale of that language. */
const chooseLocale = (language: string, workspaceLocale: string | undefined): string =>
  workspaceLocale?.startsWith(language)
    ? workspaceLocale
    : (defaultLocales[language as Language] ?? defaultLocales[defaultLanguage]);

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

const createFormat = (locale: string, timeZone: string | undefined) => {
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
  const weekday = lazyValue(() => new Intl.DateTimeFormat(locale, { weekday: "short", ...zone }));
  const longDay = lazyValue(
    () => new Intl.DateTimeFormat(locale, { weekday: "long", month: "short", day: "numeric", ...zone }),
  );
  const ago = lazyValue(() => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  const number = lazyValue(() => new Intl.NumberFormat(locale));
  return {
    locale,
    dateTime: (instant: string) => dateTime().format(new Date(instant)),
    /** A day of the last or next months, without the year. */
    day: (instant: string) => day().format(new Date(instant)),
    dayTime: (instant: string) => dayTime().format(new Date(instant)),
    time: (instant: string) => time().format(new Date(instant)),
    weekday: (instant: string) => weekday().format(new Date(instant)),
    weekdayTime: (instant: string) =>
      `${weekday().format(new Date(instant))} ${time().format(new Date(instant))}`,
    longDay: (instant: string) => longDay().format(new Date(instant)),
    number: (value: number) => number().format(value),
    age: (instant: string, now: number) => formatAge(ago(), (now - Date.parse(instant)) / 1000),
  };
};

type Format = ReturnType<typeof createFormat>;

const formats = new Map<string, Format>();

/** Cached, as Intl formatters are slow to create. */
const cachedFormat = (locale: string, timeZone: string | undefined): Format => {
  const key = `${locale} ${timeZone}`;
  const format = formats.get(key) ?? createFormat(locale, timeZone);
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
  return cachedFormat(chooseLocale(i18n.language, data?.locale), data?.timezone);
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
