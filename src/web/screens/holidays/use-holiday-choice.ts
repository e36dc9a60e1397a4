import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { settings } from "#contract/settings.ts";
import { holidayCountries, holidayYears } from "#domain/holiday.ts";
import { query } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useCommands } from "#web/lib/commands.ts";
import { countryName } from "./holiday-words.ts";

export type HolidayChoice = { country: (typeof holidayCountries)[number]; year: number };

/** Today's date where the workspace is, as 2026-07-04: this is how Swedish writes dates. */
const useToday = (): string => {
  const { data } = useQuery(query(settings.general));
  const format = useMemo(
    () => new Intl.DateTimeFormat("sv-SE", data ? { timeZone: data.timezone } : {}),
    [data],
  );
  return useClockText((now) => format.format(now));
};

/** Country and year stand in the address, so that a view can be shared. */
export const useHolidayChoice = () => {
  const { t, i18n } = useTranslation();
  const today = useToday();
  const thisYear = Number(today.slice(0, 4));
  const [params, setParams] = useSearchParams();
  const country = holidayCountries.find((each) => each === params.get("country")) ?? "US";
  const year = holidayYears(thisYear).find((each) => String(each) === params.get("year")) ?? thisYear;
  const choose = useCallback(
    (next: HolidayChoice) => setParams({ country: next.country, year: String(next.year) }, { replace: true }),
    [setParams],
  );
  useCommands(
    useMemo(
      () =>
        holidayCountries.map((each) => ({
          id: `holidays ${each}`,
          label: `${t("holidays.title")}: ${countryName(each, i18n.language)}`,
          run: () => choose({ country: each, year }),
        })),
      [t, i18n.language, choose, year],
    ),
  );
  return { choice: { country, year } satisfies HolidayChoice, choose, today };
};
