import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { settingsApi } from "#contract/settings.ts";
import { holidayCountries, holidayYears } from "#domain/holiday.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useCommands } from "#web/lib/commands.ts";
import { Select } from "#web/ui/select.tsx";
import { countryName } from "./holiday-format.ts";

export type HolidayFilter = { country: (typeof holidayCountries)[number]; year: number };

/** Today in the workspace's timezone as 2026-07-04, which is the Swedish date format. */
const useToday = (): string => {
  const { data } = useQuery(apiQuery(settingsApi.general));
  const format = useMemo(
    () => new Intl.DateTimeFormat("sv-SE", data ? { timeZone: data.timezone } : {}),
    [data],
  );
  return useClockText((now) => format.format(now));
};

/** Country and year are stored in the URL so that a view can be shared. */
export const useHolidayFilter = () => {
  const { t, i18n } = useTranslation();
  const today = useToday();
  const thisYear = Number(today.slice(0, 4));
  const [params, setParams] = useSearchParams();
  const country = holidayCountries.find((candidate) => candidate === params.get("country")) ?? "US";
  const year =
    holidayYears(thisYear).find((candidate) => String(candidate) === params.get("year")) ?? thisYear;
  const setFilter = useCallback(
    (next: HolidayFilter) => setParams({ country: next.country, year: String(next.year) }, { replace: true }),
    [setParams],
  );
  useCommands(
    useMemo(
      () =>
        holidayCountries.map((candidate) => ({
          id: `holidays ${candidate}`,
          label: `${t("holidays.title")}: ${countryName(candidate, i18n.language)}`,
          run: () => setFilter({ country: candidate, year }),
        })),
      [t, i18n.language, setFilter, year],
    ),
  );
  return { filter: { country, year } satisfies HolidayFilter, setFilter, today };
};

type HolidayFiltersProps = {
  filter: HolidayFilter;
  onChange: (filter: HolidayFilter) => void;
  thisYear: number;
};

export const HolidayFilters = ({ filter, onChange, thisYear }: HolidayFiltersProps) => {
  const { t, i18n } = useTranslation();
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Select
        aria-label={t("holidays.country")}
        value={filter.country}
        onChange={(event) => {
          const country = holidayCountries.find((code) => code === event.target.value);
          if (country) onChange({ ...filter, country });
        }}
        wrapperClassName="flex-1 sm:w-52"
      >
        {holidayCountries.map((code) => (
          <option key={code} value={code}>
            {countryName(code, i18n.language)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t("holidays.year")}
        value={filter.year}
        onChange={(event) => onChange({ ...filter, year: Number(event.target.value) })}
        wrapperClassName="w-28"
      >
        {holidayYears(thisYear).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Select>
    </div>
  );
};
