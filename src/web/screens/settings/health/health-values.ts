import type { HealthReport } from "#contract/settings.ts";
import type { useFormat } from "#web/lib/format.ts";

type Values = HealthReport["checks"][number]["values"];
type Format = Pick<ReturnType<typeof useFormat>, "locale" | "number" | "numberLocale">;

const withUnit = (value: number, unit: string, { locale }: Format, digits = 0): string =>
  new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: digits > 0 ? "short" : "long",
    maximumFractionDigits: digits,
  }).format(value);

const durations = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** In the largest unit of which there are two or more, so that little is lost by rounding. */
export const wordDuration = (seconds: number, format: Format): string => {
  const [unit, size] = durations.find(([, long]) => seconds >= 2 * long) ?? (["second", 1] as const);
  return withUnit(Math.floor(seconds / size), unit, format);
};

const sizes = [
  ["terabyte", 1e12],
  ["gigabyte", 1e9],
  ["megabyte", 1e6],
] as const;

export const wordSize = (bytes: number, format: Format): string => {
  const [unit, size] = sizes.find(([, large]) => bytes >= large) ?? (["kilobyte", 1e3] as const);
  return withUnit(bytes / size, unit, format, 1);
};

const wordPercent = (percent: number, { numberLocale }: Format): string =>
  new Intl.NumberFormat(numberLocale, { style: "percent" }).format(percent / 100);

/** The values of a check as its text takes them. */
export const wordHealthValues = (values: Values, format: Format) => {
  const { count = 0, seconds = 0, percent = 0, bytes = 0, ms = 0, jobs = 0, events = 0, names = [] } = values;
  return {
    number: format.number(count),
    duration: wordDuration(seconds, format),
    percent: wordPercent(percent, format),
    size: wordSize(bytes, format),
    latency: withUnit(ms / 1000, "second", format, 1),
    jobs: format.number(jobs),
    events: format.number(events),
    names: new Intl.ListFormat(format.locale).format(names),
  };
};
