import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { settings } from "#contract/settings.ts";
import { defaultLanguage, type Language } from "#domain/language.ts";
import { query } from "./api.ts";
import { useClockText } from "./clock.ts";

const regional: Record<Language, string> = { en: "en-US", es: "es-PR" };

/** The workspace's locale where it speaks the language of the interface, else that language's usual one. */
const chooseLocale = (language: string, workspaceLocale: string | undefined): string =>
  workspaceLocale?.startsWith(language)
    ? workspaceLocale
    : (regional[language as Language] ?? regional[defaultLanguage]);

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

const relative = (format: Intl.RelativeTimeFormat, seconds: number): string => {
  for (const [unit, size] of steps) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(-Math.max(0, Math.floor(seconds)), "second");
};

/** Makes a thing when it is first needed: the first drawing pays only for what it shows. */
const onceAsked = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const createFormat = (locale: string, timeZone: string | undefined) => {
  const zone = timeZone === undefined ? {} : { timeZone };
  const dateTime = onceAsked(
    () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", ...zone }),
  );
  const ago = onceAsked(() => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
  const number = onceAsked(() => new Intl.NumberFormat(locale));
  return {
    locale,
    dateTime: (instant: string) => dateTime().format(new Date(instant)),
    number: (value: number) => number().format(value),
    age: (instant: string, now: number) => relative(ago(), (now - Date.parse(instant)) / 1000),
  };
};

type Format = ReturnType<typeof createFormat>;

const made = new Map<string, Format>();

/** Formats are slow to make and the same for everybody. */
const formatOf = (locale: string, timeZone: string | undefined): Format => {
  const key = `${locale} ${timeZone}`;
  const format = made.get(key) ?? createFormat(locale, timeZone);
  made.set(key, format);
  return format;
};

const FormatContext = createContext<Format | undefined>(undefined);
export const FormatProvider = FormatContext.Provider;

/** Asks how the workspace writes ahead of the shell, or all that shows a date would be drawn twice. */
export const fetchWorkspaceFormat = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(query(settings.general));

/** How the workspace writes; found out once, by the shell. */
export const useWorkspaceFormat = (): Format => {
  const { i18n } = useTranslation();
  const { data } = useQuery(query(settings.general));
  return formatOf(chooseLocale(i18n.language, data?.locale), data?.timezone);
};

/** Dates, numbers and ages as this person reads them, in the workspace's timezone. */
export const useFormat = (): Format => {
  const format = useContext(FormatContext);
  if (!format) throw new Error("Outside of the shell there is no format");
  return format;
};

/** How long ago, kept current. */
export const useAge = (instant: string): string => {
  const format = useFormat();
  return useClockText((now) => format.age(instant, now));
};
